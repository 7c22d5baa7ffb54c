import type { Message } from '../messages/message.ts';

/** Formats that can be read. */
export type TranscriptFormat = 'claude-code' | 'openai-chat';

/** Bytes of a saved session, wherever they lie. Implementations open them read-only. */
export interface TranscriptSource {
	/** What people see in messages: the file's name or path. */
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	/** The content in order, in chunks of any size. May be called more than once. */
	bytes(): AsyncIterable<Uint8Array>;
}

/** Something in a file that could not be read, or was read with a guess. */
export interface TranscriptProblem {
	/** 1-based line of the file; 1 for a file that is a single JSON document. */
	readonly line: number;
	/** One sentence: what is wrong and what was done about it. */
	readonly message: string;
}

/** One conversation of a file, normalised. */
export interface TranscriptConversation {
	/** The session's own title, or its first words; empty when there is nothing to call it by. */
	readonly title: string;
	readonly messages: readonly Message[];
}

/** What reading a file gave. */
export interface Transcript {
	readonly format: TranscriptFormat;
	/** At least one. */
	readonly conversations: readonly TranscriptConversation[];
	readonly problems: readonly TranscriptProblem[];
}

/** Reads one format. Readers stream: they never hold more than three times the file. */
export interface TranscriptReader {
	readonly format: TranscriptFormat;
	/** The assistant's name as people know it. */
	readonly label: string;
	/**
	 * Whether a file that starts like this is of this format.
	 * @param opening The first characters of the file, at most 64 KiB, possibly cut in mid-line.
	 */
	detect(opening: string): boolean;
	/**
	 * @param signal Stops reading; the promise rejects with the signal's reason.
	 * @throws {TranscriptError} when nothing can be read.
	 */
	read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript>;
}

export type TranscriptErrorCode = 'empty' | 'unknown-format' | 'unreadable' | 'too-large';

/** Why a file cannot be opened at all. The message names the file and says what can be done. */
export class TranscriptError extends Error {
	readonly code: TranscriptErrorCode;
	override readonly name = 'TranscriptError';

	constructor(code: TranscriptErrorCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}
