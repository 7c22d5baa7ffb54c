/** What went wrong. The message is for developers and in English. */
export interface PrecisError extends Error {
	readonly name: 'PrecisError';
	readonly code: PrecisErrorCode;
}

/** What a program can tell errors apart by. */
export type PrecisErrorCode =
	/** What was given is not what is taken; the message says where. Nothing was done. */
	| 'invalid-input'
	/** More than 10,000 messages, or 16 million characters (32 MB), in one call. Nothing was done. */
	| 'too-large'
	/** There is no such version of this API. */
	| 'unknown-version'
	/** It is not there any more: open it again, then it begins anew. */
	| 'unknown-conversation'
	/** The conversation has no such record. */
	| 'unknown-record'
	/** It could not be stored or read: the disk is full, another window has it locked. Nothing was done. */
	| 'not-stored'
	/** Your signal was aborted. */
	| 'cancelled'
	/** Precis' worker ended before it answered, and starts again with the next call. */
	| 'stopped'
	/** Precis was deactivated. */
	| 'disposed'
	/** A mistake of Precis. */
	| 'internal';
