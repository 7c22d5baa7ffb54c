import { builtInId } from '../../protocol/toPanel.ts';

/** The choice of a summary model. */
export type ModelChoice =
	/** The main model, else the last used model of VS Code, else built in. */
	| { readonly kind: 'default' }
	| { readonly kind: 'built-in' }
	/** A model of VS Code. */
	| { readonly kind: 'vscode'; readonly vendor: string; readonly model: string }
	| { readonly kind: 'provider'; readonly provider: string; readonly model: string };

/** A choice that names a model. */
export type NamedModel = Extract<ModelChoice, { readonly model: string }>;

/** Stands for the provider in ids of VS Code's models. */
export const vsCodeProvider = 'vscode';

/** Names that no provider may have. */
export const reservedProviders: readonly string[] = [vsCodeProvider, builtInId];

/** Pattern of a provider's name. */
export const providerName = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** Names of models may contain slashes, colons and dots; some of VS Code's contain spaces. */
const modelName = /^[^\s\p{Cc}](?:[^\p{Cc}]{0,298}[^\s\p{Cc}])?$/u;

/** Parses the id of a model; undefined: it is invalid. */
export function parseModelId(text: string): ModelChoice | undefined {
	const typed = text.trim();
	if (typed === '') {
		return { kind: 'default' };
	}
	if (typed === builtInId) {
		return { kind: 'built-in' };
	}
	const [provider, rest] = atFirstSlash(typed);
	if (rest === undefined || !modelName.test(rest)) {
		return undefined;
	}
	if (provider === vsCodeProvider) {
		const [vendor, model] = atFirstSlash(rest);
		return vendor === '' || model === undefined || model === ''
			? undefined
			: { kind: 'vscode', vendor, model };
	}
	return providerName.test(provider) && provider !== builtInId
		? { kind: 'provider', provider, model: rest }
		: undefined;
}

/** The id of a model in settings, records and texts. */
export function modelId(choice: NamedModel): string {
	return choice.kind === 'vscode' ? vsCodeModelId(choice) : `${choice.provider}/${choice.model}`;
}

/** The id of a model of VS Code. */
export function vsCodeModelId({
	vendor,
	model,
}: {
	readonly vendor: string;
	readonly model: string;
}): string {
	return `${vsCodeProvider}/${vendor}/${model}`;
}

/**
 * Ids of aliases and of models for auxiliary tasks. Extensions cannot see which models VS Code's picker hides;
 * Copilot Chat registers some for titles, progress and dictation.
 */
const notForChat: readonly RegExp[] = [
	/^auto$/i,
	/^copilot-(?:utility|base|fast|dictation)\b/i,
	/\b(?:utility|dictation|embeddings?)\b/i,
];

/** Whether a model of VS Code is meant for chats. */
export function isForChat(model: string): boolean {
	return !notForChat.some((pattern) => pattern.test(model));
}

/** Splits `vendor/model`. */
export function vendorAndModel(text: string): readonly [vendor: string, model: string] {
	const [vendor, model = ''] = atFirstSlash(text);
	return [vendor, model];
}

function atFirstSlash(text: string): readonly [before: string, after: string | undefined] {
	const slash = text.indexOf('/');
	return slash < 0 ? [text, undefined] : [text.slice(0, slash), text.slice(slash + 1)];
}
