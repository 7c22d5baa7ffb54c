import * as vscode from 'vscode';
import { overheadTokens } from '../../compaction/overhead.ts';
import { textOf, type Message } from '../../messages/message.ts';
import { countMessages, estimatedTokens } from '../../messages/tokens.ts';
import type { TokenUsage } from '../../models/client.ts';
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
import { detach } from '../log.ts';
import { hostApi } from '../hostApi.ts';
import type { NamedModel } from '../settings/modelId.ts';
import { failureText } from '../models/failureNotice.ts';
import { withSignal } from '../worker/withSignal.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import {
	readClientMessages,
	toCall,
	withoutTrailingClientMessage,
	type ClientMessages,
} from './clientMessages.ts';
import type { MirroredModel } from './mirroredModels.ts';
import {
	answersRecall,
	canRecall,
	offersRecall,
	send,
	type ForwardedRequest,
} from './forwardedRequest.ts';
import { SubAgentTasks } from './subAgentTasks.ts';
import { RecallingReplies, type RecallServices } from './recallingReplies.ts';
import type { ReplySink } from './replySink.ts';
import { historyBeforeQuestion, isSideRequest } from './sideRequests.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** A conversation through a mirrored model. */
interface FollowedConversation {
	readonly conversation: string;
	/** Its base model. */
	readonly model: NamedModel;
	/** The user has just sent a message. */
	readonly isNewTurn: boolean;
	/** The conversation it replaces because its history was edited. */
	readonly inPlaceOf?: string;
}

export interface MirroredRequestServices extends RecallServices {
	readonly worker: Pick<WorkerClient, 'call'>;
	readonly onConversation: (followed: FollowedConversation) => void;
	/** Called with the reason if a request is sent with the unchanged history. */
	readonly onUnprepared: (error: unknown) => void;
	readonly log: vscode.LogOutputChannel;
}

/** Answers clients' requests to a mirrored model: with the context from Precis, through the base model. */
export class MirroredRequests {
	readonly #services: MirroredRequestServices;
	readonly #recalling: RecallingReplies;
	readonly #tasks = new SubAgentTasks();
	/** The latest request could not be prepared, and the user was notified. */
	#hasFailed = false;

	constructor(services: MirroredRequestServices) {
		this.#services = services;
		this.#recalling = new RecallingReplies(services);
	}

	/**
	 * Answers a request. A stop ends it at once; a compaction it waited for continues.
	 * @throws The error that informs the client why there is no reply.
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
			const shape = shapeOf(model, client, options);
			const isAside = isSideRequest(
				textOf(client.system),
				client.messages,
				(options.tools ?? []).length > 0,
			);
			const history = isAside
				? historyBeforeQuestion(client.messages)
				: withoutTrailingClientMessage(client.messages);
			const request = { model, client, history, isAside, shape, options, sink, signal };
			try {
				const pass = (): Promise<void> =>
					isAside ? this.#passAside(request) : this.#passWithContext(request);
				await abortable(pass, signal);
			} catch (error) {
				throw signal.aborted ? new vscode.CancellationError() : clientError(error);
			}
		});
	}

	/** Answers a client's side request from the conversation's present context. */
	async #passAside(forwarded: ForwardedRequest): Promise<void> {
		const { client, history, shape, model, signal } = forwarded;
		const request = { ...this.#requestOf(forwarded), aside: true };
		let prepared: PreparedRequest | undefined;
		try {
			prepared = await this.#services.worker.call('prepare', request, { signal });
		} catch {
			// The unchanged history is sent instead.
			signal.throwIfAborted();
		}
		const tokens =
			(prepared?.tokens ??
				countMessages(history, estimatedTokens) + overheadTokens(shape.overhead)) +
			countMessages(client.messages.slice(history.length), estimatedTokens);
		// A client to which a larger window was reported may ask about more than fits.
		const compact = (): Promise<void> => this.#passWithContext(forwarded);
		await (tokens > model.window - shape.reservedReply
			? compact()
			: this.#sendOr(compact, forwarded, { ...prepared, tokens }));
	}

	/** Sends a request; if it is rejected as too long before the client has received anything, calls `instead`. */
	async #sendOr(
		instead: (refusal: unknown) => Promise<void>,
		forwarded: ForwardedRequest,
		prepared: PreparedRequest | undefined,
	): Promise<void> {
		try {
			await this.#send(forwarded, prepared);
		} catch (error) {
			if (!isTooLong(error) || forwarded.sink.hasOutput) {
				throw error;
			}
			await instead(error);
		}
	}

