import * as vscode from 'vscode';
import { overheadTokens } from '../../compaction/overhead.ts';
import { textOf, type Message } from '../../messages/message.ts';
import { countMessage, type TokenCounter } from '../../messages/tokens.ts';
import { abortable } from '../../models/waiting.ts';
import { ModelError, type ModelFailureKind } from '../../models/modelError.ts';
import type {
	ClientRequest,
	PreparedRequest,
	RequestShape,
	ShorterRequest,
} from '../../protocol/clientRequests.ts';
import type { WorkerRequests } from '../../protocol/workerRequests.ts';
import { ownCompactTool, ownRecallTool } from '../../conversations/recall/ownTool.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { detach } from '../detach.ts';
import { hostApi } from '../hostApi.ts';
import type { NamedModel } from '../settings/modelId.ts';
import type { ReportedUsage } from '../models/reportedUsage.ts';
import { withSignal } from '../worker/interrupts.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { readClientMessages, type ClientMessages } from './clientMessages.ts';
import type { MirroredModel } from './mirroredModels.ts';
import {
	answersRecall,
	canRecall,
	contextOf,
	keepSent,
	offersRecall,
	type ForwardedRequest,
} from './forwardedRequest.ts';
import { RecallingReplies, type RecallServices } from './recallingReplies.ts';
import type { ReplySink } from './replySink.ts';
import { askedAbout, isSideRequest } from './sideRequests.ts';

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

export interface MirroredRequestServices extends RecallServices {
	readonly conversations: Pick<Conversations, 'ask' | 'prepare'>;
	readonly onConversation: (followed: FollowedConversation) => void;
	/** Counts at once. */
	readonly counter: TokenCounter;
	/** Hears that a request is answered with the history as it is, and why. */
	readonly onUnprepared: (error: unknown) => void;
	readonly log: vscode.LogOutputChannel;
}

/** Answers what clients ask of a mirrored model: with the context Precis keeps, by the model behind it. */
export class MirroredRequests {
	readonly #services: MirroredRequestServices;
	readonly #recalling: RecallingReplies;
	/** The latest request could not be prepared: people were told. */
	#isTroubled = false;

	constructor(services: MirroredRequestServices) {
		this.#services = services;
		this.#recalling = new RecallingReplies(services);
	}

	/**
	 * Answers a request. A stop ends it at once; a compaction it waited for goes on.
	 * @throws What tells the client why there is no answer.
	 */
	answer(
		model: MirroredModel,
		messages: readonly vscode.LanguageModelChatRequestMessage[],
		options: vscode.ProvideLanguageModelChatResponseOptions,
		sink: ReplySink,
		token: vscode.CancellationToken,
	): Promise<void> {
		return withSignal(token, async (signal) => {
			const client = readClientMessages(messages);
			const shape = this.#shapeOf(model, client, options);
			const history = client.messages;
			const passage: ForwardedRequest = { model, client, history, shape, options, sink, signal };
			try {
				await abortable(() => this.#pass(passage), signal);
			} catch (error) {
				throw signal.aborted ? new vscode.CancellationError() : clientError(error);
			}
		});
	}

	async #pass(passage: ForwardedRequest): Promise<void> {
		const { client, options } = passage;
		const offersTools = (options.tools ?? []).length > 0;
		if (isSideRequest(textOf(client.system), client.messages, offersTools)) {
			await this.#passAside({ ...passage, history: askedAbout(client.messages) });
		} else {
			await this.#passWithContext(passage);
		}
	}

	/** A client's own question gets its answer over what the model would be sent of the conversation. */
	async #passAside(passage: ForwardedRequest): Promise<void> {
		const { client, history, shape, model, signal } = passage;
		const prepared = await this.#prepareAside(passage, signal);
		const tokens =
			(prepared?.tokens ?? this.#count(history) + overheadTokens(shape.overhead)) +
			this.#count(client.messages.slice(history.length));
		const fits = tokens <= model.window - shape.reservedReply;
		if (!fits || !(await this.#isSent(passage, { ...prepared, tokens }))) {
			// A client that was told of a larger window asks about more than fits.
			await this.#passWithContext(passage);
		}
	}

	/** Sends a request. @returns Whether it was taken, not refused as too long. */
	async #isSent(passage: ForwardedRequest, prepared: PreparedRequest): Promise<boolean> {
		try {
			await this.#send(passage, prepared);
			return true;
		} catch (error) {
			if (isTooLong(error) && !passage.sink.begun) {
				return false;
			}
			throw error;
		}
	}

