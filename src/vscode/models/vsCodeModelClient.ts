import type {
	CancellationToken,
	CancellationTokenSource,
	LanguageModelChat,
	LanguageModelChatMessage,
} from 'vscode';
import type { Hear, ModelAnswer, ModelClient, ModelRequest, Route } from '../../models/client.ts';
import { ModelError } from '../../models/modelError.ts';
import { plainMessages } from '../../models/plainMessages.ts';
import { vendorAndModel, vsCodeModelId } from './modelId.ts';
import { languageModelError } from './languageModelFailure.ts';
import type { Translator } from '../translator.ts';

/** What is used of VS Code's model API. */
export interface LanguageModelApi {
	/** The model; undefined where it is not there (any more). */
	find(vendor: string, model: string): Promise<LanguageModelChat | undefined>;
	message(role: 'user' | 'assistant', text: string): LanguageModelChatMessage;
	/** The text of a part of a reply; undefined where it is a part of another kind. */
	textOf(part: unknown): string | undefined;
	newCancellation(): CancellationTokenSource;
	/** Says in a consent dialog what the model is wanted for. */
	readonly justification: string;
	readonly l10n: Translator;
}

/**
 * A model of VS Code as a client like the others. VS Code knows no system messages, no end reason,
 * no bound of the reply and no usage; it does tell the parts of a reply as they come. It is offered no
 * tools: earlier calls, results and images reach it as text.
 */
export class VsCodeModelClient implements ModelClient {
	readonly #api: LanguageModelApi;
	readonly #running = new Set<CancellationTokenSource>();
	#usable = true;

	constructor(api: LanguageModelApi) {
		this.#api = api;
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
		const cancellation = this.#api.newCancellation();
		const cancel = (): void => cancellation.cancel();
		signal.addEventListener('abort', cancel, { once: true });
		this.#running.add(cancellation);
		try {
			const chat = await this.#chat(vendor, model, id);
			return await this.#reply(chat, request, cancellation.token, hear);
		} catch (error) {
			// What VS Code throws for a cancelled request says less than the signal's own reason.
			signal.throwIfAborted();
			throw languageModelError(error, id, this.#api.l10n);
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

	async #chat(vendor: string, model: string, id: string): Promise<LanguageModelChat> {
		const chat = await this.#api.find(vendor, model);
		if (chat === undefined) {
			const { l10n } = this.#api;
			throw new ModelError({
				kind: 'not-available',
				message: l10n.t('{0} does not exist.', id),
				advice: l10n.t(
					'Check that the extension it belongs to is installed and signed in, or choose another model.',
				),
			});
		}
		return chat;
	}

	async #reply(
		chat: LanguageModelChat,
		request: ModelRequest,
		token: CancellationToken,
		hear: Hear,
	): Promise<ModelAnswer> {
		const { justification } = this.#api;
		const response = await chat.sendRequest(this.#messages(request), { justification }, token);
		let content = '';
		for await (const part of response.stream) {
			const text = this.#api.textOf(part);
			content += text ?? '';
			hear(text);
		}
		if (token.isCancellationRequested) {
			// Some models end their reply when they are stopped, as if it were complete.
			throw new ModelError({
				kind: 'connection',
				message: this.#api.l10n.t('The reply was stopped before it was complete.'),
			});
		}
		return { content };
	}

	/** VS Code's messages have no system role: those texts lead, as a message of the user. */
	#messages({ messages }: ModelRequest): LanguageModelChatMessage[] {
		const plain = plainMessages(messages);
		const system = plain.filter(({ role }) => role === 'system').map(({ content }) => content);
		const leading = system.length === 0 ? [] : [this.#api.message('user', system.join('\n\n'))];
		return [
			...leading,
			...plain.flatMap(({ role, content }) =>
				role === 'system' ? [] : [this.#api.message(role, content)],
			),
		];
	}
}
