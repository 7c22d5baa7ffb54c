import * as vscode from 'vscode';
import { clientContext } from '../../conversations/clientContext.ts';
import type { Message } from '../../messages/message.ts';
import { abortable } from '../../models/abortable.ts';
import { ModelError } from '../../models/modelError.ts';
import type { PreparedRequest, RequestShape } from '../../protocol/clientRequests.ts';
import type { Conversations } from '../conversations.ts';
import { detach } from '../detach.ts';
import { signalOf } from '../interrupts.ts';
import { readClientMessages, type ClientMessages } from '../languageModel/clientMessages.ts';
import type { NamedModel } from '../models/modelId.ts';
import { recallToolName } from '../tools/recallTool.ts';
import { WorkerError, workerCodes } from '../workerError.ts';
import { isOwnRequest } from './answeringModel.ts';
import { clientError } from './clientError.ts';
import { KnownHistories } from './knownHistories.ts';
import type { MirroredModel } from './mirroredModels.ts';
import type { ReplySink } from './replySink.ts';
import { isSideRequest } from './sideRequests.ts';

/** A conversation that goes through here. */
export interface FollowedConversation {
	readonly conversation: string;
	/** The model that leads it. */
	readonly model: NamedModel;
	/** The conversation that it goes on in place of: its history was edited. */
	readonly inPlaceOf?: string;
}

/** What clients' requests are answered with. */
export interface RequestServices {
	readonly conversations: Pick<Conversations, 'ask' | 'askAll'>;
	/** Counts at once. */
	readonly count: (text: string) => number;
	readonly onConversation: (followed: FollowedConversation) => void;
	/** Hears that a request is answered with the history as it is, and why. */
	readonly onUnprepared: (error: unknown) => void;
	readonly log: vscode.LogOutputChannel;
}

/** One request on its way. */
interface Passage {
	readonly model: MirroredModel;
	readonly client: ClientMessages;
	readonly options: vscode.ProvideLanguageModelChatResponseOptions;
	readonly sink: ReplySink;
	readonly signal: AbortSignal;
}

/** Answers what clients ask of a mirrored model: with the context Precis keeps, by the model behind it. */
export class MirroredRequests {
	readonly #services: RequestServices;
	readonly #histories = new KnownHistories();
	/** The latest request could not be prepared: people were told. */
	#isTroubled = false;

	constructor(services: RequestServices) {
		this.#services = services;
	}

	/**
	 * Answers a request. A stop ends it at once; a compaction it waited for goes on.
	 * @throws What tells the client why there is no answer.
	 */
	async answer(
		model: MirroredModel,
		messages: readonly vscode.LanguageModelChatRequestMessage[],
		options: vscode.ProvideLanguageModelChatResponseOptions,
		sink: ReplySink,
		token: vscode.CancellationToken,
	): Promise<void> {
		const turn = signalOf(token);
		const { signal } = turn;
		const client = readClientMessages(messages);
		const passage: Passage = { model, client, options, sink, signal };
		try {
			await abortable(() => this.#pass(passage), signal);
		} catch (error) {
			if (signal.aborted) {
				throw new vscode.CancellationError();
			}
			throw clientError(error);
		} finally {
			turn.dispose();
		}
	}

	/** The conversation of a history was deleted. */
	forget(conversation: string): void {
		this.#histories.forget(conversation);
	}

	#pass(passage: Passage): Promise<void> {
		const { client, options } = passage;
		return isOwnRequest(options) || isSideRequest(client.system, client.messages)
			? this.#send(passage, undefined)
			: this.#passWithContext(passage);
	}

