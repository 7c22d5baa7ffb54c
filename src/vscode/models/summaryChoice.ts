import type { ModelTarget } from '../../models/modelCalls.ts';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import type { SummaryWriter } from '../../protocol/workerSettings.ts';
import type { ModelDirectory } from './modelDirectory.ts';
import { modelId, type NamedModel } from './modelId.ts';
import type { ModelSettings } from './modelSettings.ts';
import { inputPriceOf } from './providers.ts';
import type { UsedModel } from './usedModels.ts';

/** Which models write a summary: the first is asked first; none means the built-in summariser. */
export interface SummaryChoice {
	readonly summary?: NamedModel;
	/** Takes over when the summary model is not there. */
	readonly main?: NamedModel;
}

/**
 * What the settings come to.
 * @param lastUsed The model of VS Code the person used last; asked for only when it matters.
 */
export async function summaryChoice(
	{ summary, main }: Pick<ModelSettings, 'summary' | 'main'>,
	lastUsed: () => Promise<UsedModel | undefined>,
): Promise<SummaryChoice> {
	switch (summary.kind) {
		case 'built-in':
			// Whoever wants no model wants none as a replacement either.
			return {};
		case 'default': {
			const used = main === undefined ? await lastUsed() : undefined;
			return {
				...(main === undefined ? {} : { main }),
				...(used === undefined ? {} : { summary: { kind: 'vscode', ...used } }),
			};
		}
		case 'vscode':
		case 'provider':
			return {
				summary,
				...(main === undefined || modelId(main) === modelId(summary) ? {} : { main }),
			};
	}
}

/**
 * Who writes summaries, as far as that follows without asking VS Code; undefined: built in.
 * @param wasUsed Whether the person has used a model of VS Code here.
 */
export function summaryWriter(
	{ summary, main, providers }: Pick<ModelSettings, 'summary' | 'main' | 'providers'>,
	wasUsed: boolean,
): SummaryWriter | undefined {
	if (summary.kind === 'built-in') {
		return undefined;
	}
	const named = summary.kind === 'default' ? main : summary;
	if (named === undefined) {
		return { kind: 'answering', wasUsed };
	}
	const inputPrice = inputPriceOf(named, providers);
	return {
		kind: 'named',
		id: modelId(named),
		...(inputPrice === undefined ? {} : { inputPrice }),
	};
}

/** How often a request is repeated after a failure that passes by itself. */
const transientRetries = 1;

/** The same for the worker's ladder, with what it needs to know of each model. */
export async function resolvedSummaryModels(
	settings: ModelSettings,
	directory: Pick<ModelDirectory, 'targetOf'>,
	lastUsed: () => Promise<UsedModel | undefined>,
): Promise<SummaryModels> {
	const choice = await summaryChoice(settings, lastUsed);
	const targetOf = async (named: NamedModel | undefined): Promise<ModelTarget | undefined> =>
		named === undefined ? undefined : directory.targetOf(named);
	const [summary, main] = await Promise.all([targetOf(choice.summary), targetOf(choice.main)]);
	return {
		...(summary === undefined ? {} : { summary }),
		...(main === undefined ? {} : { main }),
		...(settings.instructions === undefined ? {} : { instructions: settings.instructions }),
		transientRetries,
	};
}
