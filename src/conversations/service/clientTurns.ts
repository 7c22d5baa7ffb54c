import { addedMessages, type RecallExchange } from '../../compaction/recallExchange.ts';
import { toolCallsOf, type Message, type UserMessage } from '../../messages/message.ts';
import { countMessage } from '../../messages/tokens.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { abortable } from '../../models/waiting.ts';
import type { Redacted } from '../../redaction/redact.ts';
import { lookUpsIn } from '../recall/ownTool.ts';
import type { StoredNode } from '../store/store.ts';
import type { ConversationState, StoredRecall } from '../store/state.ts';
import { StoreError } from '../store/storeError.ts';
import type { Compactor } from './compactor.ts';
import { ContextSupply } from './contextSupply.ts';
import type { LiveConversation } from './live.ts';
import type { IdleCompaction } from './idleCompaction.ts';
import type { TurnContext } from './ports.ts';

/** Ratio to our own count below which a provider's count does not cover the whole prompt. */
const leastReported = 0.4;

/** What a client reports about a conversation: its model's window, and its name for the conversation. */
export type ClientReport = Pick<ConversationState, 'window' | 'clientName'>;

/** The turns of a conversation that a client leads: the client's messages, and the context for its model. */
export class ClientTurns {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	readonly #moments: IdleCompaction;
	#awaitsTools = false;
	/** Requests that wait for a compaction that was requested. */
	#waiting = 0;
	#supply: ContextSupply;

	constructor(live: LiveConversation, compactor: Compactor, moments: IdleCompaction) {
		this.#live = live;
		this.#moments = moments;
		this.#compactor = compactor;
		this.#supply = new ContextSupply(live, compactor);
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
	 * @param after How many messages the log must have; absent: any number.
	 * @throws {StoreError} `in-use`: it has another number.
	 */
	follow(messages: readonly Message[], after?: number): readonly StoredNode[] {
		this.#live.refresh();
		const nodes = this.#live.append(messages, after);
		if (messages.some(isFromPerson)) {
			this.#moments.taskBegins();
			this.#supply = new ContextSupply(this.#live, this.#compactor);
		}
		const last = messages.at(-1);
		if (last?.role === 'assistant' && this.#moments.inTask) {
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
		if (!this.#moments.inTask && this.#compactor.blocking !== undefined) {
			await this.#waitForCompaction(signal);
		}
		this.#forgetUnanswered();
		this.#live.refresh();
		this.#live.carriesUnread(unread);
		this.#moments.requested();
		try {
			return await this.#supply.next(signal);
		} catch (error) {
			this.#moments.taskEnded();
			throw error;
		}
	}

	/** @throws {StoreError} when the conversation was closed or deleted in the meantime; the signal's reason. */
	async #waitForCompaction(signal: AbortSignal): Promise<void> {
		const { tell } = this.#live.parts;
		this.#waiting += 1;
		tell({ type: 'changed' });
		try {
			while (this.#compactor.blocking !== undefined) {
				await abortable(() => this.#compactor.blocking ?? Promise.resolve(), signal);
			}
		} finally {
			this.#waiting -= 1;
			tell({ type: 'changed' });
		}
		this.#live.refresh();
		if (this.#live.closed) {
			throw new StoreError('closed');
		}
	}

	/** The client has received a reply, or none. @param callsTools It continues with their results. */
	requestEnded(callsTools: boolean): void {
		const { account, parts } = this.#live;
		this.#awaitsTools = callsTools;
		if (account.answered()) {
			parts.tell({ type: 'changed' });
		}
		if (callsTools) {
			this.#moments.toolsCalled();
		} else {
			this.#moments.taskEnded();
		}
	}

	/** The provider rejected the context as too long. @returns Whether it is shorter now. */
	compactForOverflow(signal: AbortSignal): Promise<boolean> {
		return this.#supply.compactForOverflow(signal);
	}

	/** The model requests a compaction at the end of its turn. @returns Whether the request was accepted. */
	requestCompaction(focus: Redacted): boolean {
		return this.#live.mayCompact && this.#moments.requestCompaction(focus);
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
		this.#weighs(tokens);
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
			this.#weighs(tokensOf(answered) - tokensOf(all));
		}
	}

	/** The context has grown or shrunk without a new message. */
	#weighs(tokens: number): void {
		const { account, parts } = this.#live;
		account.appended(tokens);
		parts.tell({ type: 'changed' });
	}

	/** Stores the client's report with the conversation. */
	keepReport(report: ClientReport): void {
		this.#live.state.tryWrite(report);
	}

	/** The provider's count of the latest request's prompt, and of its cached part. Tokens. */
	promptTokens(tokens: number, cached?: number): void {
		if (cached !== undefined) {
			this.#live.cache.reported(tokens, cached);
		}
		const { sum, conversation } = this.#live;
		// Some providers report only the uncached part; with that figure, nothing would ever be compacted. Others leave out
		// the reasoning of earlier turns.
		if (tokens >= leastReported * (sum - conversation.unreadTokens)) {
			this.#live.reported(tokens);
		}
	}
}

function tokensOf(recalls: readonly StoredRecall[]): number {
	return recalls.reduce((sum, { tokens }) => sum + tokens, 0);
}
