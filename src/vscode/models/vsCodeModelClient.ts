import * as vscode from 'vscode';
import type { Hear, ModelAnswer, ModelClient, ModelRequest, Route } from '../../models/client.ts';
import { ModelError } from '../../models/modelError.ts';
import { plainMessages } from '../../models/plainMessages.ts';
import { hostApi } from '../hostApi.ts';
import { languageModelError } from './languageModelFailure.ts';
import type { LanguageModels } from './languageModels.ts';
import { vendorAndModel, vsCodeModelId } from './modelId.ts';

/**
 * A model of VS Code as a client like the others. VS Code knows no system messages, no end reason,
 * no bound of the reply and no usage; it does tell the parts of a reply as they come. It is offered no
 * tools: earlier calls, results and images reach it as text.
 */
export class VsCodeModelClient implements ModelClient {
	readonly #models: Pick<LanguageModels, 'find' | 'justification'>;
	readonly #running = new Set<vscode.CancellationTokenSource>();
	#usable = true;

	constructor(models: Pick<LanguageModels, 'find' | 'justification'>) {
		this.#models = models;
	}

	get usable(): boolean {
		return this.#usable;
	}

	async send(
		route: Route,
		request: ModelRequest,
		signal: AbortSignal,
		hear: Hear,
	): Promise<ModelAnswer> {
		signal.throwIfAborted();
		const [vendor, model] = vendorAndModel(route.model);
		const id = vsCodeModelId({ vendor, model });
		const cancellation = new vscode.CancellationTokenSource();
		const cancel = (): void => cancellation.cancel();
		signal.addEventListener('abort', cancel, { once: true });
		this.#running.add(cancellation);
		try {
			const chat = await this.#chat(vendor, model, id);
			return await this.#reply(chat, request, cancellation.token, hear);
		} catch (error) {
			// What VS Code throws for a cancelled request says less than the signal's own reason.
			signal.throwIfAborted();
			throw languageModelError(error, id, vscode.l10n);
		} finally {
			signal.removeEventListener('abort', cancel);
			this.#running.delete(cancellation);
			// For a request that is complete it means nothing.
			cancellation.cancel();
			cancellation.dispose();
		}
	}

	close(): void {
		this.#usable = false;
		for (const cancellation of this.#running) {
			cancellation.cancel();
		}
	}

	async #chat(vendor: string, model: string, id: string): Promise<vscode.LanguageModelChat> {
		const chat = await this.#models.find(vendor, model);
		if (chat === undefined) {
			throw new ModelError({
				kind: 'not-available',
				message: vscode.l10n.t('{0} does not exist.', id),
				advice: vscode.l10n.t(
					'Check that the extension it belongs to is installed and signed in, or choose another model.',
				),
			});
		}
		return chat;
	}

	async #reply(
		chat: vscode.LanguageModelChat,
		request: ModelRequest,
		token: vscode.CancellationToken,
		hear: Hear,
	): Promise<ModelAnswer> {
		const { justification } = this.#models;
		const response = await chat.sendRequest(toMessages(request), { justification }, token);
		let content = '';
		for await (const part of response.stream) {
			const text = part instanceof hostApi.LanguageModelTextPart ? part.value : undefined;
			content += text ?? '';
			hear(text);
		}
		if (token.isCancellationRequested) {
			// Some models end their reply when they are stopped, as if it were complete.
			throw new ModelError({
				kind: 'connection',
				message: vscode.l10n.t('The reply was stopped before it was complete.'),
			});
		}
		return { content };
	}
}

/** VS Code's messages have no system role: those texts lead, as a message of the user. */
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
