import { AsyncLocalStorage } from 'node:async_hooks';
import { messageOf } from '../../messages/errors.ts';
import type { UserMessage } from '../../messages/message.ts';
import { Interrupted } from '../../models/interrupts.ts';
import type { ModelFailure } from '../../models/modelError.ts';
import type { StoredNode } from '../store/store.ts';

/** Why a message was not answered. */
export type NotAnswered =
	/** Taken back while it was queued, before it came into the log. */
	| { readonly kind: 'withdrawn' }
	/** The turn was stopped. What had come of the reply stays. */
	| { readonly kind: 'stopped' }
	/** The service ended, or the conversation was deleted or closed. */
	| { readonly kind: 'shut-down' | 'deleted' | 'closed' }
	/** The model's call failed. */
	| { readonly kind: 'model'; readonly failure: ModelFailure }
	/** The model ended without a word. */
	| { readonly kind: 'no-reply' }
	/** The message or its reply could not be stored. */
	| { readonly kind: 'store'; readonly message: string }
	| { readonly kind: 'unexpected'; readonly message: string };

/** How a submitted message ended; each one ends exactly once. */
export type TurnEnd =
	/** `messages` long; the number of the last one is `last`. */
	| { readonly kind: 'answered'; readonly messages: number; readonly last: number }
	| { readonly kind: 'not-answered'; readonly cause: NotAnswered };

/** A message on its way: queued, answered, or not answered. */
export interface Submission {
	/** Counts up over the service. */
	readonly id: number;
	readonly message: UserMessage;
	/**
	 * The message's number once it is in the log and durable; undefined when it never gets there.
	 * One that waits only for a compaction is there at once.
	 */
	readonly accepted: Promise<number | undefined>;
	/** Never rejects. */
	readonly ended: Promise<TurnEnd>;
	/** Takes the message back while it is queued, stops its turn when that runs. */
	cancel(): void;
}

/** How appending ended. What was not appended is not in the log, no part of it. */
export type AppendEnd =
	| { readonly kind: 'appended'; readonly nodes: readonly StoredNode[] }
	| { readonly kind: 'not-appended'; readonly cause: NotAnswered };

/** An end without an answer. */
export function notAnswered(cause: NotAnswered): TurnEnd {
	return { kind: 'not-answered', cause };
}

/** Answers one message. */
export interface BegunTurn {
	/**
	 * Appends the message and has it answered.
	 * @param message Undefined: it is the last one of the log.
	 * @param accepted Gets the message's number as soon as it is durable.
	 * @throws Whatever stopped or failed it; the signal's reason when it was stopped.
	 */
	run(message: UserMessage | undefined, accepted: (number: number) => void): Promise<TurnEnd>;
	/** What {@link run} has thrown, as the turn's end. */
	endOf(error: unknown): TurnEnd;
}

/** What a queue needs of its conversation. None of the functions may throw. */
export interface QueueRules {
	/** The compaction that somebody waits for; messages stay in the queue meanwhile. Never rejects. */
	readonly compaction: () => Promise<void> | undefined;
	readonly begin: (answerer: string, signal: AbortSignal) => BegunTurn;
	/** Appends a message before its turn. @returns Its number; undefined: it was not appended. */
	readonly append: (message: UserMessage) => number | undefined;
	readonly turnEnded: (submission: number, end: TurnEnd) => void;
	/** An entry was done. */
	readonly done: () => void;
}

/** Something a conversation does when its time comes. */
interface Entry {
	/** Present where it waits for a compaction; called then, maybe more than once. Never throws. */
	waiting?(): void;
	/** Never rejects. */
	run(): Promise<void>;
	/** It will not be done. */
	drop(cause: NotAnswered): void;
}

/** Does one thing after the other; whatever comes meanwhile waits in order. */
export class Queue {
	readonly rules: QueueRules;
	/** The message that is being answered. */
	running: QueuedMessage | undefined;
	readonly #entries: Entry[] = [];
	/** A message may come from within a compaction's flow; its turn is not masked by that. */
	readonly #outside = AsyncLocalStorage.snapshot();
	#serving: Promise<void> | undefined;
	#closed: NotAnswered | undefined;

	constructor(rules: QueueRules) {
		this.rules = rules;
	}

	/** Messages that wait, next one first. */
	get messages(): readonly Submission[] {
		return this.#entries.filter((entry) => entry instanceof QueuedMessage);
	}

	/** Has a message answered: at once, or after what runs and waits. */
	submit(id: number, message: UserMessage, answerer: string): Submission {
		const queued = new QueuedMessage(id, message, answerer, this);
		this.#post(queued);
		return queued;
	}

