import * as vscode from 'vscode';
import type { TurnContext, TurnResult } from '../../conversations/service/ports.ts';
import { messageOf } from '../../messages/errors.ts';
import type { ToolMessage } from '../../messages/message.ts';
import { requestTokens } from '../../models/client.ts';
import { ModelError } from '../../models/modelError.ts';
import { consideringSize } from '../../models/providerErrors.ts';
import type { Answerer } from '../worker/answerers.ts';
import { toModelMessages } from '../provider/modelMessages.ts';
import { replyParts } from '../models/languageModelReplies.ts';
import type { SentRequests } from '../models/sentRequests.ts';
import { vsCodeModelId } from '../settings/modelId.ts';
import type { AnsweringModel } from '../provider/answeringModel.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { readPart } from '../provider/readPart.ts';
import { hostApi } from '../hostApi.ts';

/** Requests of one turn: a model that still calls tools then has lost its way. */
const mostRequests = 100;

/** A tool's result should leave room for others, as a share of the window. */
const resultShare = 1 / 8;

/** What a turn of the chat is answered with. */
export interface ChatAnswerParts {
	readonly answering: AnsweringModel;
	/** Tokens of the tools. */
	readonly overhead: number;
	readonly sent: Pick<SentRequests, 'keep'>;
	readonly tools: readonly vscode.LanguageModelChatTool[];
	readonly invocationToken: vscode.ChatParticipantToolToken;
	readonly stream: Pick<vscode.ChatResponseStream, 'markdown'>;
	readonly worker: Pick<WorkerClient, 'call'>;
	/** Whether the turn waits for a context now, or has one. */
	readonly onWaiting: (waits: boolean) => void;
}

interface Reply {
	readonly text: string;
	readonly calls: readonly vscode.LanguageModelToolCallPart[];
}

/** Answers a turn with a model of VS Code's that can use tools; shows the answer as it comes. */
export class ChatAnswerer implements Answerer {
	readonly #parts: ChatAnswerParts;
	#unfinished = '';
	#shown = false;

	constructor(parts: ChatAnswerParts) {
		this.#parts = parts;
	}

	/** What was shown of a reply that did not come to its end: it is not in the log. */
	get unfinished(): string {
		return this.#unfinished;
	}

