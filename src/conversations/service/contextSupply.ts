import { overheadOf, roomOf } from '../../compaction/budgets.ts';
import { thresholdsOf } from '../../compaction/thresholds.ts';
import type { Message } from '../../messages/message.ts';
import { countMessage } from '../../messages/tokens.ts';
import type { Compactor } from './compactor.ts';
import type { Notice, NotCompacting } from './events.ts';
import type { Decision, OverThreshold } from './compactionPolicy.ts';
import type { JobWaiter, WaiterEnd } from './job.ts';
import type { LiveConversation } from './live.ts';
import type { TurnContext } from './ports.ts';

/** Joined jobs an overflow waits for before it gives up, and its own among them. */
const overflowTries = 3;

/** Share of the overhead that the room beside it has to have for compactions to find anything. */
const crammed = 1 / 4;

/** What a model is sent in one turn, request by request: compacts first, or meanwhile, where that is needed. */
export class ContextSupply {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	/** Automatic compactions of this turn that have come to nothing. */
	#attempts = 0;
	/** The record that was active at the latest of them. */
	#attemptedOn: number | undefined;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
	}

	/**
	 * The context for a request.
	 * @param signal Ends the waiting; a compaction that runs goes on.
	 */
	async next(signal: AbortSignal): Promise<TurnContext> {
		const { id, conversation } = this.#live;
		while (await this.#compactWhereFull(signal)) {
			signal.throwIfAborted();
		}
		const { messages, tokens } = conversation.context;
		this.#tellWhereItDoesNotFit(messages);
		this.#live.requested();
		return { conversation: id, messages, tokens, length: conversation.log.length };
	}

	/** The provider found the context too long. @returns Whether it is shorter now. */
	async compactForOverflow(signal: AbortSignal): Promise<boolean> {
		this.#live.notice({ kind: 'overflow' });
		for (let tries = 0; tries < overflowTries; tries += 1) {
			const ticket = this.#compactor.start({ trigger: 'overflow', source: 'active' }, signal);
			const end = await this.#waitFor(ticket, signal);
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

	/** @returns Whether the context is another one now, and has to be looked at again. */
	async #compactWhereFull(signal: AbortSignal): Promise<boolean> {
		this.#forgetWhatHelped();
		const decision = this.#live.decision(this.#attempts);
		if (decision.action !== 'send') {
			this.#tellWhereNoRoomIs(decision);
		}
		switch (decision.action) {
			case 'send':
				return false;
			case 'send-over-threshold':
				this.#live.notice(this.#noticeOf(decision.reason));
				return false;
			case 'compact-in-background':
				if (this.#compactor.startInBackground()) {
					this.#attempted();
				}
				return false;
			case 'compact-first': {
				if (decision.forced) {
					this.#live.notice({ kind: 'window-forces' });
				}
				this.#attempted();
				const ticket = this.#compactor.start({ trigger: 'automatic', source: 'active' }, signal);
				return this.#isNews(await this.#waitFor(ticket, signal));
			}
		}
	}

	/** Said before it is sent: the provider's refusal would not say what to do. */
	#tellWhereItDoesNotFit([first]: readonly Message[]): void {
		const { sum: tokens, settings } = this.#live;
		const { window } = settings.compaction;
		if (tokens > window) {
			const prompt = first?.role === 'system' ? countMessage(first, this.#live.parts.counter) : 0;
			const fixed = prompt + overheadOf(settings.compaction);
			this.#live.notice({ kind: 'too-large', tokens, fixed, window });
		}
	}

	#attempted(): void {
		this.#attempts += 1;
		this.#attemptedOn = this.#live.conversation.activeId;
	}

	/** An agent may work for hundreds of requests on one message: what helped may be done again. */
	#forgetWhatHelped(): void {
		if (this.#live.conversation.activeId !== this.#attemptedOn) {
			this.#attempts = 0;
		}
	}

	/** Compacting cannot help where the overhead alone is near the threshold, and hardly where most of it is. */
	#tellWhereNoRoomIs(decision: Decision): void {
		const { compaction } = this.#live.settings;
		const { overhead, window } = compaction;
		const room = roomOf(compaction);
		const isResting =
			decision.action === 'send-over-threshold' && decision.reason === 'not-helping';
		if (overhead !== undefined && room < overheadOf(compaction) * (isResting ? 1 : crammed)) {
			this.#live.notice({ kind: 'no-room', overhead, window });
		}
	}

	#noticeOf(reason: OverThreshold): Notice {
		const until = this.#live.state.now.restsUntil;
		return reason === 'resting'
			? { kind: 'resting', until: until ?? 0 }
			: { kind: 'not-compacting', reason };
	}

	/** Waits in the turn. The turn's end ends the waiting, not the compaction. */
	async #waitFor(ticket: JobWaiter, signal: AbortSignal): Promise<WaiterEnd> {
		const end = await ticket.ended;
		signal.throwIfAborted();
		return end;
	}

	/** Whether the context changed; where it did not, the turn goes on with it as it is. */
	#isNews(end: WaiterEnd): boolean {
		const unchanged = (reason: NotCompacting): false => {
			this.#live.notice({ kind: 'not-compacting', reason });
			return false;
		};
		switch (end.kind) {
			case 'committed':
				return true;
			case 'proposed':
				return end.reason === 'changed';
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
}
