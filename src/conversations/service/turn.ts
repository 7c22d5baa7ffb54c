import { messageOf } from '../../messages/errors.ts';
import type { UserMessage } from '../../messages/message.ts';
import { ModelError, type ModelFailure } from '../../models/modelError.ts';
import { abortable } from '../../models/waiting.ts';
import type { Claim } from '../store/store.ts';
import { StoreError } from '../store/storeError.ts';
import type { Compactor } from './compactor.ts';
import { ContextSupply } from './contextSupply.ts';
import type { LiveConversation } from './live.ts';
import type { TurnContext, TurnReport, TurnResult } from './ports.ts';
import { type BegunTurn, notAnswered, type NotAnswered, type TurnEnd } from './queue.ts';

/** Something about the turn itself ended it. */
class TurnFailure extends Error {
	readonly why: NotAnswered;

	constructor(why: NotAnswered) {
		super(why.kind);
		this.why = why;
	}
}

/** One message of the person from the log to its answer. */
export class RunningTurn implements BegunTurn {
	readonly #live: LiveConversation;
	readonly #supply: ContextSupply;
	readonly #answerer: string;
	readonly #signal: AbortSignal;
	#replies = 0;
	/** A reply that could not be stored ends the turn, whatever the port makes of it. */
	#lost: TurnFailure | undefined;

	/** @param signal Stops the turn, and nothing but the turn. */
	constructor(live: LiveConversation, compactor: Compactor, answerer: string, signal: AbortSignal) {
		this.#live = live;
		this.#supply = new ContextSupply(live, compactor);
		this.#answerer = answerer;
		this.#signal = signal;
	}

	async run(
		message: UserMessage | undefined,
		accepted: (number: number) => void,
	): Promise<TurnEnd> {
		this.#signal.throwIfAborted();
		return holdingTurn(this.#live, this.#signal, () => this.#run(message, accepted));
	}

	endOf(error: unknown): TurnEnd {
		const failure = this.#lost ?? error;
		if (failure instanceof TurnFailure) {
			return notAnswered(failure.why);
		}
		const kind = failure instanceof StoreError ? 'store' : 'unexpected';
		return notAnswered({ kind, message: messageOf(failure) });
	}

	async #run(
		message: UserMessage | undefined,
		accepted: (number: number) => void,
	): Promise<TurnEnd> {
		const { conversation, account, parts } = this.#live;
		// Another window may have answered meanwhile.
		this.#stored(() => this.#live.refresh());
		if (message === undefined) {
			this.#assertUnanswered();
		} else {
			this.#stored(() => this.#live.appendNow([message]));
		}
		accepted(conversation.log.length);
		parts.tell({ type: 'changed' });
		try {
			await this.#answer();
		} finally {
			account.turnEnded();
		}
		return this.#replies > 0
			? { kind: 'answered', messages: this.#replies, last: conversation.log.length }
			: notAnswered({ kind: 'no-reply' });
	}

	/** Nothing is answered twice. */
	#assertUnanswered(): void {
		if (!this.#live.isUnanswered) {
			const message = 'Another window has answered this message together with its own.';
			throw new TurnFailure({ kind: 'unexpected', message });
		}
	}

	async #answer(): Promise<void> {
		const failure = await this.#ask();
		if (failure === undefined) {
			return;
		}
		if (
			failure.kind !== 'context-too-long' ||
			!(await this.#supply.compactForOverflow(this.#signal))
		) {
			throw new TurnFailure({ kind: 'model', failure });
		}
		const again = await this.#ask();
		if (again !== undefined) {
			throw new TurnFailure({ kind: 'model', failure: again });
		}
	}

	/** Has the model called. @returns Why it failed, if it did. */
	async #ask(): Promise<ModelFailure | undefined> {
		const signal = this.#signal;
		const call = { open: true };
		try {
			const context = await this.#nextContext();
			const report = this.#reportOf(call);
			const run = (): Promise<TurnResult> =>
				this.#live.parts.turns.runTurn(context, signal, report);
			const result = await abortable(run, signal);
			this.#throwIfLost();
			return result.kind === 'failed' ? result.failure : undefined;
		} catch (error) {
			this.#throwIfLost();
			if (error instanceof ModelError && !signal.aborted) {
				return error.failure;
			}
			throw error;
		} finally {
			call.open = false;
		}
	}

	/** What the port may do while its call is open; a late word would stand in the next turn. */
	#reportOf(call: { readonly open: boolean }): TurnReport {
		const assertOpen = (): void => {
			this.#signal.throwIfAborted();
			if (!call.open) {
				throw new Error('This turn is over.');
			}
		};
		return {
			answerer: this.#answerer,
			append: (...messages) => {
				assertOpen();
				this.#stored(() => this.#live.appendNow(messages));
				this.#replies += messages.length;
			},
			nextContext: async () => {
				assertOpen();
				const context = await this.#nextContext();
				assertOpen();
				return context;
			},
		};
	}

	/** What the model is sent now; compacts first, or meanwhile, where the context is too full. */
	async #nextContext(): Promise<TurnContext> {
		this.#stored(() => this.#live.refresh());
		return this.#supply.next(this.#signal);
	}

	/** Stores something; what cannot be stored ends the turn. */
	#stored(store: () => unknown): void {
		try {
			store();
		} catch (error) {
			this.#lost = new TurnFailure({ kind: 'store', message: messageOf(error) });
			throw error;
		}
	}

	#throwIfLost(): void {
		if (this.#lost !== undefined) {
			throw this.#lost;
		}
	}
}

/** How often it is looked whether another window is done answering, milliseconds. */
const pollMs = 500;

/**
 * Answers while no other window answers in the same conversation.
 * @throws {StoreError} and the signal's reason, beside what the work throws.
 */
async function holdingTurn<Result>(
	live: LiveConversation,
	signal: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result> {
	const claim = await claimTurn(live, signal);
	try {
		return await work();
	} finally {
		try {
			claim.release();
		} catch (error) {
			live.parts.unexpected(error);
		}
	}
}

async function claimTurn(live: LiveConversation, signal: AbortSignal): Promise<Claim> {
	for (;;) {
		const claim = live.parts.store.claim(live.id, 'turn');
		if (claim !== undefined) {
			return claim;
		}
		live.notice({ kind: 'answering-elsewhere' });
		await abortable(() => live.parts.wait(pollMs, signal), signal);
	}
}