	async #passWithContext(passage: Passage): Promise<void> {
		const prepared = await this.#tryToPrepare(passage);
		try {
			await this.#send(passage, prepared);
		} catch (error) {
			const shorter = await this.#shorter(passage, prepared, error);
			await this.#send(passage, shorter);
		}
	}

	/** After a refusal as too long. @throws The refusal, where nothing can be done about it. */
	async #shorter(
		{ sink, signal }: Passage,
		prepared: PreparedRequest | undefined,
		error: unknown,
	): Promise<PreparedRequest> {
		const isTooLong = error instanceof ModelError && error.failure.kind === 'context-too-long';
		const { conversation } = prepared ?? {};
		if (!isTooLong || sink.begun || conversation === undefined) {
			throw error;
		}
		const { conversations } = this.#services;
		const shorter = await conversations.ask('prepareShorter', { id: conversation }, { signal });
		if (shorter === undefined) {
			throw error;
		}
		return shorter;
	}

	/** A fault of ours costs the client its compaction, not its answer. */
	async #tryToPrepare(passage: Passage): Promise<PreparedRequest | undefined> {
		try {
			const prepared = await this.#prepare(passage);
			this.#isTroubled = false;
			return prepared;
		} catch (error) {
			passage.signal.throwIfAborted();
			if (!this.#isTroubled) {
				this.#services.onUnprepared(error);
			}
			this.#isTroubled = true;
			return undefined;
		}
	}

	/** Hands what is new of the history to the worker. */
	async #prepare(passage: Passage): Promise<PreparedRequest> {
		const { messages } = passage.client;
		const known = this.#histories.find(messages);
		try {
			return await this.#prepareFrom(passage, known);
		} catch (error) {
			if (known === undefined || !WorkerError.is(error, workerCodes.unknownConversation)) {
				throw error;
			}
			this.#histories.forget(known.conversation);
			return this.#prepareFrom(passage, undefined);
		}
	}

	async #prepareFrom(
		passage: Passage,
		known: ReturnType<KnownHistories['find']>,
	): Promise<PreparedRequest> {
		const { model, client, signal } = passage;
		const { conversations, onConversation } = this.#services;
		const { messages } = client;
		const rest = messages.slice(known?.messages ?? 0).map(plain);
		const shape = this.#shapeOf(passage);
		const request = { rest, shape, ...(known === undefined ? {} : { known }) };
		const prepared = await conversations.askAll('prepare', request, { signal });
		const { conversation } = prepared;
		if (conversation !== undefined) {
			this.#histories.remember(conversation, messages);
			// What has only its first words in common is another session.
			const isEdited =
				known !== undefined &&
				known.conversation !== conversation &&
				2 * known.messages >= known.length;
			onConversation({
				conversation,
				model: model.base.named,
				...(isEdited ? { inPlaceOf: known.conversation } : {}),
			});
		}
		return prepared;
	}

	#shapeOf({ model, client, options: { tools = [] } }: Passage): RequestShape {
		const { count } = this.#services;
		return {
			window: model.window,
			reservedReply: model.base.reservedReply,
			overhead: tools.reduce(
				(sum, { name, description, inputSchema }) =>
					sum + count(name) + count(description) + count(JSON.stringify(inputSchema ?? {})),
				count(client.system),
			),
			recall: tools.some(({ name }) => name === recallToolName),
		};
	}

	async #send(passage: Passage, prepared: PreparedRequest | undefined): Promise<void> {
		const { model, client, options, sink, signal } = passage;
		const { count, conversations, log } = this.#services;
		const context = clientContext(client.system, client.messages, prepared?.record);
		const { originals } = client;
		await model.base.send({ context, originals, options }, sink, signal);
		const { conversation } = prepared ?? {};
		const { promptTokens } = sink.usage ?? {};
		if (conversation !== undefined && promptTokens !== undefined) {
			// The answer is there; whether its count can be noted is no concern of the client's.
			detach(conversations.ask('promptTokens', { id: conversation, tokens: promptTokens }), log);
		}
		sink.finish(prepared?.tokens ?? count(JSON.stringify(context)));
	}
}

/** Text as the log has it where there is nothing but text. */
function plain(message: Message): Message {
	const { content } = message;
	const [first, second] = content;
	return typeof first === 'object' && first.type === 'text' && second === undefined
		? { ...message, content: first.text }
		: content.length === 0
			? { ...message, content: '' }
			: message;
}
