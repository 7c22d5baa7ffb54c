import { messageOf } from '../../messages/errors.ts';
import type { UserMessage } from '../../messages/message.ts';
import { Interrupted } from '../../models/interrupts.ts';
import type { StoredNode } from '../store/store.ts';
import type { QueuedTask } from './mailbox.ts';
import { notAnswered, type NotAnswered, type Submission, type TurnEnd } from './submission.ts';
import type { RunningTurn } from './turn.ts';

/** How appending ended. What was not appended is not in the log, no part of it. */
export type AppendEnd =
	| { readonly kind: 'appended'; readonly nodes: readonly StoredNode[] }
	| { readonly kind: 'not-appended'; readonly cause: NotAnswered };

/** Messages that are appended when their time comes: not in the middle of a turn. */
export class QueuedAppend implements QueuedTask {
	/** What comes while a summary is written stays in the tail. */
	readonly waitsForCompaction = false;
	readonly #append: () => readonly StoredNode[];
	readonly #ended = Promise.withResolvers<AppendEnd>();

	constructor(append: () => readonly StoredNode[]) {
		this.#append = append;
	}

	/** Never rejects. */
	get ended(): Promise<AppendEnd> {
		return this.#ended.promise;
	}

	run(): Promise<void> {
		try {
			this.#ended.resolve({ kind: 'appended', nodes: this.#append() });
		} catch (error) {
			this.drop({ kind: 'store', message: messageOf(error) });
		}
		return Promise.resolve();
	}

	waiting(): void {}

	drop(cause: NotAnswered): void {
		this.#ended.resolve({ kind: 'not-appended', cause });
	}
}

/** How a queued message gets its turn. */
export interface TurnRules {
	readonly begin: (submission: number, signal: AbortSignal) => RunningTurn;
	/** Takes it out of the queue. @returns Whether it was still there. */
	readonly withdraw: (message: QueuedMessage) => boolean;
	/** It runs now, or does not any more. */
	readonly running: (message: QueuedMessage | undefined) => void;
	/** Appends the message before its turn. @returns Its number; undefined: it was not appended. */
	readonly append: (message: UserMessage) => number | undefined;
	readonly ended: (submission: number, end: TurnEnd) => void;
}

/** A person's message from the queue to its end. Ends exactly once. */
export class QueuedMessage implements QueuedTask, Submission {
	/** It is answered with the real summary in place. */
	readonly waitsForCompaction = true;
	readonly id: number;
	readonly message: UserMessage;
	readonly #rules: TurnRules;
	readonly #controller = new AbortController();
	readonly #accepted = Promise.withResolvers<number | undefined>();
	readonly #ended = Promise.withResolvers<TurnEnd>();
	#stopped: NotAnswered | undefined;
	#over = false;
	#isAccepted = false;

	constructor(id: number, message: UserMessage, rules: TurnRules) {
		this.id = id;
		this.message = message;
		this.#rules = rules;
	}

	get accepted(): Promise<number | undefined> {
		return this.#accepted.promise;
	}

	get ended(): Promise<TurnEnd> {
		return this.#ended.promise;
	}

	cancel(): void {
		if (this.#rules.withdraw(this)) {
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

	/** A compaction may take minutes: the message is durable meanwhile. */
	waiting(): void {
		const number = this.#isAccepted ? undefined : this.#rules.append(this.message);
		if (number !== undefined) {
			this.#accept(number);
		}
	}

	async run(): Promise<void> {
		this.#rules.running(this);
		const turn = this.#rules.begin(this.id, this.#controller.signal);
		let end: TurnEnd;
		try {
			const message = this.#isAccepted ? undefined : this.message;
			end = await turn.run(message, (number) => this.#accept(number));
		} catch (error) {
			end = this.#stopped === undefined ? turn.endOf(error) : notAnswered(this.#stopped);
		}
		this.#rules.running(undefined);
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
		this.#rules.ended(this.id, end);
		this.#ended.resolve(end);
	}
}