	async #passWithContext(passage: ForwardedRequest): Promise<void> {
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
		passage: ForwardedRequest,
		prepared: PreparedRequest | undefined,
		refusal: unknown,
	): Promise<PreparedRequest> {
		const { sink, signal } = passage;
		const { conversation } = prepared ?? {};
		if (!isTooLong(refusal) || sink.begun || conversation === undefined) {
			throw refusal;
		}
		try {
			const shorter: ShorterRequest = await this.#prepare('prepareShorter', passage);
			if (shorter.isShorter) {
				return shorter;
			}
		} catch (error) {
			signal.throwIfAborted();
			this.#services.onUnprepared(error);
		}
		throw refusal;
	}

	/** A fault of ours costs the client its compaction, not its answer. */
	async #tryToPrepare(
		passage: ForwardedRequest,
		isFirst = true,
	): Promise<PreparedRequest | undefined> {
		try {
			const prepared = await this.#prepare('prepare', passage);
			this.#isTroubled = false;
			return prepared;
		} catch (error) {
			passage.signal.throwIfAborted();
			if (WorkerError.is(error, workerCodes.unknownConversation) && isFirst) {
				// Deleted meanwhile.
				return this.#tryToPrepare(passage, false);
			}
			if (!this.#isTroubled) {
				this.#services.onUnprepared(error);
			}
			this.#isTroubled = true;
			return undefined;
		}
	}

	/** What a history is sent with. The signal ends the waiting, not a compaction. */
	async #prepare<Method extends 'prepare' | 'prepareShorter'>(
		method: Method,
		passage: ForwardedRequest,
	): Promise<WorkerRequests[Method]['result']> {
		const { conversations, onConversation } = this.#services;
		const { history, model, signal } = passage;
		const prepared = await conversations.prepare(method, requestOf(passage), { signal });
		const { conversation, subAgent, inPlaceOf }: PreparedRequest = prepared;
		if (conversation !== undefined) {
			onConversation({
				conversation,
				model: model.base.named,
				isNewTurn: history.at(-1)?.role === 'user' && subAgent !== true,
				...(inPlaceOf === undefined ? {} : { inPlaceOf }),
			});
		}
		return prepared;
	}

	/** What a question about a history is sent with; where that cannot be told, the history as it is. */
	async #prepareAside(
		passage: ForwardedRequest,
		signal: AbortSignal,
	): Promise<PreparedRequest | undefined> {
		const { conversations } = this.#services;
		try {
			const request = { ...requestOf(passage), aside: true };
			return await conversations.prepare('prepare', request, { signal });
		} catch {
			signal.throwIfAborted();
			return undefined;
		}
	}

	#shapeOf(
		model: MirroredModel,
		{ system }: ClientMessages,
		options: vscode.ProvideLanguageModelChatResponseOptions,
	): RequestShape {
		const { window, base, prices, threshold } = model;
		const { counter } = this.#services;
		const { tools = [] } = options;
		const adds = canRecall(model, options) && !offersRecall(options);
		return {
			window,
			model: base.id,
			prices,
			reservedReply: base.reservedReply,
			overhead: {
				instructions: counter.count(textOf(system)),
				tools: this.#toolTokens(tools),
				offered: tools.length,
			},
			recall: adds || offersRecall(options),
			...(threshold === undefined ? {} : { threshold }),
			...(adds ? { addedRecall: this.#toolTokens([ownRecallTool, ownCompactTool]) } : {}),
		};
	}

	#toolTokens(tools: readonly vscode.LanguageModelChatTool[]): number {
		const { counter } = this.#services;
		return tools.reduce(
			(sum, { name, description, inputSchema }) =>
				sum +
				counter.count(name) +
				counter.count(description) +
				counter.count(JSON.stringify(inputSchema ?? {})),
			0,
		);
	}

	#count(messages: readonly Message[]): number {
		const { counter } = this.#services;
		return messages.reduce((sum, message) => sum + countMessage(message, counter), 0);
	}

	async #send(passage: ForwardedRequest, prepared: PreparedRequest | undefined): Promise<void> {
		const { client, shape, sink } = passage;
		const { conversations, log } = this.#services;
		const { conversation: id } = prepared ?? {};
		const tokens =
			prepared?.tokens ?? this.#count(client.messages) + overheadTokens(shape.overhead);
		try {
			const usage = answersRecall(passage, prepared)
				? await this.#recalling.reply(passage, prepared)
				: await this.#replyAtOnce(passage, prepared, tokens);
			if (id !== undefined && usage !== undefined) {
				const { promptTokens, cachedTokens } = usage;
				const cached = cachedTokens === undefined ? {} : { cached: cachedTokens };
				// The answer is there; whether its count can be noted is no concern of the client's.
				detach(conversations.ask('promptTokens', { id, tokens: promptTokens, ...cached }), log);
			}
		} finally {
			if (id !== undefined) {
				// Clients that write calls as text do not tell an answer from a call.
				const callsTools = sink.callsTools || client.textCalls.hasCalls;
				detach(conversations.ask('requestEnded', { id, callsTools }), log);
			}
		}
		sink.finish(tokens);
	}

	async #replyAtOnce(
		passage: ForwardedRequest,
		prepared: PreparedRequest | undefined,
		tokens: number,
	): Promise<ReportedUsage | undefined> {
		const { model, client, options, sink, signal } = passage;
		const context = contextOf(passage, prepared);
		const { originals } = client;
		const request = { context, originals, options, tokens };
		await model.base.send(request, sink, signal);
		keepSent(this.#services.sent, passage, prepared?.conversation, request);
		return sink.usage;
	}
}

function isTooLong(error: unknown): boolean {
	return error instanceof ModelError && error.failure.kind === 'context-too-long';
}

/** Longest name of a conversation that is taken from a client, characters. */
const longestName = 200;

/** With what the client calls the conversation: Copilot Chat's id, which survives a reload. */
function requestOf({ history, shape, options }: ForwardedRequest): ClientRequest {
	const name: unknown = options.modelOptions?.['_conversationId'];
	const isName = typeof name === 'string' && name !== '' && name.length <= longestName;
	return { messages: history.map(plain), shape, ...(isName ? { name } : {}) };
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

/** An error as clients of a language model know them: the code says who refused, the words why. */
function clientError(error: unknown): Error {
	if (!(error instanceof ModelError)) {
		return error instanceof Error ? error : new Error(String(error));
	}
	const { kind, message, advice } = error.failure;
	const words = advice === undefined ? message : `${message} ${advice}`;
	return errorOf(kind, words) ?? new Error(words, { cause: error });
}

function errorOf(kind: ModelFailureKind, words: string): Error | undefined {
	switch (kind) {
		case 'not-available':
			return hostApi.LanguageModelError.NotFound(words);
		case 'authentication':
		case 'forbidden':
			return hostApi.LanguageModelError.NoPermissions(words);
		case 'credit':
		case 'rate-limited':
			return hostApi.LanguageModelError.Blocked(words);
		default:
			return undefined;
	}
}
