import * as vscode from 'vscode';
import { shownBaseUrl } from '../../models/baseUrl.ts';
import { ModelError } from '../../models/modelError.ts';
import { builtInId } from '../../protocol/toPanel.ts';
import { failureText } from './failureNotice.ts';
import { listTimeoutMs, type KnownModel } from './modelDirectory.ts';
import type { Models } from './models.ts';
import { modelId, vsCodeModelId, type ModelChoice } from '../settings/modelId.ts';
import { dollars, whole } from '../formats.ts';
import { isLocal, type Provider } from '../settings/providers.ts';

/** A row of the list of *Choose Summary Model…*. */
export interface ModelRow extends vscode.QuickPickItem {
	/** The setting's value for a choice; empty: the default. Absent: a note or a heading. */
	readonly id?: string;
}

/** Names of models that do not write text. */
const notForText =
	/(?:^|[-_/.])(?:embed(?:ding)?s?|whisper|tts|dall-e|gpt-image|image|audio|realtime|transcribe|moderation|omni-moderation|sora|rerank(?:er)?|davinci|babbage)(?:[-_/.:]|\d|$)/i;

/** Requests the models of all providers at once. A provider that fails has a note in place of its models. */
export async function modelChoices({
	configuration,
	directory,
	keys,
	languageModels,
}: Models): Promise<readonly ModelRow[]> {
	const { providers } = directory;
	const chosen = idOf(configuration.now.models.summary);
	const absent: string[] = [];

	/** @param facts Undefined ones are unknown. */
	function choice(id: string, label: string, ...facts: readonly (string | undefined)[]): ModelRow {
		const description = facts.filter((fact) => fact !== undefined).join(' · ');
		return { id, label: `${id === chosen ? '$(check) ' : ''}${label}`, description };
	}

	async function group(
		label: string,
		none: string,
		rows: () => Promise<readonly ModelRow[]>,
		provider?: Provider,
	): Promise<readonly ModelRow[]> {
		try {
			const found = await rows();
			const missing = [note(vscode.l10n.t('No models'), none)];
			return [heading(label), ...(found.length === 0 ? missing : found)];
		} catch (error) {
			if (provider !== undefined && !provider.configured && isLocal(provider) && isAbsent(error)) {
				absent.push(provider.name);
				return [];
			}
			return [heading(label), note(vscode.l10n.t('No list of models'), reasonOf(error))];
		}
	}

	/** A variable without a valid key counts: the list then says what is wrong with it. */
	const hasKey = (provider: Provider): Promise<boolean> =>
		keys.keyOf(provider).then(
			(key) => key !== undefined,
			() => true,
		);
	// Providers that are set up, and local ones.
	const wanted = await Promise.all(
		providers.map(async (one) => one.configured || isLocal(one) || (await hasKey(one))),
	);
	const [byDefault, ...groups] = await Promise.all([
		directory.defaultWriter(),
		group(
			vscode.l10n.t('VS Code'),
			vscode.l10n.t('Sign in to an extension that provides language models.'),
			async () =>
				(await languageModels.all()).map(({ vendor, id, name, maxInputTokens }) =>
					choice(vsCodeModelId({ vendor, model: id }), name, vendor, windowText(maxInputTokens)),
				),
		),
		...providers
			.filter((_, index) => wanted[index])
			.map((provider) => {
				const none = vscode.l10n.t(
					'{0} lists no models. You can name one in the setting {1}.',
					shownBaseUrl(provider.baseUrl),
					'precis.tasks.compaction.model',
				);
				const rows = async (): Promise<readonly ModelRow[]> =>
					(await directory.modelsOf(provider, AbortSignal.timeout(listTimeoutMs)))
						.filter(({ id }) => !notForText.test(id))
						.map(({ id: model, window, prices }) => {
							const id = modelId({ kind: 'provider', provider: provider.name, model });
							return choice(id, id, windowText(window), priceText(prices));
						});
				return group(provider.name, none, rows, provider);
			}),
	]);
	const notRunning = [
		heading(vscode.l10n.t('On this machine')),
		note(
			vscode.l10n.t('Not running: {0}', absent.join(', ')),
			vscode.l10n.t('Start one of these servers, then choose again.'),
		),
	];
	const rows = [
		{
			...choice(
				'',
				vscode.l10n.t('Default'),
				byDefault ? nameIn(groups.flat(), modelId(byDefault)) : vscode.l10n.t('built in'),
			),
			detail: vscode.l10n.t(
				'The model of the setting {0}, else the VS Code model that you last chose here, else built in.',
				'precis.models.main',
			),
		},
		choice(
			builtInId,
			vscode.l10n.t('Built-in summariser'),
			vscode.l10n.t('no model, nothing leaves this machine'),
		),
		...groups.flat(),
		...(absent.length > 0 ? notRunning : []),
	];
	// VS Code selects the first row.
	return rows.toSorted((one, other) => Number(other.id === chosen) - Number(one.id === chosen));
}

/** The name of a listed model; its id if it is not listed. */
function nameIn(rows: readonly ModelRow[], id: string): string {
	return rows.find((row) => row.id === id)?.label.replace('$(check) ', '') ?? id;
}

function heading(label: string): ModelRow {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}

function note(text: string, detail: string): ModelRow {
	return { label: `$(info) ${text}`, detail };
}

/** The setting's value. */
function idOf(choice: ModelChoice): string {
	return 'model' in choice ? modelId(choice) : choice.kind === 'built-in' ? builtInId : '';
}

function windowText(window: number | undefined): string | undefined {
	return window === undefined || window <= 0
		? undefined
		: vscode.l10n.t('{0} tokens', whole(window));
}

function priceText(prices: KnownModel['prices']): string | undefined {
	if (prices === undefined) {
		return undefined;
	}
	return vscode.l10n.t(
		'{0} in, {1} out per million tokens',
		dollars(prices.input),
		dollars(prices.output),
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
		return failureText(error);
	}
	return isAbsent(error)
		? vscode.l10n.t('No model list was received within {0} s.', listTimeoutMs / 1_000)
		: vscode.l10n.t('The list could not be read.');
}
