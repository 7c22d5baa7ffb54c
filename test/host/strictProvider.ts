import * as vscode from 'vscode';
import { textOf, type Message, type ToolCall } from '../../src/messages/message.ts';
import { estimatedTokens } from '../../src/messages/tokens.ts';
import { StrictModel } from '../support/agent/strictModel.ts';

type RequestMessage = vscode.LanguageModelChatRequestMessage;

/** A request as the model behind a mirrored one got it. */
export interface BaseRequest {
	readonly messages: readonly RequestMessage[];
	readonly options: vscode.ProvideLanguageModelChatResponseOptions;
	readonly token: vscode.CancellationToken;
}

/** What is done with a request in place of answering it. */
export type Behaviour = (
	request: BaseRequest,
	progress: vscode.Progress<vscode.LanguageModelResponsePart>,
) => Promise<void>;

/** Tokens of the window of the model `strict`. */
export const strictWindow = 16_000;

/** Models of the vendor `precis-test`: they refuse what the strictest provider would. */
export class StrictProvider implements vscode.LanguageModelChatProvider {
	readonly model = new StrictModel(strictWindow, estimatedTokens);
	readonly requests: BaseRequest[] = [];
	/** In place of the scripted answer. */
	behaviour: Behaviour | undefined;

	provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
		return ['strict', 'other'].map((id) => ({
			id,
			name: `Model ${id}`,
			family: 'test-family',
			version: '7',
			maxInputTokens: strictWindow,
			maxOutputTokens: 4_000,
			capabilities: { toolCalling: true, imageInput: true },
		}));
	}

	async provideLanguageModelChatResponse(
		_model: vscode.LanguageModelChatInformation,
		messages: readonly RequestMessage[],
		options: vscode.ProvideLanguageModelChatResponseOptions,
		progress: vscode.Progress<vscode.LanguageModelResponsePart>,
		token: vscode.CancellationToken,
	): Promise<void> {
		const request = { messages, options, token };
		this.requests.push(request);
		if (this.behaviour !== undefined) {
			await this.behaviour(request, progress);
			return;
		}
		const context = asContext(messages);
		const { text, toolCalls } = this.model.ask(sessionOf(context), context);
		if (text !== '') {
			progress.report(new vscode.LanguageModelTextPart(text));
		}
		for (const call of toolCalls) {
			const input = JSON.parse(call.arguments) as object;
			progress.report(new vscode.LanguageModelToolCallPart(call.id, call.name, input));
		}
	}

	provideTokenCount(): Promise<number> {
		return Promise.resolve(1);
	}
}

function sessionOf(context: readonly Message[]): string {
	return textOf(context[0]?.content ?? '');
}

/**
 * A request in the words of chat completions, read the way providers read VS Code's. A leading user
 * message in front of another one is the system prompt.
 */
export function asContext(messages: readonly RequestMessage[]): Message[] {
	const context = messages.flatMap(({ role, content }): Message[] => {
		const text = textIn(content);
		if (role === vscode.LanguageModelChatMessageRole.Assistant) {
			const toolCalls = content
				.filter((part) => part instanceof vscode.LanguageModelToolCallPart)
				.map(
					({ callId, name, input }): ToolCall => ({
						id: callId,
						name,
						arguments: JSON.stringify(input),
					}),
				);
			return [
				toolCalls.length === 0
					? { role: 'assistant', content: text }
					: { role: 'assistant', content: text, toolCalls },
			];
		}
		const results = content
			.filter((part) => part instanceof vscode.LanguageModelToolResultPart)
			.map(
				(part): Message => ({
					role: 'tool',
					toolCallId: part.callId,
					content: textIn(part.content),
				}),
			);
		return text === '' ? results : [...results, { role: 'user', content: text }];
	});
	const [first, second] = context;
	return first?.role === 'user' && second?.role === 'user'
		? [{ role: 'system', content: first.content }, ...context.slice(1)]
		: context;
}

/** The text of parts. */
export function textIn(content: readonly unknown[]): string {
	return content
		.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
		.join('');
}
