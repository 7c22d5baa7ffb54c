import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { pricesOf } from '../../compaction/cost/modelPrices.ts';
import type { Route } from '../../models/client.ts';
import type { ModelPrices, ModelTarget } from '../../models/modelCalls.ts';
import { ModelError } from '../../models/modelError.ts';
import type { ListedModel } from '../../models/openai/listModels.ts';
import type { Endpoint } from '../../models/openai/transport.ts';
import type { Secret } from '../../models/secret.ts';
import { withTimeout } from '../../models/waiting.ts';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import { builtInId, type WriterView } from '../../protocol/toPanel.ts';
import type { SummaryWriter } from '../../protocol/workerSettings.ts';
import type { ApiKeys } from './apiKeys.ts';
import type { LanguageModels } from './languageModels.ts';
import { modelId, parseModelId, vsCodeProvider, type NamedModel } from '../settings/modelId.ts';
import type { ModelSettings } from '../settings/settings.ts';
import {
	allProviders,
	isInLocalNetwork,
	needsKey,
	type ModelSetting,
	type Provider,
} from '../settings/providers.ts';

/** Window of models without a stated one, tokens: the minimum of most recent models. */
export const defaultWindow = 128_000;

/** How long a compaction waits for a server's model list to get the window, milliseconds. */
const windowLookupMs = 3_000;

/** How long a server may take to list its models, milliseconds. */
export const listTimeoutMs = 5_000;

/** Lifetime of a cached list, milliseconds: a local server may load another model. */
const listLifetimeMs = 10 * 60_000;

/** Pause after a failed list request, milliseconds. */
const failurePauseMs = 60_000;

/** Most models of a server without models in the settings: some list hundreds. */
const maxListed = 100;

/** Retries of a summary request after a temporary failure. */
const transientRetries = 1;

/** Sources of the directory. */
export interface DirectorySources {
	settings(): ModelSettings;
	readonly keys: Pick<ApiKeys, 'keyOf'>;
	/** Requests a server's models. */
	list(endpoint: Omit<Endpoint, 'model'>, signal: AbortSignal): Promise<readonly ListedModel[]>;
	readonly vsCode: Pick<LanguageModels, 'find' | 'lastUsed' | 'suggested' | 'wasUsed'>;
}

/** A model of a provider, with its known properties. */
export interface KnownModel extends ListedModel {
	readonly prices?: ModelPrices;
}

/** A model of a server. */
export type ServerModel = NamedModel & { readonly kind: 'provider' };

/** A cached model list: every compaction needs window sizes. */
interface CachedList {
	readonly models: Promise<readonly ListedModel[]>;
	/** Expiry, milliseconds since the epoch. */
	untilMs: number;
}

/** Lists models, chooses those that write summaries, and finds the route of each at the time of a call. */
export class ModelDirectory {
	readonly #sources: DirectorySources;
	/** Cached lists by route. */
	readonly #lists = new Map<string, CachedList>();

	constructor(sources: DirectorySources) {
		this.#sources = sources;
	}

