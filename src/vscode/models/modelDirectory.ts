import { createHash } from 'node:crypto';
import type { Route } from '../../models/client.ts';
import type { ModelTarget } from '../../models/modelCalls.ts';
import { ModelError } from '../../models/modelError.ts';
import type { ListedModel } from '../../models/openai/listModels.ts';
import type { Endpoint } from '../../models/openai/transport.ts';
import type { Secret } from '../../models/secret.ts';
import { withTimeout } from '../../models/waiting.ts';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import type { WriterView } from '../../protocol/toPanel.ts';
import type { SummaryWriter } from '../../protocol/workerSettings.ts';
import type { Translator } from '../translator.ts';
import type { ApiKeys } from './apiKeys.ts';
import type { LanguageModels } from './languageModels.ts';
import { modelId, parseModelId, vsCodeProvider, type NamedModel } from '../settings/modelId.ts';
import type { ModelSettings } from '../settings/settings.ts';
import {
	allProviders,
	isNearby,
	needsKey,
	type ModelSetting,
	type Provider,
} from '../settings/providers.ts';

/** Tokens of a window nobody states: what most models of the last years have at least. */
export const defaultWindow = 128_000;

/** How long a compaction waits for a server's list to learn a window, milliseconds. */
const windowLookupMs = 3_000;

/** How long a server may take to list its models, milliseconds. */
export const listTimeoutMs = 10_000;

/** How long a list is taken for true, milliseconds: a local server may load another model. */
const freshMs = 10 * 60_000;

/** How long a server that gave none is left alone when nobody looks, milliseconds. */
const failedMs = 60_000;

/** Models of a server that names none in the settings, at most: some list hundreds. */
const mostListed = 100;

/** How often a request for a summary is repeated after a failure that passes by itself. */
const transientRetries = 1;

/** What the directory looks things up in. */
export interface DirectorySources {
	settings(): ModelSettings;
	readonly keys: Pick<ApiKeys, 'keyOf'>;
	/** Asks a server for its models. */
	list(endpoint: Omit<Endpoint, 'model'>, signal: AbortSignal): Promise<readonly ListedModel[]>;
	readonly vsCode: Pick<LanguageModels, 'find' | 'lastUsed' | 'suggested' | 'wasUsed'>;
	readonly l10n: Translator;
	/** How long a provider's list is waited for to learn a window, milliseconds. */
	readonly lookupMs?: number;
}

/** A model of a provider, with what is known of it. */
export interface KnownModel extends ListedModel {
	/** US dollars per million tokens. */
	readonly prices?: { readonly input: number; readonly output: number };
}

/** A model of a server. */
export type ServerModel = NamedModel & { readonly kind: 'provider' };

/** What a server offers, remembered for a while: window sizes are wanted at every compaction. */
interface RememberedList {
	readonly models: Promise<readonly ListedModel[]>;
	/** End of its use, milliseconds since the epoch. */
	untilMs: number;
}

/** Which models there are, which of them write summaries, and how each is reached at the moment it is called. */
export class ModelDirectory {
	readonly #sources: DirectorySources;
	/** By route. */
	readonly #lists = new Map<string, RememberedList>();

	constructor(sources: DirectorySources) {
		this.#sources = sources;
	}

