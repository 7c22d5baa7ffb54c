import type { ModelAnswer } from '../client.ts';

/** A reply as it is put together, in either API, from events or as a whole. */
export interface Reply {
	/**
	 * Takes an event of a stream, or the whole reply where it came in one piece.
	 * @returns The text it adds; empty where it shows no more than that the model is at work.
	 * @throws {ErrorReply | NoReply}
	 */
	take(event: unknown): string;
	/** Whether the provider said that, and why, the reply ended. */
	readonly finished: boolean;
	/** Whether anything of a reply has come. */
	readonly begun: boolean;
	answer(): ModelAnswer;
}

/** An error where a reply should be, in a body with a successful status. */
export class ErrorReply extends Error {
	override readonly name = 'ErrorReply';
	/** What the provider sent, as it came. */
	readonly body: unknown;

	constructor(body: unknown) {
		super('The reply is an error.');
		this.body = body;
	}
}

/** Something else where a reply should be. The message says what, as the end of "… sent". */
export class NoReply extends Error {
	override readonly name = 'NoReply';
	/** Whether it looks as if another program answered. */
	readonly elsewhere: boolean;

	constructor(what: string, elsewhere = false) {
		super(what);
		this.elsewhere = elsewhere;
	}
}
