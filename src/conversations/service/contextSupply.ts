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

/** How many jobs an overflow waits for before it gives up, joined ones and its own. */
const overflowTries = 3;

/** The room besides the overhead, as a share of the overhead, below which compacting finds nothing. */
const crammed = 1 / 4;

/** The contexts for one turn's requests. Compacts before a request or in the background if necessary. */
export class ContextSupply {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	/** Unsuccessful automatic compactions of this turn. */
	#attempts = 0;
	/** The record that was active at the latest attempt. */
	#attemptedOn: number | undefined;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
	}

	/**
	 * The context for a request.
	 * @param signal Stops waiting; a running compaction continues.
	 */
	async next(signal: AbortSignal): Promise<TurnContext> {
		const { id, conversation } = this.#live;
		while (await this.#compactWhereFull(signal)) {
			signal.throwIfAborted();
		}
		const { messages, tokens } = conversation.context;
		this.#noticeIfTooLarge(messages);
		this.#live.requested();
		return { conversation: id, messages, tokens, length: conversation.log.length };
	}

	/** The provider rejected the context as too long. @returns Whether it is shorter now. */
	async compactForOverflow(signal: AbortSignal): Promise<boolean> {
		this.#live.notice({ kind: 'overflow' });
		for (let tries = 0; tries < overflowTries; tries += 1) {
			const ticket = this.#compactor.start({ trigger: 'overflow', source: 'active' }, signal);
			const end = await this.#waitFor(ticket, signal);
			const { hard } = thresholdsOf(this.#live.settings.compaction);
			// A joined compaction was not made for an overflow, and may leave too much.
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

	/** @returns Whether the context has changed, and must be checked again. */
	async #compactWhereFull(signal: AbortSignal): Promise<boolean> {
		this.#forgetWhatHelped();
		const decision = this.#live.decision(this.#attempts);
		if (decision.action !== 'send') {
			this.#noticeIfNoRoom(decision);
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

	/** Reports this before the request is sent: the provider's rejection would not explain what to do. */
	#noticeIfTooLarge([first]: readonly Message[]): void {
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

	/** An agent may send hundreds of requests for one message: a successful compaction may be repeated. */
	#forgetWhatHelped(): void {
		if (this.#live.conversation.activeId !== this.#attemptedOn) {
			this.#attempts = 0;
		}
	}

	/**
	 * Compacting cannot help if the overhead alone is near the threshold, and hardly helps if it is most of the context.
	 */
	#noticeIfNoRoom(decision: Decision): void {
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

	/** Waits in the turn. The end of the turn stops waiting, but does not cancel the compaction. */
	async #waitFor(ticket: JobWaiter, signal: AbortSignal): Promise<WaiterEnd> {
		const end = await ticket.ended;
		signal.throwIfAborted();
		return end;
	}

	/** Whether the context changed; if not, the turn continues with the present one. */
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
