import type { LogRange, Message } from '../messages/message.ts';

/** The formats that Precis reads. */
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
	/** The name that error messages show: the file's name or path. */
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	/** The first bytes of the content. @param limit Their maximum number. */
	bytes(limit: number): Promise<Uint8Array>;
	/** Path of the file on disk, which databases need; absent: the bytes are in memory. */
	readonly path?: string;
	/**
	 * Another file of the same session, if an assistant writes several.
	 * @param name Relative to this file's folder; a name that leads out of the folder is not found.
	 * @returns Undefined if it does not exist.
	 */
	sibling?(name: string): Promise<TranscriptSource | undefined>;
}

/** Something in a file that could not be read, or was read with a guess. */
export interface TranscriptProblem {
	/** 1-based line of the file; 1 for a file that is a single JSON document. */
	readonly line: number;
	/** One sentence: the problem and how it was handled. */
	readonly message: string;
	/** Not damage: the user rewound the session, and the abandoned messages are not shown. */
	readonly isRewind?: true;
}

/** A compaction that the assistant made before the file was opened. */
export interface EarlierCompaction {
	/**
	 * The messages that its summary covers, directly or through an earlier summary. All of them are still in the file;
	 * otherwise the summary is a message of the conversation, with the origin `summary`.
	 */
	readonly range: LogRange;
	/** Number of messages in the conversation at that time, at least `range.end`. */
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
	/** A plugin wrote the summary, not the assistant. */
	readonly byPlugin?: true;
}

/** One conversation of a file, normalised. */
export interface TranscriptConversation {
	/** Its id in the file; absent in files whose conversations keep their positions, unlike those of a database. */
	readonly id?: string;
	/** The session's own title, or its first words; empty if there are none. */
	readonly title: string;
	/** The title is the session's own. */
	readonly isNamed?: true;
	/** Distinguishes it from others in a list, for example by its folder. */
	readonly about?: string;
	/** The project's folder, if a file has conversations of several projects. */
	readonly folder?: string;
	/** When it was last written, if a file has several conversations. Milliseconds since the epoch. */
	readonly modified?: number;
	/** Whether another conversation of the file started it. */
	readonly isSubAgent?: boolean;
	readonly messages: readonly Message[];
	/**
	 * Reads the messages, yielding to other work in between. Where it exists, `messages` is empty until then.
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
	/** The model's window; absent: not recorded. */
	readonly windowTokens?: number;
	/** Number of messages that are included. */
	readonly atMessage: number;
	/**
	 * Size at the first or second request, mostly tools and instructions. Absent: not recorded, or the same as this
	 * record.
	 */
	readonly first?: Pick<RecordedUsage, 'usedTokens' | 'atMessage'>;
}

/** The result of reading a file. */
export interface Transcript {
	readonly format: TranscriptFormat;
	/** Never empty. */
	readonly conversations: readonly TranscriptConversation[];
	readonly problems: readonly TranscriptProblem[];
}

/** The beginning of a file: at most 64 KiB, possibly cut within a line. Parsed once for all readers. */
export interface FileHead {
	/** Without leading white space. */
	readonly text: string;
	/** The file's name or path. */
	readonly name: string;
	/** The JSON object or list at its beginning, up to where it is cut; undefined if there is none. */
	readonly document: unknown;
	/** The JSON objects on its lines. The last line may be cut; its first part is included. */
	readonly lines: readonly object[];
}

/** Reads one format. */
export interface TranscriptReader {
	readonly format: TranscriptFormat;
	/** Display name of the assistant. */
	readonly label: string;
	/** Whether a file with this beginning is of this format. */
	detect(head: FileHead): boolean;
	/**
	 * @param signal Stops reading; the promise rejects with the signal's reason.
	 * @throws {TranscriptError} when nothing can be read.
	 */
	read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript>;
}

/** Machine-readable reason why a file cannot be opened. */
export type TranscriptErrorCode = 'empty' | 'unknown-format' | 'unreadable' | 'too-large';

/** A file cannot be opened. The message names the file and says what can be done. */
export class TranscriptError extends Error {
	readonly code: TranscriptErrorCode;
	override readonly name = 'TranscriptError';

	constructor(code: TranscriptErrorCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}
