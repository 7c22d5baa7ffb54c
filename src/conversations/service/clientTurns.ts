import type { Message } from '../../messages/message.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import type { StoredNode } from '../store/store.ts';
import type { ConversationState } from '../store/store.ts';
import type { Compactor } from './compactor.ts';
import { ContextSupply } from './contextSupply.ts';
import type { LiveConversation } from './live.ts';
import type { TurnContext } from './ports.ts';

/** Share of our own count below which a provider has not counted the whole prompt. */
const leastReported = 0.4;

/** What a client tells of a conversation: the window of its model, and its name. */
export type ToldByClient = Pick<ConversationState, 'window' | 'clientName'>;

/** The turns of a conversation that a client leads: what it says was said, and what its model is sent. */
export class ClientTurns {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	#supply: ContextSupply;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
		this.#supply = new ContextSupply(live, compactor);
	}

	/** Appends at once: it has been said, whatever runs here. @throws {StoreError} */
	follow(messages: readonly Message[]): readonly StoredNode[] {
		this.#live.refresh();
		const nodes = this.#live.append(messages);
		if (messages.some(isFromPerson)) {
			this.#supply = new ContextSupply(this.#live, this.#compactor);
		}
		return nodes;
	}

	/** The context for the client's next request. @param signal Ends the waiting, not a compaction. */
	nextContext(signal: AbortSignal): Promise<TurnContext> {
		this.#live.refresh();
		return this.#supply.next(signal);
	}

	/** The provider found the context too long. @returns Whether it is shorter now. */
	makeRoom(signal: AbortSignal): Promise<boolean> {
		return this.#supply.makeRoom(signal);
	}

	/** Keeps what the client has told with the conversation. */
	keepTold(told: ToldByClient): void {
		this.#live.state.tryWrite(told);
	}

	/** The provider's count of the latest request's prompt, tokens. */
	promptTokens(tokens: number): void {
		// Some report what was not cached: with that nothing would ever be compacted.
		if (tokens >= leastReported * this.#live.sum) {
			this.#live.reported(tokens);
		}
	}
}