	get providers(): readonly Provider[] {
		return allProviders(this.#sources.settings().providers);
	}

	/** Forgets what servers have listed: settings or keys have changed. */
	clear(): void {
		this.#lists.clear();
	}

	/**
	 * A model as the ladder knows it. Whether it can be reached shows when it is called: then the
	 * failure has its place among the attempts.
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
		return { window: defaultWindow, ...known, id, route: routeDigest(provider, credential) };
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
	 * The models of a provider: those of the settings, and what the server lists.
	 * @throws {ModelError} when the server gives no list and the settings name no model.
	 */
	async modelsOf(provider: Provider, signal: AbortSignal): Promise<readonly KnownModel[]> {
		const stated = provider.models.map(stateOf);
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
	 * The models of servers the person has set up: those the settings name, and what a server lists where
	 * they name none. A server that does not answer has none.
	 */
	async configured(): Promise<readonly ServerModel[]> {
		const { main, summary, providers } = this.#sources.settings();
		const chosen = [main, summary].flatMap((model) => (model?.kind === 'provider' ? [model] : []));
		const offered = await Promise.all(providers.map((provider) => this.#offeredBy(provider)));
		const all = [...chosen, ...offered.flat()];
		return [...new Map(all.map((model) => [modelId(model), model])).values()];
	}

	/**
	 * The models for the ladder: the first is asked first; none means the built-in summariser.
	 * @param leading The model that leads the conversation.
	 */
	async summaryModels(leading?: NamedModel): Promise<SummaryModels> {
		const { instructions, language } = this.#sources.settings();
		const { summary, main } = await this.#choice(leading);
		return {
			...(summary === undefined ? {} : { summary: await this.targetOf(summary) }),
			...(main === undefined ? {} : { main: await this.targetOf(main) }),
			...(instructions === undefined ? {} : { instructions }),
			...(language === undefined ? {} : { language }),
			transientRetries,
		};
	}

	/** Who would write a summary, and a model that could where the person has not chosen. Asks no model. */
	async writer(leading?: NamedModel): Promise<WriterView> {
		const { summary, main } = await this.#choice(leading);
		const first = summary ?? main;
		if (first !== undefined) {
			return { id: modelId(first) };
		}
		if (this.#sources.settings().summary.kind !== 'default') {
			return {};
		}
		const suggested = (await this.#sources.vsCode.suggested()) ?? (await this.configured())[0];
		return suggested === undefined ? {} : { suggested: modelId(suggested) };
	}

	/** What the default comes to now, whatever the person has chosen; undefined: the built-in summariser. */
	async writerByDefault(): Promise<NamedModel | undefined> {
		return this.#sources.settings().main ?? (await this.#sources.vsCode.lastUsed());
	}

	/** Who writes summaries, as far as that follows without asking VS Code; undefined: built in. */
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

	/** What the person says a model's input costs, US dollars for a million tokens; undefined: nothing. */
	inputPriceOf(named: NamedModel): number | undefined {
		const provider = named.kind === 'provider' ? this.#provider(named.provider) : undefined;
		return provider?.models.find(({ id }) => id === named.model)?.inputPrice;
	}

	/** `main` takes over when the summary model is not there. */
	async #choice(
		leading: NamedModel | undefined,
	): Promise<{ readonly summary?: NamedModel | undefined; readonly main?: NamedModel }> {
		const { summary, main = leading } = this.#sources.settings();
		if (summary.kind === 'built-in') {
			// Whoever wants no model wants none as a replacement either.
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
		// Whoever chooses a summary model sees why there are none; a picker has no place for it.
		const models =
			provider.models.length > 0
				? provider.models
				: await orUndefined(() => this.modelsOf(provider, AbortSignal.timeout(listTimeoutMs)));
		return (models ?? [])
			.slice(0, mostListed)
			.map(({ id: model }) => ({ kind: 'provider', provider: provider.name, model }));
	}

	#provider(name: string): Provider | undefined {
		return this.providers.find((provider) => provider.name === name);
	}

	/** @throws {ModelError} when a provider needs a key and there is none. */
	async #credentialOf(provider: Provider): Promise<Secret | undefined> {
		const key = await this.#sources.keys.keyOf(provider);
		if (key === undefined && needsKey(provider)) {
			const { l10n } = this.#sources;
			throw new ModelError({
				kind: 'authentication',
				message: l10n.t('{0} needs a key, and none is set.', provider.name),
				advice: l10n.t('Set it with "Precis: Set API Key…".'),
			});
		}
		return key;
	}

	/** What is known of a model as far as that can be had quickly. */
	async #known(
		provider: Provider,
		model: string,
		credential: Secret | undefined,
	): Promise<Partial<KnownModel>> {
		const stated = provider.models.find(({ id }) => id === model);
		if (stated !== undefined) {
			return stateOf(stated);
		}
		if (credential === undefined && needsKey(provider)) {
			return {};
		}
		const { lookupMs = windowLookupMs } = this.#sources;
		const remembered = this.#lists.get(routeDigest(provider, credential));
		const list =
			remembered !== undefined && Date.now() < remembered.untilMs
				? remembered.models
				: this.#list(provider, credential, AbortSignal.timeout(listTimeoutMs));
		// A window has a default; whether the server works shows when it is called.
		const listed = await orUndefined(() => withTimeout(list, lookupMs));
		return listed?.find(({ id }) => id === model) ?? {};
	}

	/** The list of a provider as it is now. @throws {ModelError} when the server gives none. */
	#list(
		provider: Provider,
		credential: Secret | undefined,
		signal: AbortSignal,
	): Promise<readonly ListedModel[]> {
		const models = this.#sources.list(endpointOf(provider, credential), signal);
		const remembered = { models, untilMs: Date.now() + freshMs };
		this.#lists.set(routeDigest(provider, credential), remembered);
		models.catch(() => {
			remembered.untilMs = signal.aborted ? 0 : Date.now() + failedMs;
		});
		return models;
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

async function orUndefined<Result>(
	ask: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
	try {
		return await ask();
	} catch {
		return undefined;
	}
}

function stateOf({ inputPrice, outputPrice, ...known }: ModelSetting): KnownModel {
	return inputPrice === undefined && outputPrice === undefined
		? known
		: { ...known, prices: { input: inputPrice ?? 0, output: outputPrice ?? 0 } };
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
