import { ModelError } from '../../models/modelError.ts';
import type { Translator } from '../translator.ts';
import { listTimeoutMs, type KnownModel } from './modelDirectory.ts';
import {
	builtInId,
	modelId,
	parseModelId,
	vsCodeModelId,
	type ModelChoice,
	type NamedModel,
} from '../settings/modelId.ts';
import { isLocal, placeOf, type Provider } from '../settings/providers.ts';

/** What *Choose Summary Model…* lists. */

/** A model of VS Code, as far as it is shown. */
interface VsCodeModel {
	readonly vendor: string;
	readonly id: string;
	readonly name: string;
	/** Tokens. */
	readonly maxInputTokens: number;
}

/** Where the models come from that a person can choose. */
export interface ChoiceSources {
	readonly providers: readonly Provider[];
	readonly hasKey: (provider: Provider) => Promise<boolean>;
	readonly modelsOf: (provider: Provider, signal: AbortSignal) => Promise<readonly KnownModel[]>;
	readonly vsCodeModels: () => Promise<readonly VsCodeModel[]>;
	/** What the default comes to; undefined for the built-in summariser. */
	readonly byDefault: () => Promise<NamedModel | undefined>;
	readonly current: ModelChoice;
	readonly l10n: Translator;
	/** BCP 47. */
	readonly locale: string;
}

/** A line of the list. */
export interface ModelLine {
	/** A note says something and chooses nothing. */
	readonly kind: 'separator' | 'choice' | 'note' | 'set-key';
	/** Of a choice, as the setting has it; empty for the default. */
	readonly id?: string;
	readonly label: string;
	readonly description?: string;
	readonly detail?: string;
	readonly isCurrent?: boolean;
}

/** Models that cannot write a text, by the words in their names. */
const notForText =
	/(?:^|[-_/.])(?:embed(?:ding)?s?|whisper|tts|dall-e|gpt-image|image|audio|realtime|transcribe|moderation|omni-moderation|sora|rerank(?:er)?|davinci|babbage)(?:[-_/.:]|\d|$)/i;

/**
 * Asks everybody for their models at once, and shows what is there whenever somebody has answered.
 * One that cannot be reached costs the others nothing.
 * @param show Gets the lines so far, in an order that does not change.
 * @param signal Ends all requests: the person has chosen, or left.
 */
export async function gatherModels(
	sources: ChoiceSources,
	show: (lines: readonly ModelLine[]) => void,
	signal: AbortSignal,
): Promise<void> {
	const { providers, hasKey, l10n } = sources;
	// Those the person has set up, and those that may run on this machine.
	const wanted = await Promise.all(
		providers.map(async (one) => one.configured || isLocal(one) || (await hasKey(one))),
	);
	const asked = providers.filter((_, index) => wanted[index]);
	let byDefault: NamedModel | undefined;
	const groups: (readonly ModelLine[])[] = Array.from({ length: asked.length + 1 }, () => []);
	const absent = new Set<string>();

	function update(): void {
		if (signal.aborted) {
			return;
		}
		const notRunning: ModelLine[] = [
			{ kind: 'separator', label: l10n.t('On this machine') },
			{
				kind: 'note',
				label: l10n.t('Not running: {0}', [...absent].join(', ')),
				detail: l10n.t('Start one of these servers, then choose again.'),
			},
		];
		show([
			...firstLines(sources, byDefault),
			...groups.flat(),
			...(absent.size > 0 ? notRunning : []),
			{ kind: 'separator', label: l10n.t('More') },
			{ kind: 'set-key', label: l10n.t('Set API Key…') },
		]);
	}

	async function ask(
		at: number,
		label: string,
		none: string,
		lines: () => Promise<readonly ModelLine[]>,
		provider?: Provider,
	): Promise<void> {
		const separator: ModelLine = { kind: 'separator', label };
		try {
			const found = await lines();
			const note: ModelLine = { kind: 'note', label: l10n.t('No models'), detail: none };
			groups[at] = [separator, ...(found.length === 0 ? [note] : found)];
		} catch (error) {
			if (provider !== undefined && !provider.configured && isLocal(provider) && isAbsent(error)) {
				absent.add(provider.name);
			} else {
				const detail = reasonOf(error, l10n);
				groups[at] = [separator, { kind: 'note', label: l10n.t('No list of models'), detail }];
			}
		}
		update();
	}

	update();
	await Promise.all([
		sources.byDefault().then(
			(model) => {
				byDefault = model;
				update();
			},
			() => undefined,
		),
		ask(
			0,
			l10n.t('VS Code'),
			l10n.t('Sign in to an extension that provides language models.'),
			async () => (await sources.vsCodeModels()).map((model) => vsCodeLine(model, sources)),
		),
		...asked.map((provider, index) => {
			const none = l10n.t(
				'{0} lists no models. You can type {1}/ followed by a model name.',
				placeOf(provider),
				provider.name,
			);
			const lines = async (): Promise<readonly ModelLine[]> => {
				const bounds = AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]);
				const models = await sources.modelsOf(provider, bounds);
				return models
					.filter(({ id }) => !notForText.test(id))
					.map((model) => serverLine(provider, model, sources));
			};
			return ask(index + 1, provider.name, none, lines, provider);
		}),
	]);
}

