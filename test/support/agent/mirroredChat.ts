import type * as vscode from 'vscode';
import { textOf, type Message } from '../../../src/messages/message.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import type { BaseRequest } from '../../../src/vscode/provider/baseModel.ts';
import type { MirroredModel } from '../../../src/vscode/provider/mirroredModels.ts';
import type { MirroredRequests } from '../../../src/vscode/provider/mirroredRequests.ts';
import type { PartSink } from '../../../src/vscode/provider/replySink.ts';
import * as api from '../languageModelParts.ts';
import { requestViolations } from '../providerRules.ts';
import type { WorkerRig } from '../workerRig.ts';
import { mirroredRequests } from './mirroredRequests.ts';

const { usagePart } = await import('../../../src/vscode/models/reportedUsage.ts');
const { ReplySink } = await import('../../../src/vscode/provider/replySink.ts');
const { toModelMessages } = await import('../../../src/vscode/provider/modelMessages.ts');

/** What the model behind says to one request. */
export interface ScriptedRound {
	readonly text?: string;
	readonly calls?: readonly (readonly [name: string, input: object])[];
	readonly promptTokens?: number;
	/** Is not answered before this has settled. */
	readonly after?: Promise<unknown>;
}

/** A request as the model behind got it. */
export interface SentRequest {
	readonly context: readonly Message[];
	/** As it goes over the wire, one line for each message. */
	readonly lines: readonly string[];
	readonly tools: readonly string[];
}

/** What of a request's options a test says. */
interface Options {
	readonly modelOptions?: Readonly<Record<string, unknown>>;
	readonly tools?: readonly vscode.LanguageModelChatTool[];
	readonly toolMode?: (typeof api.LanguageModelChatToolMode)[keyof typeof api.LanguageModelChatToolMode];
}

type ClientMessage = vscode.LanguageModelChatRequestMessage;

/** A chat with a mirrored model: its client merges each reply into one message, as VS Code's do. */
export class MirroredChat {
	readonly sent: SentRequest[] = [];
	readonly troubles: unknown[] = [];
	lookUps = 0;
	conversation = '';
	history: readonly ClientMessage[] = [];
	/** What the client adds to each request and then forgets. */
	closing: readonly ClientMessage[] = [];
	recall: MirroredModel['recall'] = 'model';
	options: Options = {};
	/** Characters of a context from which the model finds it too long. */
	longest = Number.POSITIVE_INFINITY;
	readonly #requests: MirroredRequests;
	readonly #window: number;
	#script: ScriptedRound[] = [];
	#calls = 0;

	constructor(rig: WorkerRig, window: number) {
		this.#window = window;
		this.#requests = mirroredRequests(rig, {
			onConversation: ({ conversation }) => {
				this.conversation = conversation;
			},
			onLookUp: () => {
				this.lookUps += 1;
			},
			onTrouble: (error) => this.troubles.push(error),
		});
	}

	/** The latest request. */
	get latest(): SentRequest {
		const request = this.sent.at(-1);
		if (request === undefined) {
			throw new Error('Nothing was sent.');
		}
		return request;
	}

	/** Says something and is answered. @returns The parts of the reply that the client got. */
	async turn(words: string, ...script: readonly ScriptedRound[]): Promise<readonly unknown[]> {
		return this.go([said(words)], ...script);
	}

	/** Goes on with what the client's tools gave back. */
	results(
		results: Readonly<Record<string, string>>,
		...script: readonly ScriptedRound[]
	): Promise<readonly unknown[]> {
		const parts = Object.entries(results).map(
			([id, text]) =>
				new api.LanguageModelToolResultPart(id, [new api.LanguageModelTextPart(text)]),
		);
		return this.go([message(api.LanguageModelChatMessageRole.User, parts)], ...script);
	}

	/** One request and its reply, which becomes one message of the client's. */
	async go(
		more: readonly ClientMessage[],
		...script: readonly ScriptedRound[]
	): Promise<readonly unknown[]> {
		this.history = [...this.history, ...more];
		const parts = await this.ask(script);
		const text = textIn(parts);
		const calls = parts.filter((part) => part instanceof api.LanguageModelToolCallPart);
		const content = [...(text === '' ? [] : [new api.LanguageModelTextPart(text)]), ...calls];
		if (content.length > 0) {
			const { Assistant } = api.LanguageModelChatMessageRole;
			this.history = [...this.history, message(Assistant, content)];
		}
		return parts;
	}

	/** One request, which the client forgets again. */
	async ask(
		script: readonly ScriptedRound[],
		token: vscode.CancellationToken = neverCancelled,
	): Promise<readonly unknown[]> {
		this.#script = [...script];
		const parts: unknown[] = [];
		const sink = new ReplySink({ report: (part) => parts.push(part) });
		const options = { modelOptions: {}, ...this.options } as never;
		const messages = [...this.history, ...this.closing];
		await this.#requests.answer(this.#model, messages, options, sink, token);
		return parts;
	}

	get #model(): MirroredModel {
		const base = {
			id: 'vscode/test/model',
			named: { kind: 'vscode', vendor: 'test', model: 'model' },
			reservedReply: 0,
			send: this.#send.bind(this),
		};
		return { window: this.#window, base, recall: this.recall } as unknown as MirroredModel;
	}

	async #send({ context, originals, options }: BaseRequest, sink: PartSink): Promise<void> {
		const problems = requestViolations(context);
		if (problems.length > 0) {
			throw new Error(problems.join('; '));
		}
		const lines = toModelMessages(context, originals).map((each) => JSON.stringify(each));
		this.sent.push({ context, lines, tools: (options.tools ?? []).map(({ name }) => name) });
		if (context.reduce((sum, { content }) => sum + textOf(content).length, 0) > this.longest) {
			throw new ModelError({ kind: 'context-too-long', message: 'The request is too long.' });
		}
		const { text = '', calls = [], promptTokens, after } = this.#script.shift() ?? {};
		await after;
		if (text !== '') {
			sink.pass(new api.LanguageModelTextPart(text));
		}
		for (const [name, input] of calls) {
			this.#calls += 1;
			sink.pass(new api.LanguageModelToolCallPart(`call-${this.#calls}`, name, input));
		}
		if (promptTokens !== undefined) {
			sink.pass(usagePart({ inputTokens: promptTokens, outputTokens: 10 }));
		}
	}
}

const neverCancelled: vscode.CancellationToken = {
	isCancellationRequested: false,
	onCancellationRequested: () => ({ dispose: () => undefined }),
};

/** The text that a client shows. */
export function textIn(parts: readonly unknown[]): string {
	return parts
		.map((part) => (part instanceof api.LanguageModelTextPart ? part.value : ''))
		.join('');
}

/** The names of the tools that a client is to call. */
export function callsIn(parts: readonly unknown[]): readonly string[] {
	return parts.flatMap((part) =>
		part instanceof api.LanguageModelToolCallPart ? [part.name] : [],
	);
}

/** A message of the person's. */
export function said(text: string): ClientMessage {
	return message(api.LanguageModelChatMessageRole.User, [new api.LanguageModelTextPart(text)]);
}

/** A message of the model's, as the client has it. */
export function answered(text: string): ClientMessage {
	return message(api.LanguageModelChatMessageRole.Assistant, [new api.LanguageModelTextPart(text)]);
}

function message(role: number, content: readonly unknown[]): ClientMessage {
	const whole: object = { role, content, name: undefined };
	return whole as ClientMessage;
}
