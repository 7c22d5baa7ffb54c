import { createHash } from 'node:crypto';
import type { LanguageModelChat } from 'vscode';
import type { Route } from '../../models/client.ts';
import type { ModelTarget } from '../../models/modelCalls.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Secret } from '../../models/secret.ts';
import type { ApiKeys } from './apiKeys.ts';
import { modelId, parseModelId, vsCodeProvider, type NamedModel } from './modelId.ts';
import type { ModelLists } from './modelLists.ts';
import type { ModelSettings } from './modelSettings.ts';
import { allProviders, isNearby, needsKey, type ModelSetting, type Provider } from './providers.ts';
import type { ListedModel } from '../../models/openai/listModels.ts';
import type { Translator } from '../translator.ts';

/** Tokens of a window nobody states: what most models of the last years have at least. */
export const defaultWindow = 128_000;

/** How long a compaction waits for a server's list to learn a window, milliseconds. */
const windowLookupMs = 3_000;

/** What the directory looks things up in. */
export interface DirectorySources {
	settings(): ModelSettings;
	readonly keys: ApiKeys;
	readonly lists: ModelLists;
	/** A model of VS Code; undefined where it is not there. */
	findVsCodeModel(vendor: string, model: string): Promise<LanguageModelChat | undefined>;
	readonly l10n: Translator;
	/** How long a provider's list is waited for to learn a window, milliseconds. */
	readonly lookupMs?: number;
}

/** A model of a provider, with what is known of it. */
export interface KnownModel extends ListedModel {
	/** US dollars per million tokens. */
	readonly prices?: { readonly input: number; readonly output: number };
}

/** Which models there are, and how each is reached at the moment it is called. */
export class ModelDirectory {
	readonly #sources: DirectorySources;

	constructor(sources: DirectorySources) {
		this.#sources = sources;
	}

	get providers(): readonly Provider[] {
		return allProviders(this.#sources.settings().providers);
	}

	/**
	 * A model as the ladder knows it. Whether it can be reached shows when it is called: then the
	 * failure has its place among the attempts.
	 */
	async targetOf(named: NamedModel): Promise<ModelTarget> {
		const id = modelId(named);
		if (named.kind === 'vscode') {
			const window = await this.#vsCodeWindow(named.vendor, named.model);
			return { id, window: window ?? defaultWindow, route: digest([vsCodeProvider, named.vendor]) };
		}
		const provider = this.#provider(named.provider);
		if (provider === undefined) {
			return { id, window: defaultWindow, route: digest(['unknown', named.provider]) };
		}
		const { window, maxOutput, prices } = await this.#known(provider, named.model);
		return {
			id,
			window: window ?? defaultWindow,
			...(maxOutput === undefined ? {} : { maxOutput }),
			route: routeDigest(provider, await this.#credentialIfAny(provider)),
			...(prices === undefined ? {} : { prices }),
		};
	}

	/**
	 * Whether asking a model costs money, as far as is known; VS Code's models count on a plan. A model
	 * without a price costs nothing on this machine or in its network.
	 */
	isPaid({ id, prices }: ModelTarget): boolean {
		if (prices !== undefined) {
			return prices.input > 0 || prices.output > 0;
		}
		const named = parseModelId(id);
		const provider = named?.kind === 'provider' ? this.#provider(named.provider) : undefined;
		return provider === undefined || !isNearby(provider);
	}

	/**
	 * How to reach a model now.
	 * @throws {ModelError} when its provider is not known, or its key is missing.
	 */
	async routeOf(target: ModelTarget): Promise<Route> {
		const named = parseModelId(target.id);
		if (named?.kind === 'vscode') {
			const { vendor, model } = named;
			return {
				provider: vsCodeProvider,
				api: 'vscode',
				baseUrl: '',
				model: `${vendor}/${model}`,
				streaming: true,
			};
		}
		const provider = named?.kind === 'provider' ? this.#provider(named.provider) : undefined;
		if (named?.kind !== 'provider' || provider === undefined) {
			throw this.#unknownProvider(target.id);
		}
		const { name, api, baseUrl, streaming } = provider;
		const credential = await this.credentialOf(provider);
		return {
			provider: name,
			api,
			baseUrl,
			...(credential === undefined ? {} : { credential }),
			model: named.model,
			streaming,
		};
	}

	/**
	 * A provider's key; undefined where it asks for none.
	 * @throws {ModelError} when it needs one and there is none.
	 */
	async credentialOf(provider: Provider): Promise<Secret | undefined> {
		const key = await this.#sources.keys.keyOf(provider);
		if (key === undefined && needsKey(provider)) {
			const { l10n } = this.#sources;
			throw new ModelError({
				kind: 'authentication',
				message: l10n.t('{0} needs a key, and none is set.', provider.name),
				advice: l10n.t('Set it with "Precis: Set API Key…".'),
			});
		}
		return key?.secret;
	}

	/**
	 * The models of a provider: those of the settings, and what the server lists.
	 * @throws {ModelError} when the server gives no list and the settings name no model.
	 */
	async modelsOf(provider: Provider, signal: AbortSignal): Promise<readonly KnownModel[]> {
		const stated = provider.models.map(stateOf);
		try {
			const credential = await this.credentialOf(provider);
			const listed = await this.#sources.lists.ask(
				routeDigest(provider, credential),
				endpointOf(provider, credential),
				signal,
			);
			const names = new Set(stated.map(({ id }) => id));
			return [...stated, ...listed.filter(({ id }) => !names.has(id))];
		} catch (error) {
			if (stated.length === 0) {
				throw error;
			}
			return stated;
		}
	}

	#provider(name: string): Provider | undefined {
		return this.providers.find((provider) => provider.name === name);
	}