/** The line for an id that was typed and is not listed; undefined while it is none. */
export function typedLine(
	text: string,
	lines: readonly ModelLine[],
	providers: readonly Provider[],
	l10n: Translator,
): ModelLine | undefined {
	const choice = parseModelId(text);
	if (choice?.kind !== 'provider' && choice?.kind !== 'vscode') {
		return undefined;
	}
	const id = modelId(choice);
	if (lines.some((line) => line.id === id)) {
		return undefined;
	}
	if (choice.kind === 'provider' && !providers.some(({ name }) => name === choice.provider)) {
		return {
			kind: 'note',
			label: l10n.t('No provider is named {0}', choice.provider),
			detail: l10n.t('Add it to the setting precis.models.providers first.'),
		};
	}
	return { kind: 'choice', id, label: l10n.t('Use {0}', id), description: l10n.t('not listed') };
}

function firstLines(
	{ current, l10n }: ChoiceSources,
	byDefault: NamedModel | undefined,
): readonly ModelLine[] {
	return [
		{
			kind: 'choice',
			id: '',
			label: l10n.t('Default'),
			description: byDefault === undefined ? l10n.t('built in') : modelId(byDefault),
			detail: l10n.t(
				'The main model; otherwise the VS Code model you last chose here, or the built-in summariser.',
			),
			isCurrent: current.kind === 'default',
		},
		{
			kind: 'choice',
			id: builtInId,
			label: l10n.t('Built-in summariser'),
			description: l10n.t('no model, nothing leaves this machine'),
			isCurrent: current.kind === 'built-in',
		},
	];
}

function vsCodeLine(
	{ vendor, id: model, name, maxInputTokens }: VsCodeModel,
	sources: ChoiceSources,
): ModelLine {
	const id = vsCodeModelId({ vendor, model });
	const description = joined([vendor, windowText(maxInputTokens, sources)]);
	return { kind: 'choice', id, label: name, description, isCurrent: isCurrent(id, sources) };
}

function serverLine(
	{ name }: Provider,
	{ id: model, window, prices }: KnownModel,
	sources: ChoiceSources,
): ModelLine {
	const id = modelId({ kind: 'provider', provider: name, model });
	const description = joined([windowText(window, sources), priceText(prices, sources)]);
	return { kind: 'choice', id, label: id, description, isCurrent: isCurrent(id, sources) };
}

function isCurrent(id: string, { current }: ChoiceSources): boolean {
	return 'model' in current && modelId(current) === id;
}

function windowText(window: number | undefined, { l10n, locale }: ChoiceSources): string {
	return window === undefined || window <= 0
		? ''
		: l10n.t('{0} tokens', new Intl.NumberFormat(locale).format(window));
}

function priceText(prices: KnownModel['prices'], { l10n, locale }: ChoiceSources): string {
	if (prices === undefined) {
		return '';
	}
	const format = new Intl.NumberFormat(locale, {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: 4,
	});
	return l10n.t(
		'{0} in, {1} out per million tokens',
		format.format(prices.input),
		format.format(prices.output),
	);
}

function joined(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join(' · ');
}

/** Whether nobody answers at the address. */
function isAbsent(error: unknown): boolean {
	return error instanceof ModelError
		? ['connection', 'timeout', 'not-available'].includes(error.failure.kind)
		: error instanceof Error && error.name === 'TimeoutError';
}

function reasonOf(error: unknown, l10n: Translator): string {
	if (error instanceof ModelError) {
		const { message, advice = '' } = error.failure;
		return `${message} ${advice}`.trim();
	}
	return isAbsent(error)
		? l10n.t('No model list was received within {0} s.', listTimeoutMs / 1_000)
		: l10n.t('The list could not be read.');
}
