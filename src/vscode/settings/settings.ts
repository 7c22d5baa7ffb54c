import * as v from 'valibot';
import { defaultSettings } from '../../compaction/budgets.ts';
import { largestDefaultReply } from '../../compaction/thresholds.ts';
import { plainLineEnds } from '../../messages/lineEnds.ts';
import { cutEnd } from '../../messages/marks.ts';
import type { Timeouts } from '../../models/tasks.ts';
import type { EngineSettings } from '../../protocol/workerSettings.ts';
import { redact } from '../../redaction/redact.ts';
import { configurationSection } from '../contributions.ts';
import type { Translator } from '../translator.ts';
import { parseModelId, type ModelChoice } from './modelId.ts';
import { checkProviders } from './providers.ts';

const msPerDay = 24 * 60 * 60 * 1000;
const bytesPerMegabyte = 1_000_000;

const ratio = (minimum: number, maximum: number) =>
	v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum));
const wholeFrom = (minimum: number, maximum: number) =>
	v.pipe(v.number(), v.safeInteger(), v.minValue(minimum), v.maxValue(maximum));

/** US dollars for a million tokens. */
const price = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000));

/** A share of the window, or tokens. */
const threshold = v.union([
	v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
	v.pipe(v.number(), v.safeInteger(), v.minValue(1_000)),
]);

/** What a person says of one mirrored model. Tokens. */
const mirroredModel = v.strictObject({
	enabled: v.exactOptional(v.boolean()),
	tools: v.exactOptional(v.boolean()),
	images: v.exactOptional(v.boolean()),
	recall: v.exactOptional(v.boolean()),
	window: v.exactOptional(wholeFrom(4_000, 10_000_000)),
	threshold: v.exactOptional(threshold),
	maxOutput: v.exactOptional(wholeFrom(1, 10_000_000)),
	inputPrice: v.exactOptional(price),
	cachedInputPrice: v.exactOptional(price),
	cacheSeconds: v.exactOptional(wholeFrom(0, 86_400)),
});

