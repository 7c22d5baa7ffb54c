/** Names of models in settings, as people type them. */

/** Which model writes summaries. */
export type ModelChoice =
	/** The main model if there is one, else a model of VS Code the person has used here, else built in. */
	| { readonly kind: 'default' }
	| { readonly kind: 'built-in' }
	/** A model of VS Code. */
	| { readonly kind: 'vscode'; readonly vendor: string; readonly model: string }
	| { readonly kind: 'provider'; readonly provider: string; readonly model: string };

/** A choice that names a model. */
export type NamedModel = Extract<ModelChoice, { readonly model: string }>;

/** Stands for the built-in summariser. */
export const builtInId = 'built-in';

/** Stands in a provider's place for the models of VS Code. */
export const vsCodeProvider = 'vscode';

/** Names no provider may have: they mean something else in front of a slash. */
export const reservedProviders: readonly string[] = [vsCodeProvider, builtInId];

/** How providers are called. */
export const providerName = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/** Models have slashes, colons and dots in their names; some of VS Code's have spaces. */
const modelName = /^[^\s\p{Cc}](?:[^\p{Cc}]{0,298}[^\s\p{Cc}])?$/u;

/** Reads a model's name; undefined where it is none. */
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

/** The name of a model as settings, records and people have it. */
export function modelId(choice: NamedModel): string {
	return choice.kind === 'vscode' ? vsCodeModelId(choice) : `${choice.provider}/${choice.model}`;
}

/** The name of a model of VS Code. */
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
 * Ids of models that clients use on the side, and of aliases. VS Code does not tell extensions which
 * models its picker hides; Copilot Chat's are those it registers for titles, progress and dictation.
 */
const notForChat: readonly RegExp[] = [
	/^auto$/i,
	/^copilot-(?:utility|base|fast|dictation)\b/i,
	/\b(?:utility|dictation|embeddings?)\b/i,
];

/** Whether a model of VS Code is one that people pick for a chat. */
export function isForChat(model: string): boolean {
	return !notForChat.some((pattern) => pattern.test(model));
}

/** Vendor and model of VS Code's API, out of `vendor/model`. */
export function vendorAndModel(text: string): readonly [vendor: string, model: string] {
	const [vendor, model = ''] = atFirstSlash(text);
	return [vendor, model];
}

function atFirstSlash(text: string): readonly [before: string, after: string | undefined] {
	const slash = text.indexOf('/');
	return slash < 0 ? [text, undefined] : [text.slice(0, slash), text.slice(slash + 1)];
}
