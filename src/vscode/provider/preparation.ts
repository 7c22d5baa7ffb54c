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
import { KnownHistories, type KnownBeginning } from './knownHistories.ts';

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

/** Hands histories to the worker, only what is new of each, and learns what they are sent with. */
export class Preparation {
	readonly #services: PreparationServices;
	readonly #histories = new KnownHistories();

	constructor(services: PreparationServices) {
		this.#services = services;
	}

	/** What a history is sent with. @param signal Ends the waiting, not a compaction. */
	async prepare(history: SentHistory, signal: AbortSignal): Promise<PreparedRequest> {
		const known = this.#histories.find(history.messages, history.name);
		try {
			return await this.#prepare('prepare', history, known, signal);
		} catch (error) {
			signal.throwIfAborted();
			const isGone = WorkerError.is(error, workerCodes.unknownConversation);
			if (known === undefined && !isGone) {
				throw error;
			}
			// Deleted meanwhile, or another one than it was: found by its words it is right again.
			this.#histories.forget(known?.conversation);
			return this.#prepare('prepare', history, undefined, signal);
		}
	}

	/** What a question about a history is sent with; where that cannot be told, the history as it is. */
	async aside(history: SentHistory, signal: AbortSignal): Promise<PreparedRequest | undefined> {
		const { conversations } = this.#services;
		const known = this.#histories.find(history.messages, history.name);
		try {
			const request = { ...requestOf(history, known), aside: true };
			return await conversations.askAll('prepare', request, { signal });
		} catch {
			signal.throwIfAborted();
			return undefined;
		}
	}

	/** Likewise after the model found it too long. */
	async prepareShorter(
		conversation: string,
		history: SentHistory,
		signal: AbortSignal,
	): Promise<ShorterRequest> {
		const { length } = history.messages;
		const known = { conversation, messages: length, length };
		return this.#prepare('prepareShorter', history, known, signal);
	}

	async #prepare<Method extends 'prepare' | 'prepareShorter'>(
		method: Method,
		history: SentHistory,
		known: KnownBeginning | undefined,
		signal: AbortSignal,
	): Promise<WorkerRequests[Method]['result']> {
		const { conversations } = this.#services;
		const prepared = await conversations.askAll(method, requestOf(history, known), { signal });
		this.#note(prepared, history, known);
		return prepared;
	}

	#note(
		{ conversation, subAgent }: PreparedRequest,
		{ messages, model, name }: SentHistory,
		known: KnownBeginning | undefined,
	): void {
		if (conversation === undefined) {
			return;
		}
		this.#histories.remember(conversation, messages, name);
		// What has only its first words in common is another session, unless the client calls it the same.
		const isEdited =
			known !== undefined &&
			known.conversation !== conversation &&
			(2 * known.messages >= known.length || (name !== undefined && known.name === name));
		this.#services.onConversation({
			conversation,
			model,
			isNewTurn: messages.at(-1)?.role === 'user' && subAgent !== true,
			...(isEdited ? { inPlaceOf: known.conversation } : {}),
		});
	}
}

function requestOf(
	{ messages, shape, name }: SentHistory,
	known: KnownBeginning | undefined,
): ClientRequest {
	return {
		rest: messages.slice(known?.messages ?? 0).map(plain),
		shape,
		...(known === undefined ? {} : { known }),
		...(name === undefined ? {} : { name }),
	};
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