	async #known(provider: Provider, model: string): Promise<Omit<KnownModel, 'id'>> {
		const stated = provider.models.find(({ id }) => id === model);
		if (stated !== undefined) {
			return stateOf(stated);
		}
		const credential = await this.#credentialIfAny(provider);
		if (credential === undefined && needsKey(provider)) {
			return {};
		}
		const route = routeDigest(provider, credential);
		const endpoint = endpointOf(provider, credential);
		const { lists, lookupMs = windowLookupMs } = this.#sources;
		const listed = await lists.recall(route, endpoint, lookupMs);
		return listed?.find(({ id }) => id === model) ?? {};
	}

	async #vsCodeWindow(vendor: string, model: string): Promise<number | undefined> {
		try {
			const chat = await this.#sources.findVsCodeModel(vendor, model);
			return chat !== undefined && chat.maxInputTokens > 0 ? chat.maxInputTokens : undefined;
		} catch {
			return undefined;
		}
	}

	async #credentialIfAny(provider: Provider): Promise<Secret | undefined> {
		try {
			return (await this.#sources.keys.keyOf(provider))?.secret;
		} catch {
			return undefined;
		}
	}

	#unknownProvider(id: string): ModelError {
		const { l10n } = this.#sources;
		const known = this.providers.map(({ name }) => name).join(', ');
		return new ModelError({
			kind: 'not-available',
			message: l10n.t('No provider found for {0}. Available: {1}.', id, known),
			advice: l10n.t(
				'Add the provider to the setting precis.models.providers, or run "Precis: Choose Summary Model…".',
			),
		});
	}
}

function stateOf({ id, window, maxOutput, inputPrice, outputPrice }: ModelSetting): KnownModel {
	const priced = inputPrice !== undefined || outputPrice !== undefined;
	return {
		id,
		window,
		...(maxOutput === undefined ? {} : { maxOutput }),
		...(priced ? { prices: { input: inputPrice ?? 0, output: outputPrice ?? 0 } } : {}),
	};
}

function endpointOf({ name, baseUrl }: Provider, credential: Secret | undefined) {
	return { provider: name, baseUrl, ...(credential === undefined ? {} : { credential }) };
}

/** Provider, address and credential as one word that gives none of them away. */
function routeDigest({ name, baseUrl }: Provider, credential: Secret | undefined): string {
	return digest([name, baseUrl, credential?.digest ?? '']);
}

function digest(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