	get providers(): readonly Provider[] {
		return allProviders(this.#sources.settings().providers);
	}

	/** Clears cached lists, after a change of settings or keys, or if a user wants to see the present ones. */
	clear(): void {
		this.#lists.clear();
	}

	/**
	 * A model for the ladder. If it cannot be reached, the call fails, and the failure is one of the
	 * attempts.
	 */
	async targetOf(named: NamedModel): Promise<ModelTarget> {
		const id = modelId(named);
		if (named.kind === 'vscode') {
			const chat = await orUndefined(() => this.#sources.vsCode.find(named.vendor, named.model));
			const window = chat?.maxInputTokens || defaultWindow;
			return { id, window, route: digest([vsCodeProvider, named.vendor]) };
		}
		const provider = this.#provider(named.provider);
		if (provider === undefined) {
			return { id, window: defaultWindow, route: digest(['unknown', named.provider]) };
		}
		const credential = await orUndefined(() => this.#sources.keys.keyOf(provider));
		const known = await this.#known(provider, named.model, credential);
		const route = routeDigest(provider, credential);
		const { window } = known;
		return window === undefined
			? { ...known, window: defaultWindow, isWindowAssumed: true, id, route }
			: { ...known, window, id, route };
	}

	/**
	 * Whether a call is assumed to cost money; VS Code's models use a paid plan. A model
	 * without a price is free on this machine or in its network.
	 */
	isPaid({ id, prices }: ModelTarget): boolean {
		if (prices !== undefined) {
			return prices.input > 0 || prices.output > 0;
		}
		const named = parseModelId(id);
		const provider = named?.kind === 'provider' ? this.#provider(named.provider) : undefined;
		return provider === undefined || !isInLocalNetwork(provider);
	}

	/**
	 * The present route to a model.
	 * @throws {ModelError} if its provider is unknown or its key is missing.
	 */
	async routeOf(target: ModelTarget): Promise<Route> {
		const named = parseModelId(target.id);
		if (named?.kind === 'vscode') {
			const model = `${named.vendor}/${named.model}`;
			return { provider: vsCodeProvider, api: 'vscode', baseUrl: '', model, streaming: true };
		}
		const provider = named?.kind === 'provider' ? this.#provider(named.provider) : undefined;
		if (named?.kind !== 'provider' || provider === undefined) {
			throw this.#unknownProvider(target.id);
		}
		const { api, streaming } = provider;
		const endpoint = endpointOf(provider, await this.#credentialOf(provider));
		return { ...endpoint, api, model: named.model, streaming };
	}

	/**
	 * The models of a provider from the settings and the server's list.
	 * @throws {ModelError} if the server returns no list and the settings name no model.
	 */
	async modelsOf(provider: Provider, signal: AbortSignal): Promise<readonly KnownModel[]> {
		const stated = provider.models.map(knownFromSetting);
		try {
			const listed = await this.#list(provider, await this.#credentialOf(provider), signal);
			const names = new Set(stated.map(({ id }) => id));
			return [...stated, ...listed.filter(({ id }) => !names.has(id))];
		} catch (error) {
			if (stated.length === 0) {
				throw error;
			}
			return stated;
		}
	}

	/**
	 * The models of configured servers: from the settings, or from the server's list if the settings name
	 * none. A server that does not answer has none.
	 */
	async configured(): Promise<readonly ServerModel[]> {
		const { main, summary, providers } = this.#sources.settings();
		const chosen = [main, summary].flatMap((model) => (model?.kind === 'provider' ? [model] : []));
		const offered = await Promise.all(providers.map((provider) => this.#offeredBy(provider)));
		const all = [...chosen, ...offered.flat()];
		return [...new Map(all.map((model) => [modelId(model), model])).values()];
	}

	/**
	 * The models for the ladder, in order; none: the built-in summariser.
	 * @param answering The model that answers in the conversation; absent: unknown.
	 */
	async summaryModels(answering?: NamedModel): Promise<SummaryModels> {
		const { instructions, language } = this.#sources.settings();
		const { summary, main } = await this.#choice(answering);
		return {
			...(summary === undefined ? {} : { summary: await this.targetOf(summary) }),
			...(main === undefined ? {} : { main: await this.targetOf(main) }),
			...(instructions === undefined ? {} : { instructions }),
			...(language === undefined ? {} : { language }),
			transientRetries,
		};
	}

	/** The model that would write a summary, or a suggestion if none is chosen. Calls no model. */
	async writer(answering?: NamedModel): Promise<WriterView> {
		const { summary, main } = await this.#choice(answering);
		const first = summary ?? main;
		if (first !== undefined) {
			return { id: modelId(first) };
		}
		if (this.#sources.settings().summary.kind === 'built-in') {
			return { id: builtInId };
		}
		const suggested = (await this.#sources.vsCode.suggested()) ?? (await this.configured())[0];
		return suggested === undefined ? {} : { suggested: modelId(suggested) };
	}

	/** The default model, even if another one is chosen; undefined: the built-in summariser. */
	async defaultWriter(): Promise<NamedModel | undefined> {
		return this.#sources.settings().main ?? (await this.#sources.vsCode.lastUsed());
	}

	/** The writer of summaries as far as it is known without VS Code; undefined: built in. */
	get summaryWriter(): SummaryWriter | undefined {
		const { summary, main } = this.#sources.settings();
		if (summary.kind === 'built-in') {
			return undefined;
		}
		const named = summary.kind === 'default' ? main : summary;
		if (named === undefined) {
			return { kind: 'answering', wasUsed: this.#sources.vsCode.wasUsed };
		}
		const inputPrice = this.inputPriceOf(named);
		const price = inputPrice === undefined ? {} : { inputPrice };
		return { kind: 'named', id: modelId(named), ...price };
	}

	/** The configured input price of a model, US dollars per million tokens; undefined: none. */
	inputPriceOf(named: NamedModel): number | undefined {
		const provider = named.kind === 'provider' ? this.#provider(named.provider) : undefined;
		return provider?.models.find(({ id }) => id === named.model)?.inputPrice;
	}

	/** `main` is the fallback of the summary model. */
	async #choice(
		answering: NamedModel | undefined,
	): Promise<{ readonly summary?: NamedModel | undefined; readonly main?: NamedModel }> {
		const { summary, main = answering } = this.#sources.settings();
		if (summary.kind === 'built-in') {
			// Without a summary model there is no fallback model either.
			return {};
		}
		if (summary.kind === 'default') {
			return main === undefined ? { summary: await this.#sources.vsCode.lastUsed() } : { main };
		}
		return main === undefined || modelId(main) === modelId(summary)
			? { summary }
			: { summary, main };
	}

	async #offeredBy(provider: Provider): Promise<readonly ServerModel[]> {
		// Errors are shown by *Choose Summary Model…*, not here.
		const models =
			provider.models.length > 0
				? provider.models
				: await orUndefined(async () =>
						this.#recentList(provider, await this.#credentialOf(provider)),
					);
		return (models ?? [])
			.slice(0, maxListed)
			.map(({ id: model }) => ({ kind: 'provider', provider: provider.name, model }));
	}

	#provider(name: string): Provider | undefined {
		return this.providers.find((provider) => provider.name === name);
	}

	/** @throws {ModelError} if a provider needs a key and has none. */
	async #credentialOf(provider: Provider): Promise<Secret | undefined> {
		const key = await this.#sources.keys.keyOf(provider);
		if (key === undefined && needsKey(provider)) {
			throw new ModelError({
				kind: 'authentication',
				message: vscode.l10n.t('{0} needs a key, and none is set.', provider.name),
				advice: vscode.l10n.t('Set it with "Precis: Set API Key…".'),
			});
		}
		return key;
	}

	/** Properties of a model that are available quickly. */
	async #known(
		provider: Provider,
		model: string,
		credential: Secret | undefined,
	): Promise<Partial<KnownModel>> {
		const stated = provider.models.find(({ id }) => id === model);
		if (stated !== undefined) {
			return knownFromSetting(stated);
		}
		if (credential === undefined && needsKey(provider)) {
			return {};
		}
		const list = this.#recentList(provider, credential);
		// The window has a default; a failing server is reported by the call.
		const listed = await orUndefined(() => withTimeout(list, windowLookupMs));
		return listed?.find(({ id }) => id === model) ?? {};
	}

	/** The cached model list of a provider, or a new one. @throws {ModelError} if the server returns none. */
	#recentList(provider: Provider, credential: Secret | undefined): Promise<readonly ListedModel[]> {
		const cached = this.#lists.get(routeDigest(provider, credential));
		return cached !== undefined && Date.now() < cached.untilMs
			? cached.models
			: this.#list(provider, credential, AbortSignal.timeout(listTimeoutMs));
	}

	/** Requests the model list of a provider. @throws {ModelError} if the server returns none. */
	#list(
		provider: Provider,
		credential: Secret | undefined,
		signal: AbortSignal,
	): Promise<readonly ListedModel[]> {
		const models = this.#sources.list(endpointOf(provider, credential), signal);
		const cached = { models, untilMs: Date.now() + listLifetimeMs };
		this.#lists.set(routeDigest(provider, credential), cached);
		models.catch(() => {
			cached.untilMs = signal.aborted ? 0 : Date.now() + failurePauseMs;
		});
		return models;
	}

	#unknownProvider(id: string): ModelError {
		const known = this.providers.map(({ name }) => name).join(', ');
		return new ModelError({
			kind: 'not-available',
			message: vscode.l10n.t('No provider found for {0}. Available: {1}.', id, known),
			advice: vscode.l10n.t(
				'Add the provider to the setting precis.models.providers, or run "Precis: Choose Summary Model…".',
			),
		});
	}
}

async function orUndefined<Result>(
	ask: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
	try {
		return await ask();
	} catch {
		return undefined;
	}
}

function knownFromSetting({ inputPrice, outputPrice, ...known }: ModelSetting): KnownModel {
	if (inputPrice === undefined && outputPrice === undefined) {
		return known;
	}
	const input = inputPrice ?? 0;
	const cachedInput = input * pricesOf(known.id).rules.read;
	return { ...known, prices: { input, cachedInput, output: outputPrice ?? 0 } };
}

function endpointOf({ name, baseUrl }: Provider, credential: Secret | undefined) {
	return { provider: name, baseUrl, ...(credential === undefined ? {} : { credential }) };
}

/** Digest of provider, address and credential. */
function routeDigest({ name, baseUrl }: Provider, credential: Secret | undefined): string {
	return digest([name, baseUrl, credential?.digest ?? '']);
}

function digest(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
