import '../vscodeModule.ts';
import type * as vscode from 'vscode';
import type { BaseModel } from '../../../src/vscode/provider/baseModel.ts';
import type { MirroredModel } from '../../../src/vscode/provider/mirroredModels.ts';
import * as api from '../languageModelParts.ts';
import type { WorkerRig } from '../workerRig.ts';
import { mirroredRequests } from './mirroredRequests.ts';
import type { TextMessage } from './textProtocolClient.ts';

const { toModelMessages } = await import('../../../src/vscode/provider/modelMessages.ts');
const { ReplySink } = await import('../../../src/vscode/provider/replySink.ts');

/** A message as the model behind got it: the texts of its parts, or the name of another part's class. */
export interface SentMessage {
	readonly role: 'user' | 'assistant';
	readonly parts: readonly string[];
}

/** A mirrored model that a client of text asks, with the worker behind it and without VS Code. */
export class MirroredTextModel {
	readonly sent: (readonly SentMessage[])[] = [];
	readonly troubles: unknown[] = [];
	conversation = '';
	readonly #requests: ReturnType<typeof mirroredRequests>;
	readonly #model: MirroredModel;

	constructor(rig: WorkerRig, window: number) {
		this.#requests = mirroredRequests(rig, {
			onConversation: ({ conversation }) => {
				this.conversation = conversation;
			},
			onTrouble: (error) => this.troubles.push(error),
		});
		const base: Pick<BaseModel, 'id' | 'named' | 'reservedReply' | 'send'> = {
			id: 'vscode/test/model',
			named: { kind: 'vscode', vendor: 'test', model: 'model' },
			reservedReply: 0,
			send: ({ context, originals }) => {
				this.sent.push(toModelMessages(context, originals).map(sentMessage));
				return Promise.resolve();
			},
		};
		this.#model = { window, base } as MirroredModel;
	}

	/** Sends a request as Cline's provider does. @returns What reached the model behind. */
	async ask(system: string, history: readonly TextMessage[]): Promise<readonly SentMessage[]> {
		const messages = [
			message('user', [system]),
			...history.map(({ role, blocks }) => message(role, blocks)),
		];
		const sink = new ReplySink({ report: () => undefined });
		const token = {
			isCancellationRequested: false,
			onCancellationRequested: () => ({ dispose: () => undefined }),
		};
		await this.#requests.answer(this.#model, messages, {} as never, sink, token);
		return this.sent.at(-1) ?? [];
	}
}

function message(
	role: TextMessage['role'],
	texts: readonly string[],
): vscode.LanguageModelChatRequestMessage {
	const { User, Assistant } = api.LanguageModelChatMessageRole;
	const content = texts.map((text) => new api.LanguageModelTextPart(text));
	const spoken: object = { role: role === 'user' ? User : Assistant, content, name: undefined };
	return spoken as vscode.LanguageModelChatRequestMessage;
}

function sentMessage({ role, content }: vscode.LanguageModelChatMessage): SentMessage {
	return {
		role: (role as number) === api.LanguageModelChatMessageRole.User ? 'user' : 'assistant',
		parts: content.map((part) =>
			part instanceof api.LanguageModelTextPart ? part.value : `{${part.constructor.name}}`,
		),
	};
}
