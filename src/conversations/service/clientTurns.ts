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

/** Share of our own count below which a provider has not counted the whole prompt. */
const leastReported = 0.4;

/** What a client tells of a conversation: the window of its model, and its name. */
export type ClientReport = Pick<ConversationState, 'window' | 'clientName'>;

/** The turns of a conversation, which a client leads: what it says was said, and what its model is sent. */
export class ClientTurns {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	readonly #moments: IdleCompaction;
	#awaitsTools = false;
	/** Requests that wait for a compaction somebody asked for. */
	#waiting = 0;
	#supply: ContextSupply;

	constructor(live: LiveConversation, compactor: Compactor, moments: IdleCompaction) {
		this.#live = live;
		this.#moments = moments;
		this.#compactor = compactor;
		this.#supply = new ContextSupply(live, compactor);
	}

	/** Whether the latest reply calls tools whose results the client has not brought yet. */
	get awaitsTools(): boolean {
		return this.#awaitsTools;
	}

	/** The message that is answered as soon as the compaction that runs has ended: it is in the log by now. */
	get queued(): UserMessage | undefined {
		const last = this.#live.conversation.log.at(-1)?.message;
		return this.#waiting > 0 && last?.role === 'user' ? last : undefined;
	}

	/** Appends at once: it has been said, whatever runs here. @throws {StoreError} */
	follow(messages: readonly Message[]): readonly StoredNode[] {
		this.#live.refresh();
		const nodes = this.#live.appendNow(messages);
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
	 * The context for the client's next request. What begins a task waits for a compaction that somebody else waits
	 * for, and has its summary.
	 * @param signal Ends the waiting, not a compaction.
	 */
	async nextContext(signal: AbortSignal): Promise<TurnContext> {
		this.#awaitsTools = false;
		if (!this.#moments.inTask && this.#compactor.blocking !== undefined) {
			await this.#waitForCompaction(signal);
		}
		this.#forgetUnanswered();
		this.#live.refresh();
		this.#moments.requested();
		try {
			return await this.#supply.next(signal);
		} catch (error) {
			this.#moments.taskEnded();
			throw error;
		}
	}

	/** @throws {StoreError} when the conversation was closed or deleted meanwhile; the signal's reason. */
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

	/** The client has its reply, or none. @param callsTools It goes on with their results. */
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

	/** The provider found the context too long. @returns Whether it is shorter now. */
	compactForOverflow(signal: AbortSignal): Promise<boolean> {
		return this.#supply.compactForOverflow(signal);
	}

	/** The model asks for a compaction when its turn has ended. @returns Whether that is noted. */
	wishCompaction(focus: Redacted): boolean {
		return this.#live.mayCompact && this.#moments.wish(focus);
	}

	/** What was looked up within replies that no summary stands for. */
	get recalls(): readonly StoredRecall[] {
		const { active } = this.#live.conversation;
		return this.#recalls.filter(
			({ after }) =>
				active === undefined ||
				after >= active.layout.range.end ||
				(after >= active.layout.headStart && after < active.layout.range.start),
		);
	}

	/**
	 * Keeps what was looked up within the reply that the client brings next. What a summary stands for by
	 * now goes.
	 */
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

	/** The client asks again for a reply: what was looked up for the one before belongs to no message. */
	#forgetUnanswered(): void {
		const { length } = this.#live.conversation.log;
		const all = this.#recalls;
		const answered = all.filter(({ after }) => after < length);
		if (answered.length < all.length) {
			this.#live.state.tryWrite({ recalls: answered.length === 0 ? undefined : answered });
			this.#weighs(tokensOf(answered) - tokensOf(all));
		}
	}

	/** The context has become heavier, or lighter, without a message. */
	#weighs(tokens: number): void {
		const { account, parts } = this.#live;
		account.appended(tokens);
		parts.tell({ type: 'changed' });
	}

	/** Keeps what the client has told with the conversation. */
	keepTold(told: ClientReport): void {
		this.#live.state.tryWrite(told);
	}

	/** The provider's count of the latest request's prompt, and of what it had cached. Tokens. */
	promptTokens(tokens: number, cached?: number): void {
		if (cached !== undefined) {
			this.#live.cache.reported(tokens, cached);
		}
		// Some report what was not cached: with that nothing would ever be compacted.
		if (tokens >= leastReported * this.#live.sum) {
			this.#live.reported(tokens);
		}
	}
}

function tokensOf(recalls: readonly StoredRecall[]): number {
	return recalls.reduce((sum, { tokens }) => sum + tokens, 0);
}
