import { overheadOf, roomOf } from '../../compaction/budgets.ts';
import { addedMessages, type RecallExchange } from '../../compaction/recallExchange.ts';
import { thresholdsOf } from '../../compaction/thresholds.ts';
import { toolCallsOf, type Message, type UserMessage } from '../../messages/message.ts';
import { countMessage } from '../../messages/tokens.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import type { Redacted } from '../../redaction/redact.ts';
import { lookUpsIn } from '../recall/ownTool.ts';
import type { StoredNode } from '../store/store.ts';
import type { StoredRecall } from '../store/state.ts';
import { StoreError } from '../store/storeError.ts';
import type { Compactor } from './compactor.ts';
import type { Decision, OverThreshold } from './compactionPolicy.ts';
import type { Notice, NotCompacting } from './events.ts';
import type { JobWaiter, WaiterResult } from './job.ts';
import type { LiveConversation } from './live.ts';
import type { IdleCompaction } from './idleCompaction.ts';
import type { TurnContext } from './ports.ts';

/** Ratio to our own count below which a provider's count does not cover the whole prompt. */
const minReportedShare = 0.4;

/** How many jobs an overflow waits for before it gives up, joined ones and its own. */
const maxOverflowTries = 3;

/** The room besides the overhead, as a share of the overhead, below which compacting finds nothing. */
const minRoomShare = 1 / 4;

/** The turns of a conversation that a client leads: the client's messages, and the context for its model. */
export class ClientTurns {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	readonly #idle: IdleCompaction;
	#awaitsTools = false;
	/** Requests that wait for a compaction that was requested. */
	#waiting = 0;
	/** Unsuccessful automatic compactions since the user's latest message. */
	#attempts = 0;
	/** The record that was active at the latest attempt. */
	#attemptedOn: number | undefined;

	constructor(live: LiveConversation, compactor: Compactor, idle: IdleCompaction) {
		this.#live = live;
		this.#idle = idle;
		this.#compactor = compactor;
	}

	/** Whether the latest reply calls tools whose results the client has not sent yet. */
	get awaitsTools(): boolean {
		return this.#awaitsTools;
	}

	/** The message that will be answered when the running compaction has ended; it is already in the log. */
	get queued(): UserMessage | undefined {
		const last = this.#live.conversation.log.at(-1)?.message;
		return this.#waiting > 0 && last?.role === 'user' ? last : undefined;
	}

	/**
	 * Appends messages at once, even while a compaction is running.
	 * @param after Required number of messages in the log; by default it is not checked.
	 * @throws {StoreError} `in-use`: another window has appended something.
	 */
	append(messages: readonly Message[], after?: number): readonly StoredNode[] {
		this.#live.refresh();
		const nodes = this.#live.append(messages, after);
		if (messages.some(isFromPerson)) {
			this.#idle.taskBegins();
			this.#attempts = 0;
		}
		const last = messages.at(-1);
		if (last?.role === 'assistant' && this.#idle.inTask) {
			this.requestEnded(toolCallsOf(last).length > 0);
		}
		return nodes;
	}

	/**
	 * The context for the client's next request. A request that begins a task waits for a running compaction that someone
	 * waits for, and uses its summary.
	 * @param signal Stops waiting, but does not cancel the compaction.
	 * @param unread Of each message: the tokens of parts that concern only the model, see `Message`.
	 */
	async nextContext(signal: AbortSignal, unread: readonly number[] = []): Promise<TurnContext> {
		this.#awaitsTools = false;
		if (!this.#idle.inTask && this.#compactor.isAwaited) {
			await this.#waitForCompaction(signal);
		}
		this.#forgetUnanswered();
		this.#live.refresh();
		this.#live.setUnread(unread);
		this.#idle.requested();
		try {
			return await this.#nextContext(signal);
		} catch (error) {
			this.#idle.taskEnded();
			throw error;
		}
	}

