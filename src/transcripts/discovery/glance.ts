import { parsedJson } from '../../messages/json.ts';
import { openTranscript } from '../open.ts';
import { TranscriptError } from '../reader.ts';
import { readers } from '../readers.ts';
import { sourceOf } from '../bytes/content.ts';
import { startOf } from '../bytes/fileSource.ts';
import type { TitleRule } from './store.ts';

/** Bytes a session is recognised and named by: some begin with a long system prompt. */
const glancedAt = 131_072;

/** What the first bytes of a file tell of it. */
export type Glance =
	| {
			readonly kind: 'session';
			/** Of its first conversation; empty: its beginning tells none. */
			readonly title: string;
			/** The assistant's name as people know it; absent: the beginning does not tell. */
			readonly assistant?: string;
	  }
	| { readonly kind: 'other' };

/**
 * Looks at the beginning of a file. One that is gone or may not be read is no session.
 * @param signal Stops the reading; the promise rejects with the signal's reason, and for nothing else.
 * @param rule Finds the title where no reader does.
 */
export async function glance(file: string, signal: AbortSignal, rule?: TitleRule): Promise<Glance> {
	let bytes: Uint8Array;
	try {
		bytes = await startOf(file, glancedAt);
	} catch {
		return { kind: 'other' };
	}
	if (bytes.length === 0) {
		return { kind: 'other' };
	}
	const read = await readStart(file, bytes, signal);
	if (rule === undefined || (read.kind === 'session' && read.title !== '')) {
		return read;
	}
	const title = titleIn(await startFor(rule, file, bytes), rule);
	return title === undefined ? read : { kind: 'session', title };
}

/** The bytes a title is looked for in. */
async function startFor(rule: TitleRule, file: string, own: Uint8Array): Promise<Uint8Array> {
	if (rule.file === undefined) {
		return own;
	}
	try {
		return await startOf(rule.file(file), glancedAt);
	} catch {
		return new Uint8Array();
	}
}

function titleIn(bytes: Uint8Array, { pattern }: TitleRule): string | undefined {
	const found = pattern.exec(Buffer.from(bytes).toString())?.groups?.['json'];
	const text = found === undefined ? undefined : parsedJson(`"${found}"`);
	return typeof text === 'string' ? text : undefined;
}

async function readStart(file: string, bytes: Uint8Array, signal: AbortSignal): Promise<Glance> {
	try {
		const { format, conversations } = await openTranscript(sourceOf(file, bytes), signal);
		const assistant = readers.find((reader) => reader.format === format)?.label;
		return {
			kind: 'session',
			title: conversations[0]?.title ?? '',
			...(assistant === undefined ? {} : { assistant }),
		};
	} catch (error) {
		signal.throwIfAborted();
		// Elsewhere the format is known, but its beginning has no message yet, or is packed.
		const isKnown = error instanceof TranscriptError && error.code !== 'unknown-format';
		return isKnown ? { kind: 'session', title: '' } : { kind: 'other' };
	}
}
