import * as v from 'valibot';
import * as vscode from 'vscode';
import { parseBaseUrl } from '../../models/baseUrl.ts';
import type { ApiMode } from '../../models/client.ts';
import { redact } from '../../redaction/redact.ts';
import { providerName, reservedProviders } from './modelId.ts';

const tokens = v.pipe(v.number(), v.safeInteger(), v.minValue(1_000), v.maxValue(100_000_000));
const replyTokens = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(100_000_000));
/** US dollars per million tokens. */
const price = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000));

/** A model in the settings. */
const modelSetting = v.strictObject({
	/** The model's name as the provider knows it. */
	id: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300)),
	/** Size of the window. */
	window: tokens,
	/** Size of the longest reply. */
	maxOutput: v.exactOptional(replyTokens),
	inputPrice: v.exactOptional(price),
	outputPrice: v.exactOptional(price),
});

/** Settings of one model of a provider. */
export type ModelSetting = Readonly<v.InferOutput<typeof modelSetting>>;

/** A model server. */
export interface Provider {
	readonly name: string;
	/** Absolute, without a trailing slash. */
	readonly baseUrl: string;
	readonly api: Exclude<ApiMode, 'vscode'>;
	readonly streaming: boolean;
	/** Configured environment variable with its key. */
	readonly keyVariable?: string;
	readonly models: readonly ModelSetting[];
	/** Whether it comes from the settings. */
	readonly configured: boolean;
}

/** Providers that need no setting, in display order. Local ports are the programs' defaults. */
export const wellKnownProviders: readonly Provider[] = [
	wellKnown('openai', 'https://api.openai.com/v1'),
	wellKnown('openrouter', 'https://openrouter.ai/api/v1'),
	wellKnown('ollama', 'http://127.0.0.1:11434/v1'),
	wellKnown('lmstudio', 'http://127.0.0.1:1234/v1'),
	wellKnown('llamacpp', 'http://127.0.0.1:8080/v1'),
	wellKnown('vllm', 'http://127.0.0.1:8000/v1'),
];

function wellKnown(name: string, baseUrl: string): Provider {
	return { name, baseUrl, api: 'chat', streaming: true, models: [], configured: false };
}

/** The configured providers and the well-known ones that they do not replace. */
export function allProviders(configured: readonly Provider[]): readonly Provider[] {
	const names = new Set(configured.map(({ name }) => name));
	return [...configured, ...wellKnownProviders.filter(({ name }) => !names.has(name))];
}

/** Hosts that require a key. */
const keyedHost =
	/(?:^|\.)(?:openai\.com|openrouter\.ai|azure\.com|anthropic\.com|googleapis\.com)$/;

/** Whether calls without a key would fail, so that none is made. */
export function needsKey({ baseUrl, keyVariable }: Provider): boolean {
	return keyVariable !== undefined || keyedHost.test(hostOf(baseUrl));
}

const localHost = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/;

/** Whether it runs on this machine. */
export function isLocal({ baseUrl }: Provider): boolean {
	return localHost.test(hostOf(baseUrl));
}

/** Private addresses (RFC 1918, RFC 4193, link-local), names of one word, and mDNS names. */
const nearbyHost =
	/^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|\[f[cd][0-9a-f:]{1,45}\]|\[fe80:[0-9a-f:]{1,45}\]|[a-z0-9-]{1,63}|[a-z0-9.-]{1,200}\.local)$/;

/** Whether it runs on this machine or in its network. */
export function isInLocalNetwork(provider: Provider): boolean {
	return isLocal(provider) || nearbyHost.test(hostOf(provider.baseUrl));
}

/** Whether the connection is unencrypted and leaves this machine. */
export function isPlainHttp(provider: Provider): boolean {
	return /^http:/i.test(provider.baseUrl) && !isLocal(provider);
}

function hostOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
}

/** The environment variable of its key. */
export function keyVariableOf({ name, keyVariable }: Provider): string {
	return keyVariable ?? `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;
}

const providerSchema = v.strictObject({
	name: v.pipe(
		v.string(),
		v.regex(providerName),
		v.check((name) => !reservedProviders.includes(name)),
	),
	baseUrl: v.string(),
	api: v.optional(v.picklist(['chat', 'responses']), 'chat'),
	streaming: v.optional(v.boolean(), true),
	keyVariable: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z_][A-Z0-9_]{0,59}$/))),
	models: v.optional(v.array(modelSetting), []),
});

/** Fields in which people put keys by mistake. */
const keyField = /key|token|secret|password|authorization|header/i;

/**
 * Validates the list of providers entry by entry, so that an invalid entry affects no other. No message repeats a
 * value, which may be a key.
 * @param id The setting's full name.
 */
export function checkProviders(
	value: unknown,
	id: string,
): { readonly providers: readonly Provider[]; readonly problems: readonly string[] } {
	const providers: Provider[] = [];
	const problems: string[] = [];
	if (!Array.isArray(value)) {
		const notAList = vscode.l10n.t(
			'{0} must be a list of providers. Until you change the setting, it is ignored.',
			id,
		);
		return { providers, problems: [notAList] };
	}
	for (const [index, entry] of value.entries()) {
		const result = v.safeParse(providerSchema, entry, { abortEarly: true });
		if (!result.success) {
			const field = v.getDotPath(result.issues[0]) ?? '';
			problems.push(providerProblem(entry, index + 1, field, id));
			continue;
		}
		const { name } = result.output;
		const address = parseBaseUrl(result.output.baseUrl);
		if (address.kind === 'invalid') {
			problems.push(vscode.l10n.t('{0}: {1} cannot be used. {2}', id, name, address.message));
		} else if (providers.some((other) => other.name === name)) {
			problems.push(
				vscode.l10n.t(
					'{0}: two providers are named {1}. Rename one; until then only the first is used.',
					id,
					name,
				),
			);
		} else {
			providers.push({ ...result.output, baseUrl: address.baseUrl, configured: true });
		}
	}
	return { providers, problems };
}

function providerProblem(entry: unknown, number: number, field: string, id: string): string {
	if (field === '' || field === 'name') {
		return vscode.l10n.t(
			'{0}: entry {1} needs a name of lower-case letters, digits and hyphens, other than vscode and built-in. Until you change the setting, the entry is ignored.',
			id,
			number,
		);
	}
	const { name } = entry as { readonly name: string };
	if (!(field in providerSchema.entries) && keyField.test(field)) {
		return vscode.l10n.t(
			'{0}: settings must not contain keys. Remove the key from {1}, and run "Precis: Set API Key…". Precis does not use this key.',
			id,
			name,
		);
	}
	return vscode.l10n.t(
		'{0}: {1} of {2} is missing or not allowed. Until you change the setting, the entry is ignored.',
		id,
		redact(field.slice(0, 40)),
		name,
	);
}