	/** @throws {StoreError} when the conversation was closed or deleted in the meantime; the signal's reason. */
	async #waitForCompaction(signal: AbortSignal): Promise<void> {
		const { notify } = this.#live.parts;
		this.#waiting += 1;
		notify({ type: 'changed' });
		try {
			while (this.#compactor.isAwaited) {
				await this.#compactor.join(signal);
				signal.throwIfAborted();
			}
		} finally {
			this.#waiting -= 1;
			notify({ type: 'changed' });
		}
		this.#live.refresh();
		if (this.#live.closed) {
			throw new StoreError('closed');
		}
	}

	/** The client has received a reply, or none. @param callsTools It continues with their results. */
	requestEnded(callsTools: boolean): void {
		const { usage, parts } = this.#live;
		this.#awaitsTools = callsTools;
		if (usage.answered()) {
			parts.notify({ type: 'changed' });
		}
		if (callsTools) {
			this.#idle.toolsCalled();
		} else {
			this.#idle.taskEnded();
		}
	}

	/** The provider rejected the context as too long. @returns Whether it is shorter now. */
	async compactForOverflow(signal: AbortSignal): Promise<boolean> {
		this.#live.notice({ kind: 'overflow' });
		for (let tries = 0; tries < maxOverflowTries; tries += 1) {
			const waiter = this.#compactor.start({ trigger: 'overflow', source: 'active' }, signal);
			const end = await this.#waitFor(waiter, signal);
			const { hard } = thresholdsOf(this.#live.settings.compaction);
			// A joined compaction was not made for an overflow, and may leave too much.
			if (end.kind === 'committed' && (!waiter.joined || this.#live.usage.tokens < hard)) {
				return true;
			}
			if (end.kind === 'refused' && end.reason === 'compacted-elsewhere') {
				return true;
			}
			if (!waiter.joined && end.kind !== 'proposed') {
				return false;
			}
		}
		return false;
	}

	/** The model requests a compaction at the end of its turn. @returns Whether the request was accepted. */
	requestCompaction(focus: Redacted): boolean {
		return this.#live.mayCompact && this.#idle.requestCompaction(focus);
	}

	/** Compacts before the request or in the background if necessary. */
	async #nextContext(signal: AbortSignal): Promise<TurnContext> {
		const { id, conversation } = this.#live;
		while (await this.#compactIfFull(signal)) {
			signal.throwIfAborted();
		}
		const { messages, tokens } = conversation.context;
		this.#noticeIfTooLarge(messages);
		this.#live.requested();
		return { conversation: id, messages, tokens, length: conversation.log.length };
	}

	/** @returns Whether the context has changed, and must be checked again. */
	async #compactIfFull(signal: AbortSignal): Promise<boolean> {
		this.#resetAttemptsAfterSuccess();
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
					this.#countAttempt();
				}
				return false;
			case 'compact-first': {
				if (decision.forced) {
					this.#live.notice({ kind: 'window-forces' });
				}
				this.#countAttempt();
				const waiter = this.#compactor.start({ trigger: 'automatic', source: 'active' }, signal);
				return this.#contextChanged(await this.#waitFor(waiter, signal));
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

	#countAttempt(): void {
		this.#attempts += 1;
		this.#attemptedOn = this.#live.conversation.activeId;
	}

	/** An agent may send hundreds of requests for one message: a successful compaction may be repeated. */
	#resetAttemptsAfterSuccess(): void {
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
		if (overhead !== undefined && room < overheadOf(compaction) * (isResting ? 1 : minRoomShare)) {
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
	async #waitFor(waiter: JobWaiter, signal: AbortSignal): Promise<WaiterResult> {
		const end = await waiter.ended;
		signal.throwIfAborted();
		return end;
	}

	/** Whether the context changed; if not, the turn continues with the present one. */
	#contextChanged(end: WaiterResult): boolean {
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

	/** Look-ups within replies that no summary covers. */
	get recalls(): readonly StoredRecall[] {
		const { active } = this.#live.conversation;
		return this.#recalls.filter(
			({ after }) =>
				active === undefined ||
				after >= active.layout.range.end ||
				(after >= active.layout.headStart && after < active.layout.range.start),
		);
	}

	/** Keeps the look-ups of the reply that the client sends next, and removes those that a summary now covers. */
	keepRecall(exchange: RecallExchange): void {
		const { counter } = this.#live.parts;
		const messages = addedMessages(exchange);
		const tokens = messages.reduce((sum, message) => sum + countMessage(message, counter), 0);
		const lookUps = lookUpsIn(exchange.rounds).length;
		this.#live.state.tryWrite({
			recalls: [...this.recalls, { ...exchange, tokens }],
			...(lookUps === 0 ? {} : { lookUps: (this.#live.state.now.lookUps ?? 0) + lookUps }),
		});
		this.#sizeChanged(tokens);
	}

	get #recalls(): readonly StoredRecall[] {
		return this.#live.state.now.recalls ?? [];
	}

	/** The client repeats its request: the look-ups of the previous reply belong to no message. */
	#forgetUnanswered(): void {
		const { length } = this.#live.conversation.log;
		const all = this.#recalls;
		const answered = all.filter(({ after }) => after < length);
		if (answered.length < all.length) {
			this.#live.state.tryWrite({ recalls: answered.length === 0 ? undefined : answered });
			this.#sizeChanged(tokensOf(answered) - tokensOf(all));
		}
	}

	/** The context has grown or shrunk without a new message. */
	#sizeChanged(tokens: number): void {
		const { usage, parts } = this.#live;
		usage.appended(tokens);
		parts.notify({ type: 'changed' });
	}

	/** The provider's count of the latest request's prompt, and of its cached part. Tokens. */
	promptTokens(tokens: number, cached?: number): void {
		if (cached !== undefined) {
			this.#live.cache.reported(tokens, cached);
		}
		const { sum, conversation } = this.#live;
		// Some providers report only the uncached part; with that figure, nothing would ever be compacted. Others leave out
		// the reasoning of earlier turns.
		if (tokens >= minReportedShare * (sum - conversation.unreadTokens)) {
			this.#live.reported(tokens);
		}
	}
}

function tokensOf(recalls: readonly StoredRecall[]): number {
	return recalls.reduce((sum, { tokens }) => sum + tokens, 0);
}
