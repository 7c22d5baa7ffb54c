import * as vscode from 'vscode';

/**
 * The one way to API that editors built on VS Code may lack, or lag behind with: a lint rule keeps
 * everybody else from asking `vscode` for it. It is looked up when it is used. What a feature needs is
 * there wherever {@link offers} says so, and its code relies on that. What VS Code had before it had a chat,
 * every editor has that can install Precis.
 */
export const hostApi: typeof vscode = vscode;

/** What opens each feature that not every editor can offer; with it comes what the feature needs beside it. */
const needs = {
	/** Summaries and answers by models of other extensions. */
	vsCodeModels: ['lm.selectChatModels'],
	/** The models “… · Precis”. */
	mirroredModels: ['lm.registerLanguageModelChatProvider', 'lm.selectChatModels'],
	/** What other assistants can look things up with. */
	tools: ['lm.registerTool'],
	/** The same, and sessions of other assistants, for whoever takes MCP servers. */
	mcpServer: ['lm.registerMcpServerDefinitionProvider'],
	/** `@precis`. */
	participant: ['chat.createChatParticipant', 'lm.selectChatModels'],
} as const;

/** The first VS Code that has it: major and minor. */
const firstWithStop = [1, 127] as const;

/** A feature that not every editor can offer. */
export type Feature = keyof typeof needs;

/** All of them. */
export const features = Object.keys(needs) as readonly Feature[];

/** The names of the API that a feature needs. */
export function neededFor(feature: Feature): readonly string[] {
	return needs[feature];
}

/** Those of them that this editor lacks; the version as well, where it is too old. */
export function missingFor(feature: Feature): readonly string[] {
	const names = neededFor(feature).filter((name) => lookUp(name) === undefined);
	return feature === 'mirroredModels' && !stopReachesProviders()
		? [...names, `VS Code ${firstWithStop.join('.')}`]
		: names;
}

/**
 * Whether Stop reaches the token of a model's provider (microsoft/vscode#319098). Before, a model that
 * is asked through Precis would go on answering, at the person's cost.
 */
function stopReachesProviders(): boolean {
	const [major = 0, minor = 0] = String(lookUp('version')).split('.').map(Number);
	const [firstMajor, firstMinor] = firstWithStop;
	return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

/** Whether a feature can work in this editor. */
export function offers(feature: Feature): boolean {
	return missingFor(feature).length === 0;
}

/** What a person loses where a feature is missing, and what there is in its place. */
export function absence(feature: Feature): string {
	return {
		vsCodeModels: vscode.l10n.t(
			'This editor does not let extensions use its models. The built-in summariser writes summaries, or a model of a server that you set up.',
		),
		mirroredModels: vscode.l10n.t(
			'The models “… · Precis” are not available. They need VS Code 1.127 or newer, and an editor that accepts language models from extensions.',
		),
		tools: vscode.l10n.t(
			'This editor does not accept tools from extensions, so assistants cannot look up summarised messages automatically.',
		),
		mcpServer: vscode.l10n.t(
			'This editor does not accept MCP servers from extensions: its assistants cannot search their sessions with Precis.',
		),
		participant: vscode.l10n.t(
			'This editor does not support chat participants, so @precis is not available.',
		),
	}[feature];
}

/** Which models the person has allowed; undefined in editors that do not tell. */
export function modelAccess(
	context: Pick<vscode.ExtensionContext, 'languageModelAccessInformation'>,
): vscode.LanguageModelAccessInformation | undefined {
	return context.languageModelAccessInformation;
}

/** Whether the person has not trusted this workspace (yet). Editors without such a question trust. */
export function isRestricted(): boolean {
	return lookUp('workspace.isTrusted') === false;
}

/** Calls back when the person trusts the workspace after all. */
export function onTrusted(listener: () => void): vscode.Disposable {
	return (
		vscode.workspace.onDidGrantWorkspaceTrust?.(listener) ?? new vscode.Disposable(() => undefined)
	);
}

/** @param name Names with dots between them. */
function lookUp(name: string): unknown {
	return name
		.split('.')
		.reduce<unknown>(
			(found, part) =>
				typeof found === 'object' && found !== null
					? (found as Readonly<Record<string, unknown>>)[part]
					: undefined,
			vscode,
		);
}
