import * as vscode from 'vscode';
import { summaryEnd } from '../../src/summary/parse.ts';

/** What a model does when it is asked. */
export type ChatBehaviour = (call: ChatCall) => Promise<void> | void;

/** One request to the model. */
export interface ChatCall {
	/** Everything it was sent, one line for each part. */
	readonly text: string;
	readonly tools: readonly string[];
	readonly say: (text: string) => void;
	readonly call: (name: string, input: object) => void;
	readonly token: vscode.CancellationToken;
}

/** A model for the chat that does what a test says, and writes down what it was sent. */
export class ChatModel implements vscode.LanguageModelChatProvider {
	readonly calls: ChatCall[] = [];
	/** Requests for summaries meet this, all others {@link onChat}. */
	onSummary: ChatBehaviour = () => undefined;
	onChat: ChatBehaviour = ({ say }) => say('Certainly.');
	#calls = 0;

	provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
		return [
			{
				id: 'chat',
				name: 'Chat',
				family: 'chat',
				version: '1',
				maxInputTokens: 12_000,
				maxOutputTokens: 4_000,
				capabilities: { toolCalling: true },
			},
		];
	}

	async provideLanguageModelChatResponse(
		_model: vscode.LanguageModelChatInformation,
		messages: readonly vscode.LanguageModelChatRequestMessage[],
		{ tools = [] }: vscode.ProvideLanguageModelChatResponseOptions,
		progress: vscode.Progress<vscode.LanguageModelResponsePart>,
		token: vscode.CancellationToken,
	): Promise<void> {
		const text = messages.flatMap(({ content }) => content.map(lineOf)).join('\n');
		const call: ChatCall = {
			text,
			tools: tools.map(({ name }) => name),
			say: (words) => progress.report(new vscode.LanguageModelTextPart(words)),
			call: (name, input) => {
				this.#calls += 1;
				progress.report(new vscode.LanguageModelToolCallPart(`call-${this.#calls}`, name, input));
			},
			token,
		};
		if (text.includes(summaryEnd)) {
			await this.onSummary(call);
			return;
		}
		this.calls.push(call);
		await this.onChat(call);
	}

	provideTokenCount(): Promise<number> {
		return Promise.resolve(1);
	}
}

function lineOf(part: unknown): string {
	if (part instanceof vscode.LanguageModelTextPart) {
		return part.value;
	}
	if (part instanceof vscode.LanguageModelToolCallPart) {
		return `call ${part.name} ${JSON.stringify(part.input)}`;
	}
	return part instanceof vscode.LanguageModelToolResultPart
		? `result ${part.content.map(lineOf).join('')}`
		: '';
}
