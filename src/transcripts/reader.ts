import type { LogRange, Message } from '../messages/message.ts';

/** Formats that can be read; a reader that is added adds its own. */
export type TranscriptFormat =
	| 'anthropic'
	| 'claude-code'
	| 'cline'
	| 'codex'
	| 'continue'
	| 'copilot'
	| 'cursor'
	| 'gemini-cli'
	| 'hermes'
	| 'kilo'
	| 'openai-chat'
	| 'opencode'
	| 'pi'
	| 'qwen-code'
	| 'vscode-chat';

/** Bytes of a saved session, wherever they lie. Implementations open them read-only. */
export interface TranscriptSource {
	/** What people see in messages: the file's name or path. */
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	/** The first bytes of the content, as many as there are. @param most At most. */
	bytes(most: number): Promise<Uint8Array>;
	/** Path of the file on disk, for formats that are databases; absent: it has none. */
	readonly path?: string;
	/**
	 * Another file of the same session, where an assistant writes several.
	 * @param name Relative to the folder of this one; never leads out of it.
	 * @returns Undefined when it is not there.
	 */
	beside?(name: string): Promise<TranscriptSource | undefined>;
}

/** Something in a file that could not be read, or was read with a guess. */
export interface TranscriptProblem {
	/** 1-based line of the file; 1 for a file that is a single JSON document. */
	readonly line: number;
	/** One sentence: what is wrong and what was done about it. */
	readonly message: string;
}

/** A compaction that the assistant made itself, before the file was opened. */
export interface EarlierCompaction {
	/**
	 * The messages its summary stands for, those of earlier summaries that went into it included: they
	 * are all in the file still. Where they are not, the summary is a message of the conversation
	 * instead, of the origin `summary`.
	 */
	readonly range: LogRange;
	/** Number of messages there were when it was made, at least `range.end`. */
	readonly at: number;
	/** As the assistant wrote it, without the words that introduce it to the model. */
	readonly summary: string;
	/** Tokens of the context before it, as the assistant counted them. */
	readonly tokensBefore?: number;
	/** Who asked for it; absent: the file does not tell. */
	readonly trigger?: 'manual' | 'automatic';
	/** When it was made, milliseconds since the epoch. */
	readonly time?: number;
}

/** One conversation of a file, normalised. */
export interface TranscriptConversation {
	/** What the file calls it, where its position may change: a database gains and loses sessions. */
	readonly id?: string;
	/** The session's own title, or its first words; empty when there is nothing to call it by. */
	readonly title: string;
	/**
	 * What tells it from others in a list, its folder for example.
	 */
	readonly about?: string;
	/** Of the project, where a file has conversations of several. */
	readonly folder?: string;
	/** When it was last written to, where a file has several. Milliseconds since the epoch. */
	readonly modified?: number;
	/** Whether another conversation of the file has started it. */
	readonly isSubAgent?: boolean;
	readonly messages: readonly Message[];
	/**
	 * Reads the messages, with turns for others in between; where it is there, there are none before.
	 * @throws {TranscriptError} Or the signal's reason.
	 */
	load?(signal?: AbortSignal): Promise<void>;
	/** What was found while its messages were loaded. */
	readonly problems?: readonly TranscriptProblem[];
	/** Oldest first. */
	readonly earlier?: readonly EarlierCompaction[];
	/** Absent: nothing was recorded since the last compaction. */
	readonly usage?: RecordedUsage | undefined;
}

/** How large a context was, as the session's assistant recorded it last. */
export interface RecordedUsage {
	readonly usedTokens: number;
	/** Of the model; absent: the session does not say. */
	readonly windowTokens?: number;
	/** Messages of the conversation that were counted. */
	readonly atMessage: number;
	/** Of the session's first request; absent: not recorded, or this is it. Tools and instructions are most of it. */
	readonly first?: Pick<RecordedUsage, 'usedTokens' | 'atMessage'>;
}

/** What reading a file gave. */
export interface Transcript {
	readonly format: TranscriptFormat;
	/** At least one. */
	readonly conversations: readonly TranscriptConversation[];
	readonly problems: readonly TranscriptProblem[];
}

/** How a file begins: at most 64 KiB, possibly cut in mid-line. It is parsed once for all who look at it. */
export interface FileHead {
	/** Without blanks in front. */
	readonly text: string;
	/** Of the file. */
	readonly name: string;
	/** The JSON object or list that it begins with, as far as it is known; undefined where there is none. */
	readonly document: unknown;
	/** The JSON objects on its lines. The last line may be cut: what can be known of it counts too. */
	readonly lines: readonly object[];
}

/** Reads one format. */
export interface TranscriptReader {
	readonly format: TranscriptFormat;
	/** The assistant's name as people know it. */
	readonly label: string;
	/** Whether a file that starts like this is of this format. */
	detect(opening: FileHead): boolean;
	/**
	 * @param signal Stops reading; the promise rejects with the signal's reason.
	 * @throws {TranscriptError} when nothing can be read.
	 */
	read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript>;
}

/** Why a file cannot be opened, for programs. */
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
