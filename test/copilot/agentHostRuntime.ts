import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import * as api from '../support/languageModelParts.ts';
import { serverProgram } from '../vscode/serverProgram.ts';

/** An entry of a request's history, in the form of OpenAI's Responses. */
interface Item {
	readonly type?: string;
	readonly role?: string;
	readonly content?: string | readonly { readonly text?: string }[];
	readonly call_id?: string;
	readonly name?: string;
	readonly arguments?: string;
	readonly output?: string;
}

/** What the runtime sends to a model of an extension. */
interface RuntimeRequest {
	readonly instructions?: string;
	readonly input: readonly Item[];
	readonly tools?: readonly {
		readonly name: string;
		readonly description?: string;
		readonly parameters?: object;
	}[];
	readonly previous_response_id?: string;
}

/** A request as VS Code hands it to the extension that provides the model. */
interface HandedRequest {
	readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
	readonly tools: readonly vscode.LanguageModelChatTool[];
}

/** Answers a request with the parts of the whole reply. */
type Provider = (request: HandedRequest) => Promise<readonly unknown[]>;

/** One conversation of the runtime. */
export interface RuntimeSession {
	/** Says something and waits until the turn has ended. @returns The last text; undefined: there is none. */
	sendAndWait(
		prompt: { readonly prompt: string },
		timeoutMs: number,
	): Promise<{ readonly data: { readonly content: string } } | undefined>;
	readonly rpc: { readonly history: { compact(): Promise<{ readonly success: boolean }> } };
}

interface RuntimeClient {
	start(): Promise<void>;
	stop(): Promise<unknown>;
	createSession(config: object): Promise<RuntimeSession>;
}

interface CopilotSdk {
	readonly CopilotClient: new (options: object) => RuntimeClient;
	readonly RuntimeConnection: { forStdio(program: { readonly path: string }): unknown };
	readonly approveAll: unknown;
}

/**
 * The Copilot runtime that VS Code's Agent Host starts, signed out, with a model of an extension. VS Code's part between
 * the two needs a window on this machine: this class does what it does in 1.139.1, which buffers replies, passes no
 * name of the conversation, and fails where a reply shows nothing.
 */
export class AgentHostRuntime {
	readonly #server: Server;
	readonly #client: RuntimeClient;
	readonly session: RuntimeSession;

	private constructor(server: Server, client: RuntimeClient, session: RuntimeSession) {
		this.#server = server;
		this.#client = client;
		this.session = session;
	}

	/** Whether this VS Code brings it. */
	static async isThere(): Promise<boolean> {
		return existsSync((await parts()).program);
	}

	/** @param folder Where its tools work. @param home Its own files. @param window Tokens, as the model is advertised. */
	static async start(
		folder: string,
		home: string,
		window: number,
		provider: Provider,
	): Promise<AgentHostRuntime> {
		const { sdk: module, program } = await parts();
		const sdk = (await import(pathToFileURL(module).href)) as CopilotSdk;
		const { server, baseUrl } = await serve(provider);
		const client = new sdk.CopilotClient({
			useLoggedInUser: false,
			connection: sdk.RuntimeConnection.forStdio({ path: program }),
			env: { ...process.env, HOME: home, COPILOT_AUTO_UPDATE: 'false', COPILOT_OFFLINE: 'true' },
		});
		await client.start();
		const session = await client.createSession({
			model: 'precis/model',
			workingDirectory: folder,
			onPermissionRequest: sdk.approveAll,
			providers: [
				{ name: 'precis', type: 'openai', wireApi: 'responses', baseUrl, bearerToken: 'none' },
			],
			models: [
				{
					id: 'model',
					provider: 'precis',
					maxContextWindowTokens: window,
					maxPromptTokens: window,
					maxOutputTokens: 4_000,
				},
			],
		});
		return new AgentHostRuntime(server, client, session);
	}

