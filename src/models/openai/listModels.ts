import * as v from 'valibot';
import { parsedJson } from '../../messages/json.ts';
import { parseBaseUrl } from '../baseUrl.ts';
import { ModelError } from '../modelError.ts';
import { modelErrorOf } from './failures.ts';
import { loadSdk, sdkClient, sendHere, type Endpoint, type Fetch } from './sdk.ts';
import { NoReply, watched } from './wire.ts';

/** A model a server offers. */
export interface ListedModel {
	readonly id: string;
	/** Tokens of its window, where the server says so. */
	readonly window?: number;
	/** Tokens of the longest reply, where the server says so. */
	readonly maxOutput?: number;
}

/** Longest list that is read, bytes: OpenRouter's, the longest known, has under 1 MB. */
const longestList = 16 * 1024 * 1024;

/** Most models that are given. */
const mostModels = 5_000;

const tokens = v.optional(
	v.fallback(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
);

const entry = v.object({
	id: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
	/** LM Studio: what the model is loaded with, and what it could be. */
	loaded_context_length: tokens,
	max_context_length: tokens,
	/** OpenRouter and Together; the provider that answers first may offer less. */
	context_length: tokens,
	top_provider: v.fallback(
		v.nullish(v.object({ context_length: tokens, max_completion_tokens: tokens })),
		undefined,
	),
	/** vLLM. */
	max_model_len: tokens,
	/** Groq. */
	context_window: tokens,
	max_completion_tokens: tokens,
	/** llama.cpp: what the model was trained with is no more than what it is loaded with can be. */
	meta: v.fallback(v.nullish(v.object({ n_ctx: tokens, n_ctx_train: tokens })), undefined),
});

/** OpenAI's envelope, and Together's list without one. */
const list = v.union([
	v.pipe(
		v.object({ data: v.array(v.unknown()) }),
		v.transform(({ data }) => data),
	),
	v.array(v.unknown()),
]);

/**
 * The models a server offers, in its order. Entries that are none are left out.
 * @param endpoint Whom to ask.
 * @param signal Bounds the request; it is thrown for as its reason.
 * @throws {ModelError}
 */
export async function listModels(
	endpoint: Omit<Endpoint, 'model'>,
	signal: AbortSignal,
	options: { readonly fetch?: Fetch } = {},
): Promise<readonly ListedModel[]> {
	signal.throwIfAborted();
	const address = parseBaseUrl(endpoint.baseUrl);
	if (address.kind === 'invalid') {
		const message = `${endpoint.provider}: ${address.message}`;
		throw new ModelError({ kind: 'connection', message });
	}
	const target = { ...endpoint, baseUrl: address.baseUrl };
	const sdk = await loadSdk();
	const controller = new AbortController();
	const abort = (): void => controller.abort();
	signal.addEventListener('abort', abort, { once: true });
	try {
		signal.throwIfAborted();
		const client = sdkClient(sdk, target, (input, init) =>
			sendHere(options.fetch ?? globalThis.fetch, input, init),
		);
		const response = await client.get('/models', { signal: controller.signal }).asResponse();
		const limit = { bytes: longestList, line: longestList };
		const text = await new Response(
			response.body && watched(response.body, limit, controller.signal),
		).text();
		const parsed = v.safeParse(list, parsedJson(text));
		if (!parsed.success) {
			throw new NoReply('something else instead of a list of models', true);
		}
		return modelsOf(parsed.output);
	} catch (error) {
		signal.throwIfAborted();
		throw modelErrorOf(error, target, sdk);
	} finally {
		signal.removeEventListener('abort', abort);
		controller.abort();
	}
}

function modelsOf(entries: readonly unknown[]): readonly ListedModel[] {
	const models = new Map<string, ListedModel>();
	for (const candidate of entries) {
		const parsed = v.safeParse(entry, candidate);
		if (parsed.success && models.size < mostModels && !models.has(parsed.output.id)) {
			models.set(parsed.output.id, modelOf(parsed.output));
		}
	}
	return [...models.values()];
}

function modelOf(listed: v.InferOutput<typeof entry>): ListedModel {
	const window =
		listed.loaded_context_length ??
		listed.top_provider?.context_length ??
		listed.context_length ??
		listed.max_model_len ??
		listed.context_window ??
		listed.max_context_length ??
		listed.meta?.n_ctx ??
		listed.meta?.n_ctx_train;
	const maxOutput = listed.top_provider?.max_completion_tokens ?? listed.max_completion_tokens;
	return {
		id: listed.id,
		...(window === undefined || window === null ? {} : { window }),
		...(maxOutput === undefined || maxOutput === null ? {} : { maxOutput }),
	};
}
