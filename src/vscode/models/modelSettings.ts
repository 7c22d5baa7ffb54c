import * as v from 'valibot';
import { cutEnd } from '../../messages/marks.ts';
import { plainLineEnds } from '../../messages/lineEnds.ts';
import { parseBaseUrl } from '../../models/baseUrl.ts';
import type { Timeouts } from '../../models/tasks.ts';
import { redact } from '../../redaction/redact.ts';
import type { Translator } from '../translator.ts';
import {
	parseModelId,
	providerName,
	reservedProviders,
	type ModelChoice,
	type NamedModel,
} from './modelId.ts';
import { modelSetting, type Provider } from './providers.ts';
import type { SpendingRules } from './summaryPermission.ts';

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
	/** The language of summaries; absent: the one the person writes. */
	readonly language?: string;
	readonly spending: SpendingRules;
}

/** Each setting's default. */
const defaults = {
	'models.providers': [],
	'models.main': '',
	'tasks.compaction.model': '',
	'tasks.compaction.timeout': 360,
	'tasks.compaction.instructions': '',
	'tasks.compaction.language': '',
	'tasks.compaction.automaticModels': {},
	'tasks.compaction.dailyLimit': null,
} as const;

/** A setting's name, without `precis.`. */
export type ModelSettingName = keyof typeof defaults;

/** All settings in the order they are shown. */
export const modelSettingNames = Object.keys(defaults) as readonly ModelSettingName[];

/** The value a setting has when the person gave none. */
export function defaultOfModelSetting(name: ModelSettingName): unknown {
	return defaults[name];
}

/** A value that is not allowed; the default is used in its place, or the rest of the list. */
interface RejectedModelSetting {
	readonly name: ModelSettingName;
	/** As the person wrote it. May hold a key that was pasted into the wrong place. */
	readonly value: unknown;
	/** What is wrong, what is allowed, and what happens meanwhile. @param id The setting's whole name. */
	readonly message: (id: string, l10n: Translator) => string;
}

/** The settings that hold, and what was not taken of those that stand there. */
export interface CheckedModelSettings {
	readonly settings: ModelSettings;
	readonly rejected: readonly RejectedModelSetting[];
}

type Message = RejectedModelSetting['message'];

/** Seconds: a day is far below the 24.8 days that a timer of JavaScript takes. */
const timeout = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(86_400));

const automaticModels = v.record(v.string(), v.boolean());

const dailyLimit = v.nullable(v.pipe(v.number(), v.minValue(0)));

/**
 * Reads and checks all settings about models.
 * @param read The configured value of a setting; undefined when there is none.
 */
export function checkModelSettings(
	read: (name: ModelSettingName) => unknown,
): CheckedModelSettings {
	const rejected: RejectedModelSetting[] = [];

	type Sentence = (l10n: Translator) => string;

	/** @param allowed What to enter. */
	function reject(
		name: ModelSettingName,
		value: unknown,
		allowed: Sentence,
		meanwhile: Sentence = (l10n) => l10n.t('Until you change the setting, the default is used.'),
	): void {
		const message: Message = (id, l10n) =>
			`${l10n.t('{0} cannot be {1}.', id, written(value))} ${allowed(l10n)} ${meanwhile(l10n)}`;
		rejected.push({ name, value, message });
	}

	/** What a setting says, or what takes its place. */
	function valueOf<Output>(
		name: ModelSettingName,
		schema: v.GenericSchema<unknown, Output>,
		otherwise: Output,
		allowed: Sentence,
		meanwhile?: Sentence,
	): Output {
		const value = read(name) ?? defaults[name];
		const result = v.safeParse(schema, value);
		if (!result.success) {
			reject(name, value, allowed, meanwhile);
		}
		return result.success ? result.output : otherwise;
	}

	const providers = checkProviders(read('models.providers') ?? [], (message) =>
		rejected.push({ name: 'models.providers', value: read('models.providers'), message }),
	);
	const main = valueOf('models.main', mainModel, { kind: 'default' }, (l10n) =>
		l10n.t(
			'Enter the provider and the model with a slash between them, for example openrouter/openai/gpt-5-mini, or leave the setting empty.',
		),
	);
	const summary = valueOf('tasks.compaction.model', modelChoice, { kind: 'default' }, (l10n) =>
		l10n.t(
			'Enter provider/model, vscode/vendor/model or built-in, or leave the setting empty. "Precis: Choose Summary Model…" lists the available models.',
		),
	);
	const seconds = valueOf('tasks.compaction.timeout', timeout, 360, (l10n) =>
		l10n.t('Enter a whole number of seconds from {0} to {1}.', 1, 86_400),
	);
	const instructions = valueOf('tasks.compaction.instructions', v.string(), '', (l10n) =>
		l10n.t('Enter the instructions as text.'),
	);
	const text = plainLineEnds(instructions).trim();
	const language = valueOf(
		'tasks.compaction.language',
		v.pipe(v.string(), v.trim(), v.maxLength(100)),
		'',
		(l10n) => l10n.t('Enter the name of a language.'),
	);
	const decided = valueOf('tasks.compaction.automaticModels', automaticModels, {}, (l10n) =>
		l10n.t('Enter true or false for each model.'),
	);
	// Whoever set a limit that cannot be read wants one.
	const limit = valueOf(
		'tasks.compaction.dailyLimit',
		dailyLimit,
		0,
		(l10n) => l10n.t('Enter US dollars from 0, or null.'),
		(l10n) => l10n.t('Until you change the setting, no money is spent.'),
	);
	const settings: ModelSettings = {
		providers,
		...('model' in main ? { main } : {}),
		summary,
		timeouts: {
			total: seconds * 1_000,
			firstByte: (seconds * 1_000) / 3,
			idle: (seconds * 1_000) / 6,
		},
		...(text === '' ? {} : { instructions: text }),
		...(language === '' ? {} : { language }),
		spending: { automaticModels: decided, ...(limit === null ? {} : { dailyLimit: limit }) },
	};
	return { settings, rejected };
}