	/** Appends after the turn that runs: nothing gets into the middle of it. Never rejects. */
	append(append: () => readonly StoredNode[]): Promise<AppendEnd> {
		const { promise, resolve } = Promise.withResolvers<AppendEnd>();
		const drop = (cause: NotAnswered): void => resolve({ kind: 'not-appended', cause });
		this.#post({
			run() {
				try {
					resolve({ kind: 'appended', nodes: append() });
				} catch (error) {
					drop({ kind: 'store', message: messageOf(error) });
				}
				return Promise.resolve();
			},
			drop,
		});
		return promise;
	}

	/** Takes an entry out. @returns Whether it was still waiting. */
	withdraw(entry: Entry): boolean {
		const index = this.#entries.indexOf(entry);
		if (index >= 0) {
			this.#entries.splice(index, 1);
		}
		return index >= 0;
	}

	/** Stops what runs, drops what waits and whatever comes. Resolves when what runs has ended. */
	close(cause: NotAnswered): Promise<void> {
		this.#closed ??= cause;
		this.running?.stop(cause);
		this.#entries.splice(0).forEach((entry) => entry.drop(cause));
		return this.#serving ?? Promise.resolve();
	}

	#post(entry: Entry): void {
		if (this.#closed !== undefined) {
			entry.drop(this.#closed);
			return;
		}
		this.#entries.push(entry);
		if (this.#serving === undefined) {
			// Set before it begins: an entry may post another one at once.
			const begun = Promise.withResolvers<void>();
			this.#serving = begun.promise;
			begun.resolve(this.#outside(() => this.#serve()));
		}
	}

	async #serve(): Promise<void> {
		for (;;) {
			const next = this.#entries[0];
			const blocking = next?.waiting === undefined ? undefined : this.rules.compaction();
			if (blocking !== undefined) {
				next?.waiting?.();
				await blocking;
				continue;
			}
			const entry = this.#entries.shift();
			if (entry === undefined) {
				// At once: an entry that is posted from now on begins anew.
				this.#serving = undefined;
				return;
			}
			await entry.run();
			this.rules.done();
		}
	}
}

/** A person's message from the queue to its end. Ends exactly once. */
class QueuedMessage implements Entry, Submission {
	readonly id: number;
	readonly message: UserMessage;
	readonly #answerer: string;
	readonly #queue: Queue;
	readonly #controller = new AbortController();
	readonly #accepted = Promise.withResolvers<number | undefined>();
	readonly #ended = Promise.withResolvers<TurnEnd>();
	#stopped: NotAnswered | undefined;
	#over = false;
	#isAccepted = false;

	constructor(id: number, message: UserMessage, answerer: string, queue: Queue) {
		this.id = id;
		this.message = message;
		this.#answerer = answerer;
		this.#queue = queue;
	}

	get accepted(): Promise<number | undefined> {
		return this.#accepted.promise;
	}

	get ended(): Promise<TurnEnd> {
		return this.#ended.promise;
	}

	cancel(): void {
		if (this.#queue.withdraw(this)) {
			this.drop({ kind: this.#isAccepted ? 'stopped' : 'withdrawn' });
		} else {
			this.stop({ kind: 'stopped' });
		}
	}

	/** Ends its turn. A turn that is over is not changed by it. */
	stop(cause: NotAnswered): void {
		if (!this.#over && this.#stopped === undefined) {
			this.#stopped = cause;
			this.#controller.abort(new Interrupted(cause.kind === 'stopped' ? 'turn' : 'service'));
		}
	}

	/** A compaction may take minutes: the message is durable meanwhile, and answered with the summary in place. */
	waiting(): void {
		const number = this.#isAccepted ? undefined : this.#queue.rules.append(this.message);
		if (number !== undefined) {
			this.#accept(number);
		}
	}

	async run(): Promise<void> {
		this.#queue.running = this;
		const turn = this.#queue.rules.begin(this.#answerer, this.#controller.signal);
		let end: TurnEnd;
		try {
			const message = this.#isAccepted ? undefined : this.message;
			end = await turn.run(message, (number) => this.#accept(number));
		} catch (error) {
			end = this.#stopped === undefined ? turn.endOf(error) : notAnswered(this.#stopped);
		}
		this.#queue.running = undefined;
		this.#end(end);
	}

	drop(cause: NotAnswered): void {
		this.#end(notAnswered(cause));
	}

	#accept(number: number): void {
		this.#isAccepted = true;
		this.#accepted.resolve(number);
	}

	#end(end: TurnEnd): void {
		this.#over = true;
		this.#accepted.resolve(undefined);
		this.#queue.rules.turnEnded(this.id, end);
		this.#ended.resolve(end);
	}
}
