import { fieldsOf, parsedJson } from '../../messages/json.ts';
import { modelErrorOf } from './failures.ts';
import {
	loadSdk,
	NoReply,
	sdkClient,
	sendWithoutRedirects,
	withValidAddress,
	type Endpoint,
	type Fetch,
} from './transport.ts';

/** A model on a server. */
export interface ListedModel {
	readonly id: string;
	/** Tokens of its window, if the server reports it. */
	readonly window?: number;
	/** Tokens of the longest reply, if the server reports it. */
	readonly maxOutput?: number;
}

/** Maximum number of models returned. */
const maxModels = 5_000;

/** Maximum length of a model's name, characters. */
const longestId = 500;

/**
 * The models on a server, in its order. Invalid entries are left out.
 * @param endpoint The server.
 * @param signal Limits the request; its reason is thrown.
 * @throws {ModelError}
 */
export async function listModels(
	endpoint: Omit<Endpoint, 'model'>,
	signal: AbortSignal,
	options: { readonly fetch?: Fetch } = {},
): Promise<readonly ListedModel[]> {
	signal.throwIfAborted();
	const target = withValidAddress(endpoint);
	const sdk = await loadSdk();
	const stopped = new AbortController();
	const ended = AbortSignal.any([signal, stopped.signal]);
	try {
		ended.throwIfAborted();
		const client = sdkClient(sdk, target, (input, init) =>
			sendWithoutRedirects(options.fetch ?? globalThis.fetch, input, init),
		);
		const response = await client.get('/models', { signal: ended }).asResponse();
		const listed = parsedJson(await response.text());
		// OpenAI's envelope, and Together's list without one.
		const entries = Array.isArray(listed) ? listed : fieldsOf(listed)['data'];
		if (!Array.isArray(entries)) {
			throw new NoReply('sent something else instead of a list of models', true);
		}
		return modelsOf(entries);
	} catch (error) {
		signal.throwIfAborted();
		throw modelErrorOf(error, target, sdk);
	} finally {
		stopped.abort();
	}
}

function modelsOf(entries: readonly unknown[]): readonly ListedModel[] {
	const models = new Map<string, ListedModel>();
	for (const entry of entries) {
		const { id } = fieldsOf(entry);
		const name = typeof id === 'string' ? id.trim() : '';
		if (name !== '' && name.length <= longestId && !models.has(name) && models.size < maxModels) {
			models.set(name, modelOf(name, fieldsOf(entry)));
		}
	}
	return [...models.values()];
}

function modelOf(id: string, entry: Readonly<Record<string, unknown>>): ListedModel {
	const top = fieldsOf(entry['top_provider']);
	const meta = fieldsOf(entry['meta']);
	const window = firstTokens(
		// LM Studio: the loaded context length.
		entry['loaded_context_length'],
		// OpenRouter and Together; the provider that answers first may offer less.
		top['context_length'],
		entry['context_length'],
		// vLLM, Groq, and LM Studio's maximum.
		entry['max_model_len'],
		entry['context_window'],
		entry['max_context_length'],
		// llama.cpp: the context used in training is only the upper limit for the loaded one.
		meta['n_ctx'],
		meta['n_ctx_train'],
	);
	const maxOutput = firstTokens(top['max_completion_tokens'], entry['max_completion_tokens']);
	return {
		id,
		...(window === undefined ? {} : { window }),
		...(maxOutput === undefined ? {} : { maxOutput }),
	};
}

function firstTokens(...values: readonly unknown[]): number | undefined {
	return values.find((value) => Number.isSafeInteger(value) && Number(value) > 0) as
		| number
		| undefined;
}
