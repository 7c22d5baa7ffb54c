import * as v from 'valibot';
import { plainLineEnds } from '../../messages/lineEnds.ts';
import type { Timeouts } from '../../models/tasks.ts';
import { parseModelId, type ModelChoice, type NamedModel } from './modelId.ts';
import type { Provider } from './providers.ts';
import type { SpendingRules } from './summarySpending.ts';
import { checkProviders, type ProviderProblem } from './providerSettings.ts';

/** Everything a person can set about models, checked. */
export interface ModelSettings {
	/** The configured providers. */
	readonly providers: readonly Provider[];
	/** Takes over when the summary model is not there. */
	readonly main?: NamedModel;
	/** Who writes summaries. */
	readonly summary: ModelChoice;
	readonly timeouts: Timeouts;
	/** Replaces the instructions of the prompt. */
	readonly instructions?: string;
	readonly spending: SpendingRules;
}

/** Limits of a time-out, seconds: a day is far below the 24.8 days that a timer of JavaScript takes. */
const timeoutLimits = { minimum: 1, maximum: 86_400 } as const;

/** Each setting's default and, for numbers, its limits. */
const definitions = {
	'models.providers': { default: [] },
	'models.main': { default: '' },
	'tasks.compaction.model': { default: '' },
	'tasks.compaction.timeout': { default: 360 },
	'tasks.compaction.instructions': { default: '' },
	'tasks.compaction.automaticModels': { default: {} },
	'tasks.compaction.dailyLimit': { default: null },
} as const;

/** A setting's name, without `precis.`. */
export type ModelSettingName = keyof typeof definitions;

/** All settings in the order they are shown. */
export const modelSettingNames = Object.keys(definitions) as readonly ModelSettingName[];

/** The value a setting has when the person gave none. */
export function defaultOfModelSetting(name: ModelSettingName): unknown {
	return definitions[name].default;
}

/** What is wrong with a value. */
type SettingProblem =
	| { readonly kind: 'seconds'; readonly minimum: number; readonly maximum: number }
	| { readonly kind: 'main-model' }
	| { readonly kind: 'summary-model' }
	| { readonly kind: 'blank-instructions' }
	| { readonly kind: 'no-text' }
	| { readonly kind: 'no-decision' }
	| { readonly kind: 'dollars' }
	| ProviderProblem;

/** A value that is not allowed; the default is used in its place, or the rest of the list. */
export interface RejectedModelSetting {
	readonly name: ModelSettingName;
	/** As the person wrote it. May hold a key that was pasted into the wrong place. */
	readonly value: unknown;
	readonly problem: SettingProblem;
}

/** The settings that hold, and what was not taken of those that stand there. */
export interface CheckedModelSettings {
	readonly settings: ModelSettings;
	readonly rejected: readonly RejectedModelSetting[];
}

/**
 * Reads and checks all settings about models.
 * @param read The configured value of a setting; undefined when there is none.
 */
export function checkModelSettings(
	read: (name: ModelSettingName) => unknown,
): CheckedModelSettings {
	const rejected: RejectedModelSetting[] = [];

	function reject(name: ModelSettingName, value: unknown, problem: SettingProblem): void {
		rejected.push({ name, value, problem });
	}

	function timeout(): number {
		const name = 'tasks.compaction.timeout';
		const { minimum, maximum } = timeoutLimits;
		const value = read(name) ?? definitions[name].default;
		const schema = v.pipe(v.number(), v.safeInteger(), v.minValue(minimum), v.maxValue(maximum));
		const result = v.safeParse(schema, value);
		if (!result.success) {
			reject(name, value, { kind: 'seconds', minimum, maximum });
			return definitions[name].default;
		}
		return result.output;
	}

	function mainModel(): NamedModel | undefined {
		const value = read('models.main') ?? '';
		const choice = typeof value === 'string' ? parseModelId(value) : undefined;
		if (choice?.kind === 'vscode' || choice?.kind === 'provider') {
			return choice;
		}
		if (choice?.kind !== 'default') {
			reject('models.main', value, { kind: 'main-model' });
		}
		return undefined;
	}

	function summaryModel(): ModelChoice {
		const value = read('tasks.compaction.model') ?? '';
		const choice = typeof value === 'string' ? parseModelId(value) : undefined;
		if (choice === undefined) {
			reject('tasks.compaction.model', value, { kind: 'summary-model' });
		}
		return choice ?? { kind: 'default' };
	}

	function instructions(): string | undefined {
		const value = read('tasks.compaction.instructions') ?? '';
		if (typeof value !== 'string') {
			reject('tasks.compaction.instructions', value, { kind: 'no-text' });
			return undefined;
		}
		if (value !== '' && value.trim() === '') {
			reject('tasks.compaction.instructions', value, { kind: 'blank-instructions' });
		}
		return value.trim() === '' ? undefined : plainLineEnds(value).trim();
	}

	function automaticModels(): Readonly<Record<string, boolean>> {
		const value = read('tasks.compaction.automaticModels') ?? {};
		const result = v.safeParse(v.record(v.string(), v.unknown()), value);
		const entries = result.success ? Object.entries(result.output) : [];
		const decided = entries.flatMap(([model, may]) =>
			typeof may === 'boolean' ? [[model, may] as const] : [],
		);
		if (!result.success || decided.length < entries.length) {
			reject('tasks.compaction.automaticModels', value, { kind: 'no-decision' });
		}
		return Object.fromEntries(decided);
	}

	function dailyLimit(): number | undefined {
		const value = read('tasks.compaction.dailyLimit') ?? undefined;
		if (value === undefined || (typeof value === 'number' && value >= 0)) {
			return value;
		}
		reject('tasks.compaction.dailyLimit', value, { kind: 'dollars' });
		return 0;
	}

	const { providers, problems } = checkProviders(read('models.providers') ?? []);
	for (const problem of problems) {
		reject('models.providers', read('models.providers'), problem);
	}
	const main = mainModel();
	const text = instructions();
	const limit = dailyLimit();
	const seconds = timeout();
	const settings: ModelSettings = {
		providers,
		...(main === undefined ? {} : { main }),
		summary: summaryModel(),
		timeouts: {
			total: seconds * 1_000,
			firstByte: (seconds * 1_000) / 3,
			idle: (seconds * 1_000) / 6,
		},
		...(text === undefined ? {} : { instructions: text }),
		spending: {
			automaticModels: automaticModels(),
			...(limit === undefined ? {} : { dailyLimit: limit }),
		},
	};
	return { settings, rejected };
}
