/** What of VS Code's language model API messages consist of, as far as tests in plain Node need it. */

import type { LanguageModelToolInformation } from 'vscode';
import { FakeEvent, FakeWorkspace } from './vscodeFakes.ts';

export const LanguageModelChatMessageRole = { User: 1, Assistant: 2 } as const;

export const LanguageModelChatToolMode = { Auto: 1, Required: 2 } as const;

export class LanguageModelTextPart {
	value: string;

	constructor(value: string) {
		this.value = value;
	}
}

export class LanguageModelDataPart {
	data: Uint8Array;
	mimeType: string;

	constructor(data: Uint8Array, mimeType: string) {
		this.data = data;
		this.mimeType = mimeType;
	}

	static json(value: unknown, mimeType: string): LanguageModelDataPart {
		return new LanguageModelDataPart(new TextEncoder().encode(JSON.stringify(value)), mimeType);
	}
}

export class LanguageModelPromptTsxPart {
	value: unknown;

	constructor(value: unknown) {
		this.value = value;
	}
}

export class LanguageModelToolCallPart {
	callId: string;
	name: string;
	input: object;

	constructor(callId: string, name: string, input: object) {
		this.callId = callId;
		this.name = name;
		this.input = input;
	}
}

export class LanguageModelToolResultPart {
	callId: string;
	content: unknown[];

	constructor(callId: string, content: unknown[]) {
		this.callId = callId;
		this.content = content;
	}
}

export class LanguageModelChatMessage {
	role: number;
	content: unknown[];

	constructor(role: number, content: unknown[]) {
		this.role = role;
		this.content = content;
	}
}

export class McpStdioServerDefinition {
	label: string;
	command: string;
	args: readonly string[];

	constructor(label: string, command: string, args: readonly string[]) {
		this.label = label;
		this.command = command;
		this.args = args;
	}
}

interface McpProvider {
	readonly onDidChangeMcpServerDefinitions: (listener: () => unknown) => unknown;
	provideMcpServerDefinitions(): readonly McpStdioServerDefinition[];
}

/** Who offers MCP servers, and tools that do what a test says. */
export const lm = {
	invokeTool: (): Promise<unknown> => Promise.reject(new Error('There is no tool.')),
	tools: [] as readonly LanguageModelToolInformation[],
	modelsChanged: new FakeEvent<void>(),
	onDidChangeChatModels: (listener: () => unknown) => lm.modelsChanged.event(listener),
	registerLanguageModelChatProvider: () => new Disposable(() => undefined),
	selectChatModels: (): Promise<readonly unknown[]> => Promise.resolve([]),
	mcpProviders: [] as McpProvider[],
	registerMcpServerDefinitionProvider(_id: string, provider: McpProvider): Disposable {
		lm.mcpProviders.push(provider);
		return new Disposable(() => undefined);
	},
};

export class Disposable {
	readonly dispose: () => unknown;

	constructor(dispose: () => unknown) {
		this.dispose = dispose;
	}

	static from(...all: readonly { dispose(): unknown }[]): Disposable {
		return new Disposable(() => all.forEach((each) => each.dispose()));
	}
}

export class EventEmitter extends FakeEvent<unknown> {
	dispose(): void {}
}

export const Uri = {
	joinPath: ({ fsPath }: { fsPath: string }, ...steps: readonly string[]) => ({
		fsPath: [fsPath, ...steps].join('/'),
	}),
};

export class CancellationError extends Error {}

export class LanguageModelError extends Error {}

export const ConfigurationTarget = { Global: 1, Workspace: 2 } as const;

export const QuickPickItemKind = { Separator: -1 } as const;

export const version = '1.139.1';

/** The window: on this machine unless a test says otherwise. */
export const env: { readonly language: string; remoteName?: string | undefined } = {
	language: 'en',
};

/** The messages that were shown, and the button that the person chooses; undefined: they close each. */
export const window = {
	messages: [] as string[],
	chosen: undefined as string | undefined,
	showInformationMessage(message: string): Promise<string | undefined> {
		window.messages.push(message);
		return Promise.resolve(window.chosen);
	},
};

/** The commands that there are, and those that were run, in their order. */
export const commands = {
	known: [] as string[],
	executed: [] as string[],
	getCommands: (): Promise<readonly string[]> => Promise.resolve(commands.known),
	executeCommand(command: string): Promise<void> {
		commands.executed.push(command);
		return Promise.resolve();
	},
};

/** Settings that tests set, by their names. */
export const workspace = new FakeWorkspace();

export { FakeCancellation as CancellationTokenSource, l10n } from './vscodeFakes.ts';
