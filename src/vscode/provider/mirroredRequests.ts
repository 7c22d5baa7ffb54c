import * as vscode from 'vscode';
import { overheadTokens } from '../../compaction/overhead.ts';
import { textOf, type Message } from '../../messages/message.ts';
import { countMessage, type TokenCounter } from '../../messages/tokens.ts';
import { abortable } from '../../models/waiting.ts';
import { ModelError } from '../../models/modelError.ts';
import type { PreparedRequest, RequestShape } from '../../protocol/clientRequests.ts';
import { ownRecallTool } from '../../conversations/recall/ownTool.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { detach } from '../detach.ts';
import { withSignal } from '../worker/interrupts.ts';
import { readClientMessages, type ClientMessages } from './clientMessages.ts';
import { isOwnRequest } from './answeringModel.ts';
import { clientError } from './clientError.ts';
import type { MirroredModel } from './mirroredModels.ts';
import {
	answersRecall,
	canRecall,
	contextOf,
	offersRecall,
	type ForwardedRequest,
} from './passage.ts';
import { Preparation, type PreparationServices, type SentHistory } from './preparation.ts';
import { RecallingReplies, type RecallServices } from './recallingReplies.ts';
import type { ReplySink, ReportedUsage } from './replySink.ts';
import { askedAbout, isSideRequest } from './sideRequests.ts';

export interface MirroredRequestServices extends PreparationServices, RecallServices {
	readonly conversations: Pick<Conversations, 'ask' | 'askAll'>;
	/** Counts at once. */
	readonly counter: TokenCounter;
	/** Hears that a request is answered with the history as it is, and why. */
	readonly onUnprepared: (error: unknown) => void;
	readonly log: vscode.LogOutputChannel;
}

/** Answers what clients ask of a mirrored model: with the context Precis keeps, by the model behind it. */
export class MirroredRequests {
	readonly #services: MirroredRequestServices;
	readonly #preparation: Preparation;
	readonly #recalling: RecallingReplies;
	/** The latest request could not be prepared: people were told. */
	#isTroubled = false;

	constructor(services: MirroredRequestServices) {
		this.#services = services;
		this.#preparation = new Preparation(services);
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
		if (isOwnRequest(options)) {
			await this.#send(passage, undefined);
			return;
		}
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
		const prepared = await this.#preparation.aside(sentHistory(passage), signal);
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
			const history = sentHistory(passage);
			const shorter = await this.#preparation.prepareShorter(history, signal);
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
	async #tryToPrepare(passage: ForwardedRequest): Promise<PreparedRequest | undefined> {
		try {
			const prepared = await this.#preparation.prepare(sentHistory(passage), passage.signal);
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
			...(adds ? { addedRecall: this.#toolTokens([ownRecallTool]) } : {}),
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
		await model.base.send({ context, originals, options, tokens }, sink, signal);
		return sink.usage;
	}
}

function isTooLong(error: unknown): boolean {
	return error instanceof ModelError && error.failure.kind === 'context-too-long';
}

/** Longest name of a conversation that is taken from a client, characters. */
const longestName = 200;

/** With what the client calls the conversation: Copilot Chat's id, which survives a reload. */
function sentHistory({ history: messages, shape, model, options }: ForwardedRequest): SentHistory {
	const name: unknown = options.modelOptions?.['_conversationId'];
	const isName = typeof name === 'string' && name !== '' && name.length <= longestName;
	return { messages, shape, model: model.base.named, ...(isName ? { name } : {}) };
}