/** A path from the root, a drive or the home folder on. The manifest has the same. */
const wholePath = /^(?:~(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/;

const modelChoice = v.pipe(
	v.string(),
	v.transform(parseModelId),
	v.custom<ModelChoice>((choice) => choice !== undefined),
);

/**
 * Every setting: what it accepts and its default. Ratios are of 1; sizes of storage are megabytes, a time-out is
 * seconds, a limit US dollars; the other numbers are tokens.
 */
const definitions = {
	'chat.tools': {
		schema: v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.readonly()),
		default: ['precis_recall_messages'],
	},
	'compaction.threshold': {
		schema: v.nullable(threshold),
		default: null,
	},
	'compaction.automatic': { schema: v.boolean(), default: true },
	'context.window': { schema: wholeFrom(4_000, 10_000_000), default: 200_000 },
	'import.folders': {
		schema: v.pipe(v.array(v.pipe(v.string(), v.regex(wholePath))), v.readonly()),
		default: [],
	},
	'mcp.enabled': { schema: v.boolean(), default: true },
	// Checked entry by entry.
	'models.providers': { schema: v.unknown(), default: [] },
	'models.main': {
		schema: v.pipe(
			modelChoice,
			v.check(({ kind }) => kind !== 'built-in'),
		),
		default: '',
	},
	'mirroredModels.enabled': { schema: v.boolean(), default: true },
	'mirroredModels.advertisedWindow': { schema: ratio(1, 10), default: 4 },
	'mirroredModels.keepConversations': {
		schema: v.picklist(['ask', 'always', 'never']),
		default: 'ask',
	},
	'mirroredModels.recall': { schema: v.boolean(), default: true },
	'mirroredModels.models': { schema: v.record(v.string(), mirroredModel), default: {} },
	'storage.enabled': { schema: v.boolean(), default: true },
	'storage.maxAgeDays': { schema: v.nullable(wholeFrom(1, 36_500)), default: null },
	'storage.maxSize': { schema: v.nullable(wholeFrom(10, 1_000_000)), default: null },
	'tasks.compaction.model': { schema: modelChoice, default: '' },
	// A day is far below the 24.8 days that a timer of JavaScript takes.
	'tasks.compaction.timeout': { schema: wholeFrom(1, 86_400), default: 360 },
	'tasks.compaction.instructions': { schema: v.string(), default: '' },
	'tasks.compaction.language': {
		schema: v.pipe(v.string(), v.trim(), v.maxLength(100)),
		default: '',
	},
	'tasks.compaction.automaticModels': { schema: v.record(v.string(), v.boolean()), default: {} },
	'tasks.compaction.dailyLimit': {
		schema: v.nullable(v.pipe(v.number(), v.minValue(0))),
		default: null,
	},
} as const;

/** A setting's name, without `precis.`. */
export type SettingName = keyof typeof definitions;

/** All settings in the order they are shown. */
export const settingNames = Object.keys(definitions) as readonly SettingName[];

/** The value a setting has when the person gave none, or one that is not allowed. */
export function defaultOf<Name extends SettingName>(
	name: Name,
): (typeof definitions)[Name]['default'] {
	return definitions[name].default;
}

/** A value that is not allowed; another one is used in its place. */
interface RejectedSetting {
	readonly name: SettingName;
	/** What is wrong and what holds meanwhile, for people; the setting's description says what it accepts. */
	readonly message: string;
}

/** The settings that hold, and those that were rejected. */
export type CheckedSettings = ReturnType<typeof checkSettings>;

/** Settings of the models that Precis offers. */
export type MirroringSettings = CheckedSettings['mirroring'];

/** Settings of the models that Precis asks. */
export type ModelSettings = CheckedSettings['models'];

/** What a person allows summaries to cost. */
export type SpendingRules = ModelSettings['spending'];

/** A setting's whole name. */
export function settingId(name: SettingName): string {
	return `${configurationSection}.${name}`;
}

/**
 * Reads and checks all settings.
 * @param read The configured value of a setting; undefined when there is none.
 */
export function checkSettings(read: (name: SettingName) => unknown, l10n: Translator) {
	const rejected: RejectedSetting[] = [];

	function valueOf<Name extends SettingName>(
		name: Name,
	): v.InferOutput<(typeof definitions)[Name]['schema']> {
		const { schema } = definitions[name];
		const value = read(name) ?? defaultOf(name);
		const result = v.safeParse(schema, value);
		if (result.success) {
			return result.output;
		}
		const id = settingId(name);
		// It may hold a key that was pasted into the wrong place.
		const written = cutEnd(redact(JSON.stringify(value)), 60);
		const isLimit = name === 'tasks.compaction.dailyLimit';
		const message = isLimit
			? l10n.t(
					'{0} cannot be {1}: its description says what it accepts. Until you change the setting, no money is spent.',
					id,
					written,
				)
			: l10n.t(
					'{0} cannot be {1}: its description says what it accepts. Until you change the setting, the default is used.',
					id,
					written,
				);
		rejected.push({ name, message });
		// A person who sets a limit that cannot be read wants one.
		return v.parse(schema, isLimit ? 0 : defaultOf(name));
	}

	const window = valueOf('context.window');
	const threshold = valueOf('compaction.threshold');
	const settings: EngineSettings = {
		...defaultSettings,
		window,
		...(threshold === null ? {} : { threshold }),
		reservedReply: Math.min(defaultSettings.reservedReply, largestDefaultReply * window),
	};
	const days = valueOf('storage.maxAgeDays');
	const megabytes = valueOf('storage.maxSize');
	return {
		settings,
		/** Whether conversations are compacted by themselves. */
		automatic: valueOf('compaction.automatic'),
		/** Names of tools that the chat may use without being told to. */
		chatTools: valueOf('chat.tools'),
		/** Folders that are searched for sessions of assistants, beside their own; may begin with `~`. */
		importFolders: valueOf('import.folders'),
		mcpServer: valueOf('mcp.enabled'),
		storage: {
			enabled: valueOf('storage.enabled'),
			retention: {
				...(days === null ? {} : { maxAgeMs: days * msPerDay }),
				...(megabytes === null ? {} : { maxBytes: megabytes * bytesPerMegabyte }),
			},
		},
		mirroring: {
			enabled: valueOf('mirroredModels.enabled'),
			/** How much larger than it is a window is said to be, from 1. */
			advertisedWindow: valueOf('mirroredModels.advertisedWindow'),
			/** Whether what passes through is kept beyond the window. */
			keepConversations: valueOf('mirroredModels.keepConversations'),
			/** Whether models may look up what was summarised. */
			recall: valueOf('mirroredModels.recall'),
			/** By the name of the model behind it. */
			models: valueOf('mirroredModels.models'),
		},
		models: modelSettings(),
		rejected,
	};

	function modelSettings() {
		const name = 'models.providers';
		const { providers, problems } = checkProviders(valueOf(name), settingId(name), l10n);
		rejected.push(...problems.map((message) => ({ name, message }) as const));
		const main = valueOf('models.main');
		const milliseconds = valueOf('tasks.compaction.timeout') * 1_000;
		const timeouts: Timeouts = {
			total: milliseconds,
			firstByte: milliseconds / 3,
			idle: milliseconds / 6,
		};
		const instructions = plainLineEnds(valueOf('tasks.compaction.instructions')).trim();
		const language = valueOf('tasks.compaction.language');
		const dailyLimit = valueOf('tasks.compaction.dailyLimit');
		return {
			/** The configured providers. */
			providers,
			/** Takes over when the summary model is not there. */
			...('model' in main ? { main } : {}),
			/** Who writes summaries. */
			summary: valueOf('tasks.compaction.model'),
			timeouts,
			/** Replaces the instructions of the prompt. */
			...(instructions === '' ? {} : { instructions }),
			/** The language of summaries; absent: the one the person writes. */
			...(language === '' ? {} : { language }),
			spending: {
				/** By id, whether a paid model may write automatic summaries; absent: not decided yet. */
				automaticModels: valueOf('tasks.compaction.automaticModels'),
				/** US dollars a day, over all windows; absent: no limit. */
				...(dailyLimit === null ? {} : { dailyLimit }),
			},
		};
	}
}
