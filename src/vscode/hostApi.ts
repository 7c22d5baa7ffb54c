import * as vscode from 'vscode';

/**
 * Access to API that other editors built on VS Code may lack. A lint rule forbids using it from `vscode`
 * directly. If {@link supports} confirms a feature, its API exists.
 */
export const hostApi: typeof vscode = vscode;

/** The API that each optional feature needs. */
const needs = {
	/** Summaries and answers by models of other extensions. */
	vsCodeModels: ['lm.selectChatModels'],
	/** The models “… · Precis”. */
	mirroredModels: ['lm.registerLanguageModelChatProvider', 'lm.selectChatModels'],
	/** The language model tools. */
	tools: ['lm.registerTool'],
	/** The MCP server. */
	mcpServer: ['lm.registerMcpServerDefinitionProvider'],
	/** `@precis`. */
	participant: ['chat.createChatParticipant', 'lm.selectChatModels'],
} as const;

/** The first VS Code in which Stop reaches providers: major and minor. */
const firstWithStop = [1, 127] as const;

/** A feature that not every editor supports. */
export type Feature = keyof typeof needs;

/** All optional features. */
export const features = Object.keys(needs) as readonly Feature[];

/** The API names that a feature needs. */
export function requiredApi(feature: Feature): readonly string[] {
	return needs[feature];
}

/** The API names that this editor lacks, and the version if it is too old. */
function missingApi(feature: Feature): readonly string[] {
	const names = requiredApi(feature).filter((name) => lookUp(name) === undefined);
	return feature === 'mirroredModels' && !stopReachesProviders()
		? [...names, `VS Code ${firstWithStop.join('.')}`]
		: names;
}

/**
 * Whether Stop cancels the token of a model's provider (microsoft/vscode#319098). In older versions, the
 * base model would continue its answer at the user's cost.
 */
function stopReachesProviders(): boolean {
	const [major = 0, minor = 0] = String(lookUp('version')).split('.').map(Number);
	const [firstMajor, firstMinor] = firstWithStop;
	return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

/** Whether a feature can work in this editor. */
export function supports(feature: Feature): boolean {
	return missingApi(feature).length === 0;
}

/** The notice for a missing feature, with the alternative. */
export function absenceNotice(feature: Feature): string {
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

/** Logs once which features are off in this window, and why. */
export function logLimitations(log: vscode.LogOutputChannel): void {
	for (const feature of features) {
		const missing = missingApi(feature);
		if (missing.length > 0) {
			log.warn(`${absenceNotice(feature)} (${missing.join(', ')})`);
		}
	}
}

/** @param name A path of property names with dots. */
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
