import { builtInId, modelId, parseModelId, vsCodeModelId, type ModelChoice } from './modelId.ts';
import type { KnownModel } from './modelDirectory.ts';
import { isLocal, placeOf, type Provider } from './providers.ts';
import type { Translator } from '../translator.ts';

/** What *Choose Summary Model…* lists. */

/** A model of VS Code, as far as it is shown. */
export interface VsCodeModel {
	readonly vendor: string;
	readonly id: string;
	readonly name: string;
	/** Tokens. */
	readonly maxInputTokens: number;
}

/** What came of asking for a list. */
export type Listed<Model> =
	| { readonly kind: 'loading' }
	| { readonly kind: 'models'; readonly models: readonly Model[] }
	| {
			readonly kind: 'failed';
			/** As a sentence. */
			readonly reason: string;
			/** Nobody answers at the address. */
			readonly absent: boolean;
	  };

/** The models that a person can choose, as far as they are known. */
export interface OfferedModels {
	readonly current: ModelChoice;
	/** What the default comes to now: a model's name, or undefined for the built-in summariser. */
	readonly byDefault?: string;
	readonly vsCode: Listed<VsCodeModel>;
	readonly providers: readonly {
		readonly provider: Provider;
		readonly listed: Listed<KnownModel>;
	}[];
}

/** A line of the list. */
export type ModelLine =
	| { readonly kind: 'separator'; readonly label: string }
	| {
			readonly kind: 'choice';
			/** As the setting has it; empty for the default. */
			readonly id: string;
			readonly label: string;
			readonly description: string;
			readonly detail?: string;
			readonly isCurrent: boolean;
	  }
	/** Says something and chooses nothing. */
	| { readonly kind: 'note'; readonly label: string; readonly detail: string }
	| { readonly kind: 'set-key'; readonly label: string };

/** How texts and numbers are written. */
export interface Language {
	readonly l10n: Translator;
	/** BCP 47. */
	readonly locale: string;
}

/** Models that cannot write a text, by the words in their names. */
const notForText =
	/(?:^|[-_/.])(?:embed(?:ding)?s?|whisper|tts|dall-e|gpt-image|image|audio|realtime|transcribe|moderation|omni-moderation|sora|rerank(?:er)?|davinci|babbage)(?:[-_/.:]|\d|$)/i;

/** The whole list, in the order it is shown. */
export function modelLines(lists: OfferedModels, language: Language): readonly ModelLine[] {
	const { l10n } = language;
	const isCurrent = (id: string): boolean => id === idOf(lists.current);
	const lines: ModelLine[] = [
		{
			kind: 'choice',
			id: '',
			label: l10n.t('Default'),
			description: lists.byDefault ?? l10n.t('built in'),
			detail: l10n.t(
				'The main model; otherwise the VS Code model you last chose here, or the built-in summariser.',
			),
			isCurrent: isCurrent(''),
		},
		{
			kind: 'choice',
			id: builtInId,
			label: l10n.t('Built-in summariser'),
			description: l10n.t('no model, nothing leaves this machine'),
			isCurrent: isCurrent(builtInId),
		},
		...vsCodeLines(lists.vsCode, isCurrent, language),
	];
	const absent: Provider[] = [];
	for (const { provider, listed } of lists.providers) {
		if (listed.kind === 'failed' && listed.absent && isLocal(provider) && !provider.configured) {
			absent.push(provider);
		} else {
			lines.push(...providerLines(provider, listed, isCurrent, language));
		}
	}
	if (absent.length > 0) {
		lines.push(
			{ kind: 'separator', label: l10n.t('On this machine') },
			{
				kind: 'note',
				label: l10n.t('Not running: {0}', absent.map(({ name }) => name).join(', ')),
				detail: l10n.t('Start one of these servers, then choose again.'),
			},
		);
	}
	lines.push(
		{ kind: 'separator', label: l10n.t('More') },
		{ kind: 'set-key', label: l10n.t('Set API Key…') },
	);
	return lines;
}

/** The line for an id that was typed and is not listed; undefined while it is none. */
export function typedLine(
	text: string,
	lines: readonly ModelLine[],
	providers: readonly Provider[],
	{ l10n }: Language,
): ModelLine | undefined {
	const choice = parseModelId(text);
	if (choice?.kind !== 'provider' && choice?.kind !== 'vscode') {
		return undefined;
	}
	const id = modelId(choice);
	if (lines.some((line) => line.kind === 'choice' && line.id === id)) {
		return undefined;
	}
	if (choice.kind === 'provider' && !providers.some(({ name }) => name === choice.provider)) {
		return {
			kind: 'note',
			label: l10n.t('No provider is named {0}', choice.provider),
			detail: l10n.t('Add it to the setting precis.models.providers first.'),
		};
	}
	return {
		kind: 'choice',
		id,
		label: l10n.t('Use {0}', id),
		description: l10n.t('not listed'),
		isCurrent: false,
	};
}

function vsCodeLines(
	listed: Listed<VsCodeModel>,
	isCurrent: (id: string) => boolean,
	language: Language,
): readonly ModelLine[] {
	const { l10n } = language;
	const none = l10n.t('Sign in to an extension that provides language models.');
	return groupLines(l10n.t('VS Code'), listed, none, language, ({ vendor, id: model, ...chat }) => {
		const id = vsCodeModelId({ vendor, model });
		return {
			kind: 'choice',
			id,
			label: chat.name,
			description: joined([vendor, windowText(chat.maxInputTokens, language)]),
			isCurrent: isCurrent(id),
		};
	});
}

function providerLines(
	provider: Provider,
	listed: Listed<KnownModel>,
	isCurrent: (id: string) => boolean,
	language: Language,
): readonly ModelLine[] {
	const { name } = provider;
	const none = language.l10n.t(
		'{0} lists no models. You can type {1}/ followed by a model name.',
		placeOf(provider),
		name,
	);
	const forText =
		listed.kind === 'models'
			? { ...listed, models: listed.models.filter(({ id }) => !notForText.test(id)) }
			: listed;
	return groupLines(name, forText, none, language, ({ id: model, window, prices }) => {
		const id = modelId({ kind: 'provider', provider: name, model });
		return {
			kind: 'choice',
			id,
			label: id,
			description: joined([windowText(window, language), priceText(prices, language)]),
			isCurrent: isCurrent(id),
		};
	});
}

/** A heading, and what came of asking below it. @param none Says what helps where there is no model. */
function groupLines<Model>(
	label: string,
	listed: Listed<Model>,
	none: string,
	{ l10n }: Language,
	lineOf: (model: Model) => ModelLine,
): readonly ModelLine[] {
	const separator: ModelLine = { kind: 'separator', label };
	switch (listed.kind) {
		case 'loading':
			return [];
		case 'failed':
			return [
				separator,
				{ kind: 'note', label: l10n.t('No list of models'), detail: listed.reason },
			];
		case 'models':
			return listed.models.length === 0
				? [separator, { kind: 'note', label: l10n.t('No models'), detail: none }]
				: [separator, ...listed.models.map(lineOf)];
	}
}

function windowText(window: number | undefined, { l10n, locale }: Language): string {
	return window === undefined || window <= 0
		? ''
		: l10n.t('{0} tokens', new Intl.NumberFormat(locale).format(window));
}

function priceText(prices: KnownModel['prices'], { l10n, locale }: Language): string {
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

function idOf(choice: ModelChoice): string {
	switch (choice.kind) {
		case 'default':
			return '';
		case 'built-in':
			return builtInId;
		case 'vscode':
		case 'provider':
			return modelId(choice);
	}
}
