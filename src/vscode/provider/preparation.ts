import type { Message } from '../../messages/message.ts';
import type {
	ClientRequest,
	PreparedRequest,
	RequestShape,
	ShorterRequest,
} from '../../protocol/clientRequests.ts';
import type { WorkerRequests } from '../../protocol/workerRequests.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { NamedModel } from '../models/modelId.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';

/** A conversation that goes through here. */
interface FollowedConversation {
	readonly conversation: string;
	/** The model that leads it. */
	readonly model: NamedModel;
	/** A person has just said something in it. */
	readonly isNewTurn: boolean;
	/** The conversation that it goes on in place of: its history was edited. */
	readonly inPlaceOf?: string;
}

/** A history that a model is about to be sent. */
export interface SentHistory {
	/** Content is parts. */
	readonly messages: readonly Message[];
	readonly shape: RequestShape;
	readonly model: NamedModel;
	/** What the client calls the conversation, where it does. */
	readonly name?: string;
}

export interface PreparationServices {
	readonly conversations: Pick<Conversations, 'askAll'>;
	readonly onConversation: (followed: FollowedConversation) => void;
}

/** Hands histories to the worker, and learns what they are sent with. */
export class Preparation {
	readonly #services: PreparationServices;

	constructor(services: PreparationServices) {
		this.#services = services;
	}

	/** What a history is sent with. @param signal Ends the waiting, not a compaction. */
	async prepare(history: SentHistory, signal: AbortSignal): Promise<PreparedRequest> {
		try {
			return await this.#ask('prepare', history, signal);
		} catch (error) {
			signal.throwIfAborted();
			if (!WorkerError.is(error, workerCodes.unknownConversation)) {
				throw error;
			}
			// Deleted meanwhile.
			return this.#ask('prepare', history, signal);
		}
	}

	/** What a question about a history is sent with; where that cannot be told, the history as it is. */
	async aside(history: SentHistory, signal: AbortSignal): Promise<PreparedRequest | undefined> {
		const { conversations } = this.#services;
		try {
			const request = { ...requestOf(history), aside: true };
			return await conversations.askAll('prepare', request, { signal });
		} catch {
			signal.throwIfAborted();
			return undefined;
		}
	}

	/** Likewise after the model found it too long. */
	prepareShorter(history: SentHistory, signal: AbortSignal): Promise<ShorterRequest> {
		return this.#ask('prepareShorter', history, signal);
	}

	async #ask<Method extends 'prepare' | 'prepareShorter'>(
		method: Method,
		history: SentHistory,
		signal: AbortSignal,
	): Promise<WorkerRequests[Method]['result']> {
		const { conversations, onConversation } = this.#services;
		const prepared = await conversations.askAll(method, requestOf(history), { signal });
		const { conversation, subAgent, inPlaceOf }: PreparedRequest = prepared;
		if (conversation !== undefined) {
			onConversation({
				conversation,
				model: history.model,
				isNewTurn: history.messages.at(-1)?.role === 'user' && subAgent !== true,
				...(inPlaceOf === undefined ? {} : { inPlaceOf }),
			});
		}
		return prepared;
	}
}

function requestOf({ messages, shape, name }: SentHistory): ClientRequest {
	return { messages: messages.map(plain), shape, ...(name === undefined ? {} : { name }) };
}

/** Text as the log has it where there is nothing but text. */
function plain(message: Message): Message {
	const { content } = message;
	const [first, second] = content;
	if (typeof first === 'object' && first.type === 'text' && second === undefined) {
		return { ...message, content: first.text };
	}
	return content.length === 0 ? { ...message, content: '' } : message;
}
