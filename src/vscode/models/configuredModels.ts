import type { ModelDirectory } from './modelDirectory.ts';
import { modelId, type NamedModel } from './modelId.ts';
import type { ModelSettings } from './modelSettings.ts';
import type { Provider } from './providers.ts';

/** A model of a server. */
export type ServerModel = NamedModel & { readonly kind: 'provider' };

/** How long a server may take to list its models, milliseconds. */
const listTimeoutMs = 10_000;

/** Models of a server that names none in the settings, at most: some list hundreds. */
const mostListed = 100;

/**
 * The models of servers the person has set up: those the settings name, and what a server lists where
 * they name none. A server that does not answer has none.
 */
export async function configuredModels(
	{ providers, main, summary }: Pick<ModelSettings, 'providers' | 'main' | 'summary'>,
	directory: Pick<ModelDirectory, 'modelsOf'>,
): Promise<readonly ServerModel[]> {
	const chosen = [main, summary].flatMap((model) => (model?.kind === 'provider' ? [model] : []));
	const offered = await Promise.all(providers.map((provider) => modelsOf(provider, directory)));
	const all = [...chosen, ...offered.flat()];
	return [...new Map(all.map((model) => [modelId(model), model])).values()];
}

async function modelsOf(
	provider: Provider,
	directory: Pick<ModelDirectory, 'modelsOf'>,
): Promise<readonly ServerModel[]> {
	const toServerModel = ({ id }: { readonly id: string }): ServerModel => ({
		kind: 'provider',
		provider: provider.name,
		model: id,
	});
	if (provider.models.length > 0) {
		return provider.models.map(toServerModel);
	}
	try {
		const listed = await directory.modelsOf(provider, AbortSignal.timeout(listTimeoutMs));
		return listed.slice(0, mostListed).map(toServerModel);
	} catch {
		// Whoever chooses a summary model sees why; a picker has no place for it.
		return [];
	}
}