const modelChoice = v.pipe(
	v.string(),
	v.transform(parseModelId),
	v.custom<ModelChoice>((choice) => choice !== undefined),
);

const mainModel = v.pipe(
	modelChoice,
	v.check(({ kind }) => kind !== 'built-in'),
);

const provider = v.strictObject({
	name: v.pipe(
		v.string(),
		v.regex(providerName),
		v.check((name) => !reservedProviders.includes(name)),
	),
	baseUrl: v.string(),
	api: v.optional(v.picklist(['chat', 'responses']), 'chat'),
	streaming: v.optional(v.boolean(), true),
	keyVariable: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z_][A-Z0-9_]{0,59}$/))),
	models: v.optional(v.array(modelSetting), []),
});

/** Fields people put a key into. */
const keyField = /key|token|secret|password|authorization|header/i;

/** Checks the list of providers entry by entry: one that is wrong costs no other. No message holds a value: people paste keys into the wrong place. */
function checkProviders(value: unknown, report: (message: Message) => void): readonly Provider[] {
	const providers: Provider[] = [];
	if (!Array.isArray(value)) {
		report((id, l10n) =>
			l10n.t('{0} must be a list of providers. Until you change the setting, it is ignored.', id),
		);
		return providers;
	}
	for (const [index, entry] of value.entries()) {
		const result = v.safeParse(provider, entry, { abortEarly: true });
		if (!result.success) {
			report(providerProblem(entry, index + 1, v.getDotPath(result.issues[0]) ?? ''));
			continue;
		}
		const { name } = result.output;
		const address = parseBaseUrl(result.output.baseUrl);
		if (address.kind === 'invalid') {
			report((id, l10n) => l10n.t('{0}: {1} cannot be used. {2}', id, name, address.message));
		} else if (providers.some((other) => other.name === name)) {
			report((id, l10n) =>
				l10n.t(
					'{0}: two providers are named {1}. Rename one; until then only the first is used.',
					id,
					name,
				),
			);
		} else {
			providers.push({ ...result.output, baseUrl: address.baseUrl, configured: true });
		}
	}
	return providers;
}

function providerProblem(entry: unknown, number: number, field: string): Message {
	if (field === '' || field === 'name') {
		return (id, l10n) =>
			l10n.t(
				'{0}: entry {1} needs a name of lower-case letters, digits and hyphens, other than vscode and built-in. Until you change the setting, the entry is ignored.',
				id,
				number,
			);
	}
	const { name } = entry as { readonly name: string };
	if (!(field in provider.entries) && keyField.test(field)) {
		return (id, l10n) =>
			l10n.t(
				'{0}: settings must not hold keys. Remove the key from {1}, and run "Precis: Set API Key…". Precis does not use this key.',
				id,
				name,
			);
	}
	return (id, l10n) =>
		l10n.t(
			'{0}: {1} of {2} is missing or not allowed. Until you change the setting, the entry is ignored.',
			id,
			redact(field.slice(0, 40)),
			name,
		);
}

/** A wrong value, short and without secrets. */
function written(value: unknown): string {
	return cutEnd(redact(JSON.stringify(value) ?? String(value)), 60);
}
