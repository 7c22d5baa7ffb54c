import * as vscode from 'vscode';
import { ModelError } from '../../models/modelError.ts';
import { listTimeoutMs, type KnownModel } from './modelDirectory.ts';
import {
	builtInId,
	modelId,
	parseModelId,
	vsCodeModelId,
	type ModelChoice,
	type NamedModel,
} from '../settings/modelId.ts';
import { isLocal, displayAddress, type Provider } from '../settings/providers.ts';

/** Sources of the models that *Choose Summary Model…* lists. */
export interface ChoiceSources {
	readonly providers: readonly Provider[];
	readonly hasKey: (provider: Provider) => Promise<boolean>;
	readonly modelsOf: (provider: Provider, signal: AbortSignal) => Promise<readonly KnownModel[]>;
	readonly vsCodeModels: () => Promise<
		readonly Pick<vscode.LanguageModelChat, 'vendor' | 'id' | 'name' | 'maxInputTokens'>[]
	>;
	/** The default model; undefined: the built-in summariser. */
	readonly byDefault: () => Promise<NamedModel | undefined>;
	readonly current: ModelChoice;
}

/** A line of the list. */
export interface ModelLine {
	/** A note cannot be chosen. */
	readonly kind: 'separator' | 'choice' | 'note' | 'set-key';
	/** The setting's value for a choice; empty: the default. */
	readonly id?: string;
	readonly label: string;
	readonly description?: string;
	readonly detail?: string;
	readonly isCurrent?: boolean;
}

/** Names of models that do not write text. */
const notForText =
	/(?:^|[-_/.])(?:embed(?:ding)?s?|whisper|tts|dall-e|gpt-image|image|audio|realtime|transcribe|moderation|omni-moderation|sora|rerank(?:er)?|davinci|babbage)(?:[-_/.:]|\d|$)/i;

/**
 * Requests the models of all providers at once, and shows the lines after each answer.
 * A provider that cannot be reached does not delay the others.
 * @param show Gets the lines so far, in a stable order.
 * @param signal Cancels all requests when the list is closed.
 */
export async function gatherModels(
	sources: ChoiceSources,
	show: (lines: readonly ModelLine[]) => void,
	signal: AbortSignal,
): Promise<void> {
	const { current, providers, hasKey } = sources;
	// Providers that are set up, and local ones.
	const wanted = await Promise.all(
		providers.map(async (one) => one.configured || isLocal(one) || (await hasKey(one))),
	);
	const asked = providers.filter((_, index) => wanted[index]);
	let byDefault: NamedModel | undefined;
	const groups: (readonly ModelLine[])[] = Array.from({ length: asked.length + 1 }, () => []);
	const absent = new Set<string>();

	/** @param facts Undefined ones are unknown. */
	function choice(id: string, label: string, ...facts: readonly (string | undefined)[]): ModelLine {
		const description = facts.filter((fact) => fact !== undefined).join(' · ');
		return { kind: 'choice', id, label, description, isCurrent: id === idOf(current) };
	}

	function update(): void {
		if (signal.aborted) {
			return;
		}
		const notRunning: ModelLine[] = [
			{ kind: 'separator', label: vscode.l10n.t('On this machine') },
			{
				kind: 'note',
				label: vscode.l10n.t('Not running: {0}', [...absent].join(', ')),
				detail: vscode.l10n.t('Start one of these servers, then choose again.'),
			},
		];
		const builtIn = vscode.l10n.t('no model, nothing leaves this machine');
		show([
			{
				...choice(
					'',
					vscode.l10n.t('Default'),
					byDefault ? modelId(byDefault) : vscode.l10n.t('built in'),
				),
				detail: vscode.l10n.t(
					'The main model; otherwise the VS Code model you last chose here, or the built-in summariser.',
				),
			},
			choice(builtInId, vscode.l10n.t('Built-in summariser'), builtIn),
			...groups.flat(),
			...(absent.size > 0 ? notRunning : []),
			{ kind: 'separator', label: vscode.l10n.t('More') },
			{ kind: 'set-key', label: vscode.l10n.t('Set API Key…') },
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
			const note: ModelLine = { kind: 'note', label: vscode.l10n.t('No models'), detail: none };
			groups[at] = [separator, ...(found.length === 0 ? [note] : found)];
		} catch (error) {
			if (provider !== undefined && !provider.configured && isLocal(provider) && isAbsent(error)) {
				absent.add(provider.name);
			} else {
				const detail = reasonOf(error);
				groups[at] = [
					separator,
					{ kind: 'note', label: vscode.l10n.t('No list of models'), detail },
				];
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
			vscode.l10n.t('VS Code'),
			vscode.l10n.t('Sign in to an extension that provides language models.'),
			async () =>
				(await sources.vsCodeModels()).map(({ vendor, id, name, maxInputTokens }) =>
					choice(vsCodeModelId({ vendor, model: id }), name, vendor, windowText(maxInputTokens)),
				),
		),
		...asked.map((provider, index) => {
			const none = vscode.l10n.t(
				'{0} lists no models. You can type {1}/ followed by a model name.',
				displayAddress(provider),
				provider.name,
			);
			const lines = async (): Promise<readonly ModelLine[]> => {
				const bounds = AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]);
				const models = await sources.modelsOf(provider, bounds);
				return models
					.filter(({ id }) => !notForText.test(id))
					.map(({ id: model, window, prices }) => {
						const id = modelId({ kind: 'provider', provider: provider.name, model });
						return choice(id, id, windowText(window), priceText(prices));
					});
			};
			return ask(index + 1, provider.name, none, lines, provider);
		}),
	]);
}

/** The line for a typed id that is not listed; undefined: the text is no such id. */
export function typedLine(
	text: string,
	lines: readonly ModelLine[],
	providers: readonly Provider[],
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
			label: vscode.l10n.t('No provider is named {0}', choice.provider),
			detail: vscode.l10n.t('Add it to the setting precis.models.providers first.'),
		};
	}
	return {
		kind: 'choice',
		id,
		label: vscode.l10n.t('Use {0}', id),
		description: vscode.l10n.t('not listed'),
	};
}

/** The setting's value. */
function idOf(choice: ModelChoice): string {
	return 'model' in choice ? modelId(choice) : choice.kind === 'built-in' ? builtInId : '';
}

function windowText(window: number | undefined): string | undefined {
	return window === undefined || window <= 0
		? undefined
		: vscode.l10n.t('{0} tokens', new Intl.NumberFormat(vscode.env.language).format(window));
}

function priceText(prices: KnownModel['prices']): string | undefined {
	if (prices === undefined) {
		return undefined;
	}
	const format = new Intl.NumberFormat(vscode.env.language, {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: 4,
	});
	return vscode.l10n.t(
		'{0} in, {1} out per million tokens',
		format.format(prices.input),
		format.format(prices.output),
	);
}

/** Whether no server answers at the address. */
function isAbsent(error: unknown): boolean {
	return error instanceof ModelError
		? ['connection', 'timeout', 'not-available'].includes(error.failure.kind)
		: error instanceof Error && error.name === 'TimeoutError';
}

function reasonOf(error: unknown): string {
	if (error instanceof ModelError) {
		const { message, advice = '' } = error.failure;
		return `${message} ${advice}`.trim();
	}
	return isAbsent(error)
		? vscode.l10n.t('No model list was received within {0} s.', listTimeoutMs / 1_000)
		: vscode.l10n.t('The list could not be read.');
}
