import * as vscode from 'vscode';
import { overheadTokens } from '../../compaction/overhead.ts';
import type { TurnContext } from '../../conversations/service/ports.ts';
import { messageOf } from '../../messages/errors.ts';
import { mark } from '../../messages/marks.ts';
import type { Message, ToolMessage } from '../../messages/message.ts';
import type { TokenUsage } from '../../models/client.ts';
import { ModelError } from '../../models/modelError.ts';
import { abortable } from '../../models/waiting.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { chatButtons } from '../contributions.ts';
import { detach } from '../log.ts';
import { hostApi } from '../hostApi.ts';
import { failureText } from '../models/failureNotice.ts';
import { usageIn } from '../models/reportedUsage.ts';
import { toCall } from '../provider/clientMessages.ts';
import { OriginalMessages } from '../provider/originalMessages.ts';
import { readPart } from '../provider/readPart.ts';
import type { PartSink } from '../provider/replySink.ts';
import type { ChatConversations, ChatMetadata } from './chatConversations.ts';
import type { ChatSetup, ParticipantServices } from './chatSetup.ts';

/** Maximum requests of one turn: a model that still calls tools after that is stuck in a loop. */
const maxRequests = 100;

/** Maximum size of a tool's result, as a share of the window, to leave room for others. */
const resultShare = 1 / 8;

/** A prompt to be answered. */
export interface ChatPrompt {
	readonly setup: ChatSetup;
	readonly invocationToken: vscode.ChatParticipantToolToken;
	/** The user's text, including attachments. */
	readonly content: string;
	readonly stream: vscode.ChatResponseStream;
	/** Aborted when the turn is stopped. */
	readonly signal: AbortSignal;
	readonly token: vscode.CancellationToken;
}

/** Answers a prompt in its conversation. */
export async function answerPrompt(
	services: ParticipantServices,
	chats: ChatConversations,
	before: ConversationView,
	prompt: ChatPrompt,
): Promise<vscode.ChatResult> {
	const { active, worker, models } = services;
	const { id } = before;
	models.setAnswering(id, prompt.setup.base.named);
	// Shows the size of the conversation that the prompt belongs to.
	active.show(before);
	const message = await chats.runTurn(before, () => new ChatTurn(services, id, prompt).run());
	const after = await worker.call('view', { id });
	if (after.compactions > before.compactions) {
		prompt.stream.button({
			command: chatButtons.showConversation,
			title: vscode.l10n.t('Show Summary'),
			arguments: [id],
		});
	}
	const metadata: ChatMetadata = { conversation: id, messages: after.messages };
	return { metadata, ...(message === undefined ? {} : { errorDetails: { message } }) };
}

/**
 * One turn of the chat. Messages are durable before the model is called, each request is made from the conversation's
 * context, and results are appended.
 */
class ChatTurn {
	readonly #services: ParticipantServices;
	readonly #id: string;
	readonly #prompt: ChatPrompt;
	/** The unfinished reply, which the chat shows but the log does not contain yet. */
	#reply: ReplyInChat;

	constructor(services: ParticipantServices, id: string, prompt: ChatPrompt) {
		this.#services = services;
		this.#id = id;
		this.#prompt = prompt;
		this.#reply = new ReplyInChat(prompt.stream, '');
	}

	/** @returns Why there is no reply; undefined: there is one, or the user stopped it. */
	async run(): Promise<string | undefined> {
		const { content, signal } = this.#prompt;
		await this.#append({ role: 'user', content, origin: 'person' });
		try {
			return await this.#runRequests();
		} catch (error) {
			await this.#endEarly();
			if (signal.aborted) {
				return undefined;
			}
			if (error instanceof ModelError) {
				return failureText(error);
			}
			throw error;
		}
	}

