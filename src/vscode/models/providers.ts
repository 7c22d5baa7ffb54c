import * as v from 'valibot';
import { shownBaseUrl } from '../../models/baseUrl.ts';
import type { ApiMode } from '../../models/client.ts';

const tokens = v.pipe(v.number(), v.safeInteger(), v.minValue(1_000), v.maxValue(100_000_000));
const replyTokens = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(100_000_000));
/** US dollars per million tokens. */
const price = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000));

/** {@link ModelSetting} as it stands in the settings. */
export const modelSetting = v.strictObject({
	/** The model's name as the provider knows it. */
	id: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300)),
	/** Of its window. */
	window: tokens,
	/** Of the longest reply. */
	maxOutput: v.exactOptional(replyTokens),
	inputPrice: v.exactOptional(price),
	outputPrice: v.exactOptional(price),
});

/** What a person says of one model of a provider. */
export type ModelSetting = Readonly<v.InferOutput<typeof modelSetting>>;

/** A server that models are called on. */
export interface Provider {
	readonly name: string;
	/** Absolute, without a trailing slash. */
	readonly baseUrl: string;
	readonly api: Exclude<ApiMode, 'vscode'>;
	readonly streaming: boolean;
	/** Environment variable a person named for its key. */
	readonly keyVariable?: string;
	readonly models: readonly ModelSetting[];
	/** Whether it stands in the settings. */
	readonly configured: boolean;
}

/** Providers that need no setting, in the order they are shown. Local ports are the programs' own. */
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

/** Every provider there is: the configured ones, and the well-known ones that none of them replaces. */
export function allProviders(configured: readonly Provider[]): readonly Provider[] {
	const names = new Set(configured.map(({ name }) => name));
	return [...configured, ...wellKnownProviders.filter(({ name }) => !names.has(name))];
}

/** Hosts that answer nothing without a key. */
const keyedHost =
	/(?:^|\.)(?:openai\.com|openrouter\.ai|azure\.com|anthropic\.com|googleapis\.com)$/;

/** Whether a call without a key is bound to fail: then it is not made. */
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
export function isNearby(provider: Provider): boolean {
	return isLocal(provider) || nearbyHost.test(hostOf(provider.baseUrl));
}

/** Whether what is sent to it can be read on the way. */
export function isPlainHttp(provider: Provider): boolean {
	return /^http:/i.test(provider.baseUrl) && !isLocal(provider);
}

/** Where its models run, as it may be shown. */
export function placeOf({ baseUrl }: Provider): string {
	return shownBaseUrl(baseUrl);
}

function hostOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
}

/** The environment variable its key is looked up in. */
export function keyVariableOf({ name, keyVariable }: Provider): string {
	return keyVariable ?? `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;
}