	async answer(turn: number, context: TurnContext, signal: AbortSignal): Promise<TurnResult> {
		const cancellation = new vscode.CancellationTokenSource();
		const cancel = (): void => cancellation.cancel();
		signal.addEventListener('abort', cancel, { once: true });
		try {
			await this.#converse(turn, context, signal, cancellation.token);
			return { kind: 'completed' };
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof ModelError) {
				return { kind: 'failed', failure: error.failure };
			}
			throw error;
		} finally {
			signal.removeEventListener('abort', cancel);
			cancellation.dispose();
		}
	}

	async #converse(
		turn: number,
		first: TurnContext,
		signal: AbortSignal,
		token: vscode.CancellationToken,
	): Promise<void> {
		const { worker, stream, onWaiting } = this.#parts;
		let context = first;
		for (let requests = 1; ; requests += 1) {
			onWaiting(false);
			const { text, calls } = await this.#ask(context, signal);
			if (text === '' && calls.length === 0) {
				return;
			}
			const toolCalls = calls.map(({ callId, name, input }) => ({
				id: callId,
				name,
				arguments: JSON.stringify(input),
			}));
			const said = { role: 'assistant' as const, content: text };
			const messages = [toolCalls.length === 0 ? said : { ...said, toolCalls }];
			await worker.call('turnAppend', { turn, messages });
			this.#unfinished = '';
			if (calls.length === 0) {
				return;
			}
			await this.#run(turn, calls, signal, token);
			if (requests === mostRequests) {
				stream.markdown(
					`\n\n${vscode.l10n.t('Stopped after {0} requests with tools. Send another message to go on.', mostRequests)}`,
				);
				return;
			}
			onWaiting(true);
			context = await worker.call('turnContext', { turn });
		}
	}

	async #run(
		turn: number,
		calls: Reply['calls'],
		signal: AbortSignal,
		token: vscode.CancellationToken,
	): Promise<void> {
		for (const call of calls) {
			const result = await this.#runTool(call, token);
			signal.throwIfAborted();
			await this.#parts.worker.call('turnAppend', { turn, messages: [result] });
		}
	}

	/** What goes wrong is a result, too: the model has to know of it. For models: not translated. */
	async #runTool(
		{ callId: toolCallId, name, input }: vscode.LanguageModelToolCallPart,
		token: vscode.CancellationToken,
	): Promise<ToolMessage> {
		const { answering, tools, invocationToken: toolInvocationToken } = this.#parts;
		const { model, window } = answering;
		const failed = (content: string): ToolMessage => ({
			role: 'tool',
			toolCallId,
			content,
			isError: true,
		});
		if (!tools.some((tool) => tool.name === name)) {
			const names = tools.map((tool) => tool.name).join(', ') || 'none';
			return failed(`There is no tool "${name}". The tools offered: ${names}.`);
		}
		const tokenizationOptions = {
			tokenBudget: Math.floor(window * resultShare),
			countTokens: (text: string) => model.countTokens(text, token),
		};
		try {
			const options = { input, toolInvocationToken, tokenizationOptions };
			const { content } = await hostApi.lm.invokeTool(name, options, token);
			const parts = content.map(readPart).filter((part) => part !== undefined);
			const nothing = 'The tool gave nothing back.';
			return { role: 'tool', toolCallId, content: parts.length === 0 ? nothing : parts };
		} catch (error) {
			// VS Code's own errors lose their class on the way.
			return failed(
				error instanceof Error && error.name === 'Canceled'
					? 'The person did not allow this call, or stopped it.'
					: `The tool failed: ${messageOf(error)}`,
			);
		}
	}

	/** @throws {ModelError} */
	async #ask(context: TurnContext, signal: AbortSignal): Promise<Reply> {
		const { answering, tools } = this.#parts;
		const { model, modelOptions, window } = answering;
		const { messages } = context;
		const calls: vscode.LanguageModelToolCallPart[] = [];
		const options = {
			justification: vscode.l10n.t('Precis answers your messages in the chat.'),
			...(modelOptions === undefined ? {} : { modelOptions }),
			...(tools.length === 0 ? {} : { tools: [...tools] }),
		};
		try {
			for await (const part of replyParts(model, toModelMessages(messages), options, signal)) {
				if (part instanceof hostApi.LanguageModelTextPart) {
					this.#show(part.value);
				} else if (part instanceof hostApi.LanguageModelToolCallPart) {
					calls.push(part);
				}
			}
		} catch (error) {
			throw error instanceof ModelError
				? this.#final(consideringSize(error, requestTokens({ messages }), window))
				: error;
		}
		this.#keepSent(context, options);
		return { text: this.#unfinished, calls };
	}

	/** What one of ours was asked reached the model behind it in other words. */
	#keepSent(
		{ conversation, messages, tokens, length }: TurnContext,
		chatOptions: vscode.LanguageModelChatRequestOptions,
	): void {
		const { answering, overhead, sent } = this.#parts;
		const { named, modelOptions } = answering;
		if (named.kind === 'vscode' && modelOptions === undefined) {
			sent.keep(conversation, {
				model: vsCodeModelId(named),
				length,
				tokens: tokens + overhead,
				again(more) {
					const longer = [...messages, { role: 'user' as const, content: more }];
					return { messages: longer, chatMessages: toModelMessages(longer), chatOptions };
				},
			});
		}
	}

	#show(text: string): void {
		if (text === '') {
			return;
		}
		// What was said before a tool ran is a paragraph of its own.
		const gap = this.#unfinished === '' && this.#shown ? '\n\n' : '';
		this.#unfinished += text;
		this.#shown = true;
		this.#parts.stream.markdown(`${gap}${text}`);
	}

	/** Nothing is shown twice: a reply that has begun is not asked for again in a shorter context. */
	#final(error: ModelError): ModelError {
		const { failure } = error;
		return failure.kind === 'context-too-long' && this.#unfinished !== ''
			? new ModelError({ ...failure, kind: 'bad-request' }, { cause: error })
			: error;
	}
}
