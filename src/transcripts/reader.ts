import type { LogRange, Message } from '../messages/message.ts';

/** Formats that can be read; each new reader adds its own. */
export type TranscriptFormat =
	| 'claude-code'
	| 'cline'
	| 'codex'
	| 'continue'
	| 'copilot'
	| 'cursor'
	| 'gemini-cli'
	| 'hermes'
	| 'kilo'
	| 'messages'
	| 'opencode'
	| 'pi'
	| 'qwen-code'
	| 'vscode-chat';

/** Bytes of a saved session from any source. Implementations open them read-only. */
export interface TranscriptSource {
	/** The name in messages to the user: the file's name or path. */
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	/** The first bytes of the content, as many as there are. @param most Maximum. */
	bytes(most: number): Promise<Uint8Array>;
	/** Path of the file on disk, for formats that are databases; absent: it has none. */
	readonly path?: string;
	/**
	 * Another file of the same session, if an assistant writes several.
	 * @param name Relative to the folder of this one; never leads out of it.
	 * @returns Undefined if it does not exist.
	 */
	beside?(name: string): Promise<TranscriptSource | undefined>;
}

/** Something in a file that could not be read, or was read with a guess. */
export interface TranscriptProblem {
	/** 1-based line of the file; 1 for a file that is a single JSON document. */
	readonly line: number;
	/** One sentence: the problem and how it was handled. */
	readonly message: string;
	/** No problem: the user went back in the session, and what they left is not shown. */
	readonly isRewind?: true;
}

/** A compaction by the assistant itself, before the file was opened. */
export interface EarlierCompaction {
	/**
	 * The messages its summary covers, including those of earlier summaries that it incorporated: all of them are still in
	 * the file. If they are not, the summary is a message of the conversation instead, of the origin `summary`.
	 */
	readonly range: LogRange;
	/** Number of messages when it was made, at least `range.end`. */
	readonly at: number;
	/** The assistant's text, without the introduction for the model. */
	readonly summary: string;
	/** Tokens of the context before it, as the assistant counted them. */
	readonly tokensBefore?: number;
	/** Tokens of the first context after it that the assistant recorded. */
	readonly tokensAfter?: number;
	/** Who requested it; absent: not recorded. */
	readonly trigger?: 'manual' | 'automatic';
	/** When it was made, milliseconds since the epoch. */
	readonly time?: number;
}

/** One conversation of a file, normalised. */
export interface TranscriptConversation {
	/** Its id in the file, if its position may change: a database gains and loses sessions. */
	readonly id?: string;
	/** The session's own title, or its first words; empty if there are none. */
	readonly title: string;
	/** The title is the session's own. */
	readonly isNamed?: true;
	/** Distinguishes it from others in a list, its folder for example. */
	readonly about?: string;
	/** Of the project, if a file has conversations of several. */
	readonly folder?: string;
	/** When it was last written, if a file has several. Milliseconds since the epoch. */
	readonly modified?: number;
	/** Whether another conversation of the file started it. */
	readonly isSubAgent?: boolean;
	readonly messages: readonly Message[];
	/**
	 * Reads the messages, yielding to other work in between; if it exists, there are none before.
	 * @throws {TranscriptError} Or the signal's reason.
	 */
	load?(signal?: AbortSignal): Promise<void>;
	/** Problems found while its messages were loaded. */
	readonly problems?: readonly TranscriptProblem[];
	/** Oldest first. */
	readonly earlier?: readonly EarlierCompaction[];
	/** Absent: nothing was recorded since the last compaction. */
	readonly usage?: RecordedUsage | undefined;
}

/** The context size that the session's assistant recorded last. */
export interface RecordedUsage {
	readonly usedTokens: number;
	/** Of the model; absent: not recorded. */
	readonly windowTokens?: number;
	/** How many messages of the conversation were counted. */
	readonly atMessage: number;
	/**
	 * Of the session's first or second request; absent: not recorded, or this is it. Consists mostly of tools and
	 * instructions.
	 */
	readonly first?: Pick<RecordedUsage, 'usedTokens' | 'atMessage'>;
}

/** The result of reading a file. */
export interface Transcript {
	readonly format: TranscriptFormat;
	/** At least one. */
	readonly conversations: readonly TranscriptConversation[];
	readonly problems: readonly TranscriptProblem[];
}

/** The beginning of a file: at most 64 KiB, possibly cut within a line. Parsed once for all readers. */
export interface FileHead {
	/** Without leading blanks. */
	readonly text: string;
	/** Of the file. */
	readonly name: string;
	/** The JSON object or list at its beginning, as far as known; undefined if there is none. */
	readonly document: unknown;
	/** The JSON objects on its lines. The last line may be cut: its known part counts too. */
	readonly lines: readonly object[];
}

/** Reads one format. */
export interface TranscriptReader {
	readonly format: TranscriptFormat;
	/** Display name of the assistant. */
	readonly label: string;
	/** Whether a file with this beginning is of this format. */
	detect(opening: FileHead): boolean;
	/**
	 * @param signal Stops reading; the promise rejects with the signal's reason.
	 * @throws {TranscriptError} when nothing can be read.
	 */
	read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript>;
}

/** Why a file cannot be opened, for programs. */
export type TranscriptErrorCode = 'empty' | 'unknown-format' | 'unreadable' | 'too-large';

/** Why a file cannot be opened at all. The message names the file and states what can be done. */
export class TranscriptError extends Error {
	readonly code: TranscriptErrorCode;
	override readonly name = 'TranscriptError';

	constructor(code: TranscriptErrorCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}
