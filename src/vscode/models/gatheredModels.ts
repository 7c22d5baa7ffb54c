import type { KnownModel } from './modelDirectory.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Listed, OfferedModels, VsCodeModel } from './modelChoices.ts';
import type { ModelChoice } from './modelId.ts';
import { isLocal, type Provider } from './providers.ts';
import type { Translator } from '../translator.ts';

/** How long one provider may take to list its models, milliseconds. */
const listTimeoutMs = 10_000;

/** Where the models come from that a person can choose. */
export interface GatheringSources {
	readonly providers: readonly Provider[];
	readonly hasKey: (provider: Provider) => Promise<boolean>;
	modelsOf(provider: Provider, signal: AbortSignal): Promise<readonly KnownModel[]>;
	vsCodeModels(): Promise<readonly VsCodeModel[]>;
	/** What the default comes to; undefined for the built-in summariser. */
	byDefault(): Promise<string | undefined>;
	readonly current: ModelChoice;
	readonly l10n: Translator;
}

/**
 * Asks everybody for their models at once, and shows what is there whenever somebody has answered.
 * One that cannot be reached costs the others nothing.
 * @param show Gets the lists so far, in an order that does not change.
 * @param signal Ends all requests: the person has chosen, or left.
 */
export async function gatherModels(
	sources: GatheringSources,
	show: (lists: OfferedModels) => void,
	signal: AbortSignal,
): Promise<void> {
	const { l10n, current } = sources;
	const asked = await askedProviders(sources);
	const listed = new Map<string, Listed<KnownModel>>();
	let vsCode: Listed<VsCodeModel> = { kind: 'loading' };
	let byDefault: string | undefined;

	function update(): void {
		if (!signal.aborted) {
			show({
				current,
				...(byDefault === undefined ? {} : { byDefault }),
				vsCode,
				providers: asked.map((provider) => ({
					provider,
					listed: listed.get(provider.name) ?? { kind: 'loading' },
				})),
			});
		}
	}

	update();
	await Promise.all([
		asking(() => sources.vsCodeModels(), l10n).then((models) => {
			vsCode = models;
			update();
		}),
		sources.byDefault().then(
			(id) => {
				byDefault = id;
				update();
			},
			() => undefined,
		),
		...asked.map(async (provider) => {
			const timeout = AbortSignal.timeout(listTimeoutMs);
			const bounds = AbortSignal.any([signal, timeout]);
			listed.set(provider.name, await asking(() => sources.modelsOf(provider, bounds), l10n));
			update();
		}),
	]);
}

/** Those the person has set up, and those that may run on this machine. */
async function askedProviders({
	providers,
	hasKey,
}: GatheringSources): Promise<readonly Provider[]> {
	const wanted = await Promise.all(
		providers.map(async (one) => one.configured || isLocal(one) || (await hasKey(one))),
	);
	return providers.filter((_, index) => wanted[index]);
}

async function asking<Model>(
	ask: () => Promise<readonly Model[]>,
	l10n: Translator,
): Promise<Listed<Model>> {
	try {
		return { kind: 'models', models: await ask() };
	} catch (error) {
		if (error instanceof ModelError) {
			const { message, advice = '', kind } = error.failure;
			const absent = kind === 'connection' || kind === 'timeout' || kind === 'not-available';
			return { kind: 'failed', reason: `${message} ${advice}`.trim(), absent };
		}
		const late = error instanceof Error && error.name === 'TimeoutError';
		return {
			kind: 'failed',
			reason: late
				? l10n.t('No model list was received within {0} s.', listTimeoutMs / 1_000)
				: l10n.t('The list could not be read.'),
			absent: late,
		};
	}
}
