import * as vscode from 'vscode';
import type {
	ReplyListener,
	ModelAnswer,
	ModelClient,
	ModelRequest,
	Route,
	TokenUsage,
} from '../../models/client.ts';
import { ModelError } from '../../models/modelError.ts';
import { plainMessages } from '../../models/plainMessages.ts';
import { hostApi } from '../hostApi.ts';
import { languageModelError, replyParts } from './languageModelReplies.ts';
import type { LanguageModels } from './languageModels.ts';
import { vendorAndModel, vsCodeModelId } from '../settings/modelId.ts';
import { usageIn } from './reportedUsage.ts';

/** A request in VS Code's own types, with tools and options. */
interface ChatRequest extends ModelRequest {
	readonly chatMessages: vscode.LanguageModelChatMessage[];
	readonly chatOptions: vscode.LanguageModelChatRequestOptions;
}

/**
 * Calls models of VS Code. Its API streams replies, but has no system messages, end reasons or reply limits, and
 * rarely usage. Only a request that continues an earlier one offers tools: otherwise earlier calls, results and
 * images are sent as text.
 */
export class VsCodeModelClient implements ModelClient {
	readonly #models: Pick<LanguageModels, 'find' | 'justification'>;
	readonly #closing = new AbortController();

	constructor(models: Pick<LanguageModels, 'find' | 'justification'>) {
		this.#models = models;
	}

	close(): void {
		this.#closing.abort();
	}

	async send(
		route: Route,
		request: ModelRequest,
		signal: AbortSignal,
		onReply: ReplyListener,
	): Promise<ModelAnswer> {
		signal.throwIfAborted();
		const [vendor, model] = vendorAndModel(route.model);
		const id = vsCodeModelId({ vendor, model });
		const { justification } = this.#models;
		const ended = AbortSignal.any([signal, this.#closing.signal]);
		try {
			const chat = await this.#models.find(vendor, model);
			if (chat === undefined) {
				throw doesNotExist(id);
			}
			let content = '';
			let usage: TokenUsage | undefined;
			const [messages, options] = isChatRequest(request)
				? [request.chatMessages, request.chatOptions]
				: [toMessages(request), { justification }];
			for await (const part of replyParts(chat, messages, options, ended)) {
				const text = part instanceof hostApi.LanguageModelTextPart ? part.value : undefined;
				content += text ?? '';
				usage = usageIn(part) ?? usage;
				onReply(text);
			}
			return { content, ...(usage === undefined ? {} : { usage }) };
		} catch (error) {
			signal.throwIfAborted();
			if (this.#closing.signal.aborted) {
				const message = vscode.l10n.t('The reply was stopped before it was complete.');
				throw new ModelError({ kind: 'connection', message });
			}
			throw languageModelError(error, id);
		}
	}
}

function isChatRequest(request: ModelRequest): request is ChatRequest {
	return 'chatMessages' in request;
}

function doesNotExist(id: string): ModelError {
	return new ModelError({
		kind: 'not-available',
		message: vscode.l10n.t('{0} does not exist.', id),
		advice: vscode.l10n.t(
			'Check that the extension it belongs to is installed and signed in, or choose another model.',
		),
	});
}

/** VS Code has no system role: system texts become the first user message. */
function toMessages({ messages }: ModelRequest): vscode.LanguageModelChatMessage[] {
	const { User, Assistant } = hostApi.LanguageModelChatMessageRole;
	const plain = plainMessages(messages);
	const system = plain.filter(({ role }) => role === 'system').map(({ content }) => content);
	const message = (role: vscode.LanguageModelChatMessageRole, text: string) =>
		new hostApi.LanguageModelChatMessage(role, [new hostApi.LanguageModelTextPart(text)]);
	return [
		...(system.length === 0 ? [] : [message(User, system.join('\n\n'))]),
		...plain
			.filter(({ role }) => role !== 'system')
			.map(({ role, content }) => message(role === 'assistant' ? Assistant : User, content)),
	];
}
