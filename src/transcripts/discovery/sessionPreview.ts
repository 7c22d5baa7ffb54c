import { parsedJson } from '../../messages/json.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { sourceOf } from '../bytes/content.ts';
import { endOf, startOf } from '../bytes/fileSource.ts';
import { openTranscript } from '../open.ts';
import { TranscriptError } from '../reader.ts';
import { readers } from '../readers.ts';
import type { TextRule } from './stores.ts';

/** Bytes in which a session's format and title are found: some begin with a long system prompt. */
export const previewBytes = 131_072;

/** Bytes at the end of a longer file in which a later title is found: assistants repeat it there. */
const endLength = 65_536;

/** What the first bytes of a file reveal. */
export interface SessionPreview {
	/** Of its first conversation; empty: not in its beginning. */
	readonly title: string;
	/** Display name of the assistant; absent: not in its beginning. */
	readonly assistant?: string;
	/** The beginning contains words of the user. */
	readonly isAsked?: true;
}

/**
 * Reads the beginning of a file.
 * @param signal Stops reading; the promise rejects with the signal's reason, and for nothing else.
 * @param rule Finds the title if no reader does.
 * @returns Undefined: it is not a session, or cannot be read.
 */
export async function previewSession(
	file: string,
	signal: AbortSignal,
	rule?: TextRule,
): Promise<SessionPreview | undefined> {
	const bytes = await startOf(file, previewBytes).catch(() => Buffer.alloc(0));
	if (bytes.toString().trim() === '') {
		return undefined;
	}
	const start = await readStart(file, bytes, signal);
	const later =
		start !== undefined && bytes.length === previewBytes
			? await laterTitle(file, signal)
			: undefined;
	const read = later === undefined ? start : { ...start, title: later };
	if (rule === undefined || read?.title) {
		return read;
	}
	const title = await previewText(rule, file, previewBytes);
	return title === undefined ? read : { ...read, title };
}

async function readStart(
	file: string,
	bytes: Uint8Array,
	signal: AbortSignal,
): Promise<SessionPreview | undefined> {
	try {
		const { format, conversations } = await openTranscript(sourceOf(file, bytes), signal);
		const assistant = readers.find((reader) => reader.format === format)?.label;
		const { title = '', messages = [] } = conversations[0] ?? {};
		return {
			title,
			...(assistant === undefined ? {} : { assistant }),
			...([...messages].some(isFromPerson) ? { isAsked: true } : {}),
		};
	} catch (error) {
		signal.throwIfAborted();
		// Otherwise the format is known, but its beginning has no message yet, or is compressed.
		const isKnown = error instanceof TranscriptError && error.code !== 'unknown-format';
		return isKnown ? { title: '' } : undefined;
	}
}

/** The title that the end of a session gives it, such as after the user has renamed it. */
async function laterTitle(file: string, signal: AbortSignal): Promise<string | undefined> {
	try {
		const end = await endOf(file, endLength);
		const lines = end.subarray(end.indexOf('\n') + 1);
		const [first] = (await openTranscript(sourceOf(file, lines), signal)).conversations;
		return first?.isNamed === true ? first.title : undefined;
	} catch {
		signal.throwIfAborted();
		// The end is gone or cannot be read alone.
		return undefined;
	}
}

/**
 * The result of a rule for a session. Empty if it cannot be read; opening the session reports the reason.
 * @param most Bytes of the file that are examined.
 */
export async function previewText(
	{ pattern, file }: TextRule,
	session: string,
	most: number,
): Promise<string | undefined> {
	const start = await startOf(file?.(session) ?? session, most).catch(() => '');
	const { json, text } = pattern.exec(start.toString())?.groups ?? {};
	const value = json === undefined ? text?.trim() : parsedJson(`"${json}"`);
	return typeof value === 'string' ? value : undefined;
}