	async #runRequests(): Promise<string | undefined> {
		const { stream, signal } = this.#prompt;
		for (let requests = 1; requests <= maxRequests; requests += 1) {
			const { text, calls } = await this.#request();
			if (text === '' && calls.length === 0) {
				await this.#endEarly();
				return requests === 1 ? vscode.l10n.t('The model returned an empty reply.') : undefined;
			}
			const toolCalls = calls.map(toCall);
			const message = { role: 'assistant' as const, content: text };
			this.#reply = new ReplyInChat(stream, text === '' ? this.#reply.gap : '\n\n');
			await this.#append(toolCalls.length === 0 ? message : { ...message, toolCalls });
			if (calls.length === 0) {
				return undefined;
			}
			for (const call of calls) {
				await this.#append(await abortable(() => this.#runTool(call), signal));
			}
		}
		stream.markdown(
			`\n\n${vscode.l10n.t('Stopped after {0} requests with tools. Send another message to continue.', maxRequests)}`,
		);
		await this.#endEarly();
		return undefined;
	}

	/** Ends the turn without a complete reply: adds the part that the chat shows to the conversation. */
	async #endEarly(): Promise<void> {
		const { text } = this.#reply;
		if (text === '') {
			const end = { id: this.#id, callsTools: false };
			await this.#services.worker.call('requestEnded', end);
		} else {
			const content = `${text}\n${mark('the reply ended here')}`;
			await this.#append({ role: 'assistant', content });
		}
	}

	async #append(message: Message): Promise<void> {
		await this.#services.worker.call('append', { id: this.#id, messages: [message] });
	}

	/** @throws {ModelError} */
	async #request(): Promise<ReplyInChat> {
		const { worker } = this.#services;
		const { signal, stream } = this.#prompt;
		const wanted = { id: this.#id, shape: this.#prompt.setup.shape };
		const context = await this.#showWaiting(() => worker.call('context', wanted, { signal }));
		try {
			return await this.#send(context);
		} catch (error) {
			// If the chat already shows part of the reply, requesting it again would show that part twice.
			const isRefused = error instanceof ModelError && error.failure.kind === 'context-too-long';
			const shorter =
				isRefused && this.#reply.text === ''
					? await this.#showWaiting(() => worker.call('shorterContext', wanted, { signal }))
					: undefined;
			if (shorter === undefined) {
				throw error;
			}
			// Calls before the rejection are discarded.
			this.#reply = new ReplyInChat(stream, this.#reply.gap);
			return this.#send(shorter);
		}
	}

	async #send({ messages, tokens, length }: TurnContext): Promise<ReplyInChat> {
		const { worker, log, models } = this.#services;
		const { setup, signal } = this.#prompt;
		const { base, tools, shape } = setup;
		const reply = this.#reply;
		const request = {
			context: messages,
			originals: new OriginalMessages(),
			options: { tools, toolMode: hostApi.LanguageModelChatToolMode.Auto },
			tokens: tokens + overheadTokens(shape.overhead),
		};
		// Not every model and tool observes a stop.
		await abortable(() => base.send(request, reply, signal), signal);
		models.sent.keep(this.#id, {
			model: base.id,
			length,
			tokens: request.tokens,
			continueWith: (more, maxOutputTokens) => base.continueWith(request, more, maxOutputTokens),
		});
		if (reply.usage !== undefined) {
			const { inputTokens, cachedTokens } = reply.usage;
			const cached = cachedTokens === undefined ? {} : { cached: cachedTokens };
			const noted = { id: this.#id, tokens: inputTokens, ...cached };
			// The reply is complete, whether or not its count can be recorded.
			detach(worker.call('promptTokens', noted), log);
		}
		return reply;
	}

	/** An error is a result too, so that the model can react. For models: not translated. */
	async #runTool({
		callId: toolCallId,
		name,
		input,
	}: vscode.LanguageModelToolCallPart): Promise<ToolMessage> {
		const { setup, invocationToken: toolInvocationToken, token } = this.#prompt;
		const { chosen, tools, shape } = setup;
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
			tokenBudget: Math.floor(shape.window * resultShare),
			countTokens: (text: string) => chosen.countTokens(text, token),
		};
		try {
			const options = { input, toolInvocationToken, tokenizationOptions };
			const { content } = await hostApi.lm.invokeTool(name, options, token);
			const parts = content.map(readPart).filter((part) => part !== undefined);
			const nothing = 'The tool gave nothing back.';
			return { role: 'tool', toolCallId, content: parts.length === 0 ? nothing : parts };
		} catch (error) {
			// VS Code's own errors lose their class when they are passed on.
			return failed(
				error instanceof Error && error.name === 'Canceled'
					? 'The person did not allow this call, or stopped it.'
					: `The tool failed: ${messageOf(error)}`,
			);
		}
	}

	/** Shows in the chat, once for each compaction, that the turn waits for it. */
	async #showWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
		const { compactions } = this.#services;
		let isShown = false;
		const showProgress = (): void => {
			const waits = compactions.running(this.#id) !== undefined;
			if (waits && !isShown) {
				this.#prompt.stream.progress(vscode.l10n.t('Compacting the conversation…'));
			}
			isShown = waits;
		};
		const listener = compactions.onDidChange(showProgress);
		showProgress();
		try {
			return await work();
		} finally {
			listener.dispose();
		}
	}
}

/** A model's reply on its way into the chat. */
class ReplyInChat implements PartSink {
	readonly #stream: vscode.ChatResponseStream;
	/** Separates text before a tool call into its own paragraph. */
	readonly gap: string;
	readonly calls: vscode.LanguageModelToolCallPart[] = [];
	text = '';
	usage: TokenUsage | undefined;

	constructor(stream: vscode.ChatResponseStream, gap: string) {
		this.#stream = stream;
		this.gap = gap;
	}

	get hasOutput(): boolean {
		return this.text !== '';
	}

	pass(part: vscode.LanguageModelResponsePart): void {
		if (part instanceof hostApi.LanguageModelToolCallPart) {
			this.calls.push(part);
		} else if (!(part instanceof hostApi.LanguageModelTextPart)) {
			this.usage = usageIn(part) ?? this.usage;
		} else if (part.value !== '') {
			this.#stream.markdown(`${this.text === '' ? this.gap : ''}${part.value}`);
			this.text += part.value;
		}
	}
}