	async #passWithContext(forwarded: ForwardedRequest): Promise<void> {
		const prepared = await this.#tryToPrepare(forwarded);
		const shorten = async (refusal: unknown): Promise<void> =>
			this.#send(forwarded, await this.#shorter(forwarded, prepared, refusal));
		await this.#sendOr(shorten, forwarded, prepared);
	}

	/** A shorter request after a rejection as too long. @throws The rejection, if there is none. */
	async #shorter(
		forwarded: ForwardedRequest,
		prepared: PreparedRequest | undefined,
		refusal: unknown,
	): Promise<PreparedRequest> {
		if (prepared?.conversation === undefined) {
			throw refusal;
		}
		try {
			const shorter: ShorterRequest = await this.#prepare('prepareShorter', forwarded);
			if (shorter.isShorter) {
				return shorter;
			}
		} catch (error) {
			forwarded.signal.throwIfAborted();
			this.#services.onUnprepared(error);
		}
		throw refusal;
	}

	/** Without compaction if Precis itself fails: the client still gets its reply. */
	async #tryToPrepare(forwarded: ForwardedRequest): Promise<PreparedRequest | undefined> {
		const prepare = (): Promise<PreparedRequest> => this.#prepare('prepare', forwarded);
		try {
			const prepared = await prepare().catch((error: unknown) => {
				const isDeleted = WorkerError.is(error, workerCodes.unknownConversation);
				return isDeleted ? prepare() : Promise.reject(error);
			});
			this.#hasFailed = false;
			return prepared;
		} catch (error) {
			forwarded.signal.throwIfAborted();
			if (!this.#hasFailed) {
				this.#services.onUnprepared(error);
			}
			this.#hasFailed = true;
			return undefined;
		}
	}

	/** Prepares the request for a history. The signal stops waiting, but does not cancel a compaction. */
	async #prepare<Method extends 'prepare' | 'prepareShorter'>(
		method: Method,
		forwarded: ForwardedRequest,
	): Promise<WorkerRequests[Method]['result']> {
		const { worker, onConversation } = this.#services;
		const { history, model, signal } = forwarded;
		const prepared = await worker.call(method, this.#requestOf(forwarded), { signal });
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

	async #send(forwarded: ForwardedRequest, prepared: PreparedRequest | undefined): Promise<void> {
		const { client, shape, sink } = forwarded;
		const { worker, log } = this.#services;
		const { conversation: id } = prepared ?? {};
		const tokens =
			prepared?.tokens ??
			countMessages(client.messages, estimatedTokens) + overheadTokens(shape.overhead);
		try {
			let usage: TokenUsage | undefined;
			if (answersRecall(forwarded, prepared)) {
				usage = await this.#recalling.reply(forwarded, prepared);
			} else {
				await send(this.#services.sent, forwarded, prepared, { sink, tokens });
				({ usage } = sink);
			}
			if (id !== undefined && usage !== undefined) {
				const { inputTokens, cachedTokens } = usage;
				const cached = cachedTokens === undefined ? {} : { cached: cachedTokens };
				// The reply is complete; a failure to record its count does not concern the client.
				detach(worker.call('promptTokens', { id, tokens: inputTokens, ...cached }), log);
			}
		} finally {
			this.#noteTasks(forwarded);
			if (id !== undefined) {
				const callsTools = sink.calls.length > 0;
				detach(worker.call('requestEnded', { id, callsTools }), log);
			}
		}
		sink.finish(tokens);
	}

	/** Runs before the reply ends, because the client then starts the sub-agents. */
	#noteTasks(forwarded: ForwardedRequest): void {
		const { history, isAside, sink } = forwarded;
		if (!isAside) {
			this.#tasks.recordCalls(nameOf(forwarded) ?? '', history, sink.calls.map(toCall));
		}
	}

	#requestOf(forwarded: ForwardedRequest): ClientRequest {
		const { history, shape, isAside } = forwarded;
		const messages = history.map(plain);
		const name = nameOf(forwarded);
		const task = isAside ? undefined : this.#tasks.taskOf(name ?? '', history);
		return {
			messages,
			shape,
			...(name === undefined ? {} : { name }),
			...(task === undefined ? {} : { task }),
		};
	}
}

function shapeOf(
	model: MirroredModel,
	{ system }: ClientMessages,
	options: vscode.ProvideLanguageModelChatResponseOptions,
): RequestShape {
	const { window, isWindowAssumed, base, prices, threshold } = model;
	const { tools = [] } = options;
	const adds = canRecall(model, options) && !offersRecall(options);
	return {
		window,
		...(isWindowAssumed ? { isWindowAssumed } : {}),
		model: base.id,
		prices,
		reservedReply: base.reservedReply,
		overhead: {
			instructions: estimatedTokens.count(textOf(system)),
			tools: toolTokens(tools),
			offered: tools.length,
		},
		recall: adds || offersRecall(options),
		...(threshold === undefined ? {} : { threshold }),
		...(adds ? { addedRecall: toolTokens([ownRecallTool, ownCompactTool]) } : {}),
	};
}

/** Tokens of the definitions of tools in a request. */
export function toolTokens(tools: readonly vscode.LanguageModelChatTool[]): number {
	return tools.reduce(
		(sum, { name, description, inputSchema }) =>
			sum +
			estimatedTokens.count(name) +
			estimatedTokens.count(description) +
			estimatedTokens.count(JSON.stringify(inputSchema ?? {})),
		0,
	);
}

function isTooLong(error: unknown): boolean {
	return error instanceof ModelError && error.failure.kind === 'context-too-long';
}

/** Maximum length of a client's name for a conversation, characters. */
const longestName = 200;

/** The client's name for the conversation: Copilot Chat's id, which survives a reload. */
function nameOf({ options }: Pick<ForwardedRequest, 'options'>): string | undefined {
	const name: unknown = options.modelOptions?.['_conversationId'];
	return typeof name === 'string' && name !== '' && name.length <= longestName ? name : undefined;
}

/** Text in the form of the log if there is only text, all of it the user's. */
function plain(message: Message): Message {
	const { content } = message;
	const [first, second] = content;
	const isText = typeof first === 'object' && first.type === 'text' && first.origin === undefined;
	if (isText && second === undefined) {
		return { ...message, content: first.text };
	}
	return content.length === 0 ? { ...message, content: '' } : message;
}

/**
 * An error in the form that clients of a language model know: the code identifies the source, the message the reason.
 */
function clientError(error: unknown): Error {
	if (!(error instanceof ModelError)) {
		return error instanceof Error ? error : new Error(String(error));
	}
	const words = failureText(error);
	return errorOf(error.failure.kind, words) ?? new Error(words, { cause: error });
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
