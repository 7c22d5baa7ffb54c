import { thresholdsOf } from '../../compaction/thresholds.ts';
import type { UserMessage } from '../../messages/message.ts';
import { abortable } from '../../models/abortable.ts';
import { ModelError, type ModelFailure } from '../../models/modelError.ts';
import type { Compactor } from './compactor.ts';
import type { Notice, NotCompacting } from './events.ts';
import type { OverThreshold } from './gate.ts';
import { messageOf, type Ticket, type TicketEnd } from './job.ts';
import type { LiveConversation } from './live.ts';
import { StoreError } from '../store/storeError.ts';
import { holdingTurn } from './turnClaim.ts';
import type { TurnContext, TurnReport, TurnResult } from './ports.ts';
import { notAnswered, type NotAnswered, type TurnEnd } from './submission.ts';

/** Joined jobs an overflow waits for before it gives up, and its own among them. */
const overflowTries = 3;

/** Something about the turn itself ended it. */
class TurnFailure extends Error {
	readonly why: NotAnswered;

	constructor(why: NotAnswered) {
		super(why.kind);
		this.why = why;
	}
}

/** One message of the person from the log to its answer. */
export class Turn {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	readonly #submission: number;
	readonly #signal: AbortSignal;
	#attempts = 0;
	#replies = 0;
	/** A reply that could not be stored ends the turn, whatever the port makes of it. */
	#lost: TurnFailure | undefined;

	/** @param signal Stops the turn, and nothing but the turn. */
	constructor(
		live: LiveConversation,
		compactor: Compactor,
		submission: number,
		signal: AbortSignal,
	) {
		this.#live = live;
		this.#compactor = compactor;
		this.#submission = submission;
		this.#signal = signal;
	}

	/**
	 * Appends the message and has it answered.
	 * @param accepted Gets the message's number as soon as it is durable.
	 * @throws Whatever stopped or failed it; the signal's reason when it was stopped.
	 */
	async run(
		message: UserMessage | undefined,
		accepted: (number: number) => void,
	): Promise<TurnEnd> {
		this.#signal.throwIfAborted();
		return holdingTurn(this.#live, this.#signal, () => this.#run(message, accepted));
	}

	/** What {@link run} has thrown, as the turn's end. */
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
			this.#stored(() => this.#live.append([message]));
		}
		const number = conversation.log.length;
		accepted(number);
		parts.tell({ type: 'turn-started', submission: this.#submission, number });
		try {
			await this.#answer();
		} finally {
			account.turnEnded();
		}
		return this.#replies > 0
			? { kind: 'answered', messages: this.#replies }
			: notAnswered({ kind: 'no-reply' });
	}

	/** Nothing is answered twice. */
	#assertUnanswered(): void {
		if (!this.#live.isUnanswered) {
			throw new TurnFailure({ kind: 'withdrawn' });
		}
	}

	async #answer(): Promise<void> {
		const failure = await this.#ask();
		if (failure === undefined) {
			return;
		}
		if (failure.kind !== 'context-too-long' || !(await this.#makeRoom())) {
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
			append: (...messages) => {
				assertOpen();
				this.#stored(() => this.#live.append(messages));
				this.#replies += messages.length;
			},
			promptTokens: (tokens) => {
				if (call.open) {
					this.#reported(tokens);
				}
			},
			nextContext: async () => {
				assertOpen();
				const context = await this.#nextContext();
				assertOpen();
				return context;
			},
		};
	}

	#reported(tokens: number): void {
		const { account, state, parts } = this.#live;
		const { guard } = account;
		account.reported(tokens);
		if (account.guard.unhelpful !== guard.unhelpful) {
			state.tryWrite({ guard: account.guard });
		}
		parts.tell({ type: 'size', size: account.size });
	}

	/** What the model is sent now; compacts first, or meanwhile, where the context is too full. */
	async #nextContext(): Promise<TurnContext> {
		const { id, conversation, account } = this.#live;
		this.#stored(() => this.#live.refresh());
		while (await this.#compactWhereFull()) {
			this.#signal.throwIfAborted();
		}
		const { messages, tokens } = conversation.context;
		account.requested(this.#live.sum);
		return { conversation: id, messages, tokens };
	}

	/** @returns Whether the context is another one now, and has to be looked at again. */
	async #compactWhereFull(): Promise<boolean> {
		const decision = this.#live.decision(this.#attempts);
		switch (decision.action) {
			case 'send':
				return false;
			case 'send-over-threshold':
				this.#live.notice(this.#noticeOf(decision.reason));
				return false;
			case 'compact-in-background':
				this.#attempts += this.#compactor.startInBackground() ? 1 : 0;
				return false;
			case 'compact-first': {
				if (decision.forced) {
					this.#live.notice({ kind: 'window-forces' });
				}
				this.#attempts += 1;
				const ticket = this.#compactor.start(
					{ trigger: 'automatic', source: 'active' },
					this.#signal,
				);
				return this.#isNews(await this.#waitFor(ticket));
			}
		}
	}

	#noticeOf(reason: OverThreshold): Notice {
		const until = this.#live.state.now.restsUntil;
		return reason === 'resting'
			? { kind: 'resting', until: until ?? 0 }
			: { kind: 'not-compacting', reason };
	}

	/** Waits in the turn. The turn's end ends the waiting, not the compaction. */
	async #waitFor(ticket: Ticket): Promise<TicketEnd> {
		const { tell } = this.#live.parts;
		const submission = this.#submission;
		tell({ type: 'turn-waits', submission, job: ticket.job.id });
		const end = await ticket.ended;
		this.#signal.throwIfAborted();
		tell({ type: 'turn-goes-on', submission });
		return end;
	}

	/** Whether the context changed; where it did not, the turn goes on with it as it is. */
	#isNews(end: TicketEnd): boolean {
		const unchanged = (reason: NotCompacting): false => {
			this.#live.notice({ kind: 'not-compacting', reason });
			return false;
		};
		switch (end.kind) {
			case 'committed':
				return true;
			case 'proposed':
				return end.proposal.reason === 'changed';
			case 'refused':
				if (end.reason === 'compacted-elsewhere') {
					return true;
				}
				return unchanged(end.reason === 'running-elsewhere' ? end.reason : 'nothing-to-do');
			case 'failed':
				return unchanged('failed');
			case 'cancelled':
			case 'detached':
				return unchanged('not-applied');
		}
	}

	/** The provider found the context too long. @returns Whether it is shorter now. */
	async #makeRoom(): Promise<boolean> {
		this.#live.notice({ kind: 'overflow' });
		for (let tries = 0; tries < overflowTries; tries += 1) {
			const ticket = this.#compactor.start({ trigger: 'overflow', source: 'active' }, this.#signal);
			const end = await this.#waitFor(ticket);
			const { hard } = thresholdsOf(this.#live.settings.compaction);
			// What was joined was not made for an overflow, and may leave too much.
			if (end.kind === 'committed' && (!ticket.joined || this.#live.account.tokens < hard)) {
				return true;
			}
			if (end.kind === 'refused' && end.reason === 'compacted-elsewhere') {
				return true;
			}
			if (!ticket.joined && end.kind !== 'proposed') {
				return false;
			}
		}
		return false;
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