	async dispose(): Promise<void> {
		await this.#client.stop();
		this.#server.close();
	}
}

/** What VS Code brings of it. */
async function parts(): Promise<{ sdk: string; program: string }> {
	const { script } = await serverProgram();
	const packages = path.join(path.dirname(script), '..', 'node_modules', '@github');
	const platform = `${process.platform}-${process.arch}`;
	const name = process.platform === 'win32' ? 'copilot-runtime.exe' : 'copilot-runtime';
	return {
		sdk: path.join(packages, 'copilot-sdk', 'dist', 'index.js'),
		program: path.join(packages, `copilot-sdk-${platform}`, 'prebuilds', platform, name),
	};
}

async function serve(provider: Provider): Promise<{ server: Server; baseUrl: string }> {
	const server = createServer((request, response) => {
		void answer(request, response, provider);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return { server, baseUrl: `http://127.0.0.1:${port}` };
}

async function answer(
	request: IncomingMessage,
	response: ServerResponse,
	provider: Provider,
): Promise<void> {
	response.setHeader('content-type', 'application/json');
	try {
		const asked = JSON.parse(await text(request)) as RuntimeRequest;
		response.end(JSON.stringify(responseOf(await provider(handed(asked)))));
	} catch (error) {
		response.writeHead(502).end(JSON.stringify({ error: { message: String(error) } }));
	}
}

function handed({ instructions, input, tools = [] }: RuntimeRequest): HandedRequest {
	const { User, Assistant } = api.LanguageModelChatMessageRole;
	const messages: { role: number; content: unknown[]; name: undefined }[] = [];
	const add = (role: number, part: unknown): void => {
		const last = messages.at(-1);
		if (role === Assistant && last?.role === Assistant) {
			last.content.push(part);
		} else {
			messages.push({ role, content: [part], name: undefined });
		}
	};
	if (instructions !== undefined) {
		add(systemRole, new api.LanguageModelTextPart(instructions));
	}
	for (const item of input) {
		const { call_id: id = '', name = '' } = item;
		switch (item.type) {
			case 'function_call': {
				const given = JSON.parse(item.arguments ?? '{}') as object;
				add(Assistant, new api.LanguageModelToolCallPart(id, name, given));
				break;
			}
			case 'function_call_output': {
				const result = new api.LanguageModelTextPart(item.output ?? '');
				add(User, new api.LanguageModelToolResultPart(id, [result]));
				break;
			}
			default:
				add(
					item.role === 'assistant' ? Assistant : item.role === 'user' ? User : systemRole,
					new api.LanguageModelTextPart(textOf(item.content)),
				);
		}
	}
	// Roles are numbers in VS Code, of which its types name two.
	const all: readonly object[] = messages;
	return {
		messages: all as HandedRequest['messages'],
		tools: tools.map(({ name, description = '', parameters = {} }) => ({
			name,
			description,
			inputSchema: parameters,
		})),
	};
}

/** Has no name in the stable API. */
const systemRole = 3;

function textOf(content: Item['content'] = ''): string {
	return typeof content === 'string'
		? content
		: content.map(({ text: words = '' }) => words).join('');
}

let responses = 0;

function responseOf(parts: readonly unknown[]): object {
	responses += 1;
	const output = parts.flatMap((part, at) => {
		const id = `${responses}_${at}`;
		if (part instanceof api.LanguageModelTextPart) {
			const content = [{ type: 'output_text', text: part.value, annotations: [] }];
			return { id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content };
		}
		if (part instanceof api.LanguageModelToolCallPart) {
			const { callId, name, input } = part;
			const call = { call_id: callId, name, arguments: JSON.stringify(input) };
			return { id: `fc_${id}`, type: 'function_call', status: 'completed', ...call };
		}
		return [];
	});
	return {
		id: `resp_${responses}`,
		object: 'response',
		created_at: 0,
		status: 'completed',
		model: 'model',
		output,
		usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
	};
}
