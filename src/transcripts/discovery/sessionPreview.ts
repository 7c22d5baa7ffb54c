import { parsedJson } from '../../messages/json.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { sourceOf } from '../bytes/content.ts';
import { bytesOf } from '../bytes/fileSource.ts';
import { openTranscript } from '../open.ts';
import { TranscriptError } from '../reader.ts';
import { readers } from '../readers.ts';
import type { TextRule } from './stores.ts';

/** Bytes in which a session's format and title are found: some sessions begin with a long system prompt. */
export const previewBytes = 131_072;

/** Bytes at the end of a longer file in which a changed title is found: assistants repeat it there. */
const endBytes = 65_536;

/** What the beginning of a file shows. */
export interface SessionPreview {
	/** Title of its first conversation; empty: not in the beginning. */
	readonly title: string;
	/** Display name of the assistant; absent: not in the beginning. */
	readonly assistant?: string;
	/** The beginning contains words of the user. */
	readonly isAsked?: true;
}

/**
 * Reads the beginning of a file.
 * @param signal Stops reading; the promise rejects only with the signal's reason.
 * @param rule Finds the title if no reader does.
 * @returns Undefined: the file is not a session, or cannot be read.
 */
export async function previewSession(
	file: string,
	signal: AbortSignal,
	rule?: TextRule,
): Promise<SessionPreview | undefined> {
	const bytes = await bytesOf(file, previewBytes).catch(() => Buffer.alloc(0));
	if (bytes.toString().trim() === '') {
		return undefined;
	}
	const start = await previewOf(file, bytes, signal);
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

async function previewOf(
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
			...(messages.some(isFromPerson) ? { isAsked: true } : {}),
		};
	} catch (error) {
		signal.throwIfAborted();
		// If the format is known, the beginning has no message yet, or is compressed.
		const isKnown = error instanceof TranscriptError && error.code !== 'unknown-format';
		return isKnown ? { title: '' } : undefined;
	}
}

/** The title at the end of a session, such as after the user has renamed it. */
async function laterTitle(file: string, signal: AbortSignal): Promise<string | undefined> {
	try {
		const end = await bytesOf(file, endBytes, 'end');
		const lines = end.subarray(end.indexOf('\n') + 1);
		const [first] = (await openTranscript(sourceOf(file, lines), signal)).conversations;
		return first?.isNamed === true ? first.title : undefined;
	} catch {
		signal.throwIfAborted();
		// The file is gone, or its end cannot be read on its own.
		return undefined;
	}
}

/**
 * The text that a rule finds; undefined: none, or the file cannot be read. Opening the session reports the reason.
 * @param bytes Number of bytes of the file that are searched.
 */
export async function previewText(
	{ pattern, file }: TextRule,
	session: string,
	bytes: number,
): Promise<string | undefined> {
	const start = await bytesOf(file?.(session) ?? session, bytes).catch(() => '');
	const { json, text } = pattern.exec(start.toString())?.groups ?? {};
	const value = json === undefined ? text?.trim() : parsedJson(`"${json}"`);
	return typeof value === 'string' ? value : undefined;
}
