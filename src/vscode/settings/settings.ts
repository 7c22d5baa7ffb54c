import * as v from 'valibot';
import * as vscode from 'vscode';
import { defaultSettings } from '../../compaction/budgets.ts';
import { largestDefaultReply } from '../../compaction/thresholds.ts';
import { plainLineEnds } from '../../messages/lineEnds.ts';
import { cutEnd } from '../../messages/marks.ts';
import type { Timeouts } from '../../models/tasks.ts';
import type { EngineSettings } from '../../protocol/workerSettings.ts';
import { redact } from '../../redaction/redact.ts';
import { configurationSection } from '../contributions.ts';
import { parseModelId, type ModelChoice } from './modelId.ts';
import { checkProviders } from './providers.ts';

const msPerDay = 24 * 60 * 60 * 1000;
const bytesPerMegabyte = 1_000_000;

const wholeNumber = (minimum: number, maximum: number) =>
	v.pipe(v.number(), v.safeInteger(), v.minValue(minimum), v.maxValue(maximum));

/** US dollars for a million tokens. */
const price = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000));

/** A share of the window, or a number of tokens. */
const threshold = v.union([
	v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
	v.pipe(v.number(), v.safeInteger(), v.minValue(1_000)),
]);

/** Settings of one mirrored model. Sizes in tokens. */
const mirroredModel = v.strictObject({
	enabled: v.exactOptional(v.boolean()),
	tools: v.exactOptional(v.boolean()),
	images: v.exactOptional(v.boolean()),
	recall: v.exactOptional(v.boolean()),
	window: v.exactOptional(wholeNumber(4_000, 10_000_000)),
	threshold: v.exactOptional(threshold),
	maxOutput: v.exactOptional(wholeNumber(1, 10_000_000)),
	inputPrice: v.exactOptional(price),
	cachedInputPrice: v.exactOptional(price),
	cacheSeconds: v.exactOptional(wholeNumber(0, 86_400)),
});

/** A path from the root, a drive or the home folder. The manifest has the same pattern. */
const absolutePath = /^(?:~(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/;

const modelChoice = v.pipe(
	v.string(),
	v.transform(parseModelId),
	v.custom<ModelChoice>((choice) => choice !== undefined),
);

/**
 * All settings with schema and default. Ratios are fractions of 1, storage sizes megabytes, time-outs seconds,
 * limits US dollars, and other numbers tokens.
 */
const definitions = {
	'chat.tools': {
		schema: v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.readonly()),
		default: ['precis_recall_messages'],
	},
	'compaction.threshold': { schema: v.nullable(threshold), default: null },
	'compaction.automatic': { schema: v.boolean(), default: true },
	'context.window': { schema: wholeNumber(4_000, 10_000_000), default: 200_000 },
	'import.folders': {
		schema: v.pipe(v.array(v.pipe(v.string(), v.regex(absolutePath))), v.readonly()),
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
	'mirroredModels.advertisedWindow': {
		schema: v.pipe(v.number(), v.minValue(1), v.maxValue(10)),
		default: 4,
	},
	'mirroredModels.keepConversations': {
		schema: v.picklist(['ask', 'always', 'never']),
		default: 'ask',
	},
	'mirroredModels.recall': { schema: v.boolean(), default: true },
	'mirroredModels.models': { schema: v.record(v.string(), mirroredModel), default: {} },
	'storage.enabled': { schema: v.boolean(), default: true },
	'storage.maxAgeDays': { schema: v.nullable(wholeNumber(1, 36_500)), default: null },
	'storage.maxSize': { schema: v.nullable(wholeNumber(10, 1_000_000)), default: null },
	'tasks.compaction.model': { schema: modelChoice, default: '' },
	// The upper limit is a day: JavaScript timers support at most 24.8 days.
	'tasks.compaction.timeout': { schema: wholeNumber(1, 86_400), default: 360 },
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

/** All settings in display order. */
export const settingNames = Object.keys(definitions) as readonly SettingName[];

/** The value of a setting that is missing or invalid. */
export function defaultOf<Name extends SettingName>(
	name: Name,
): (typeof definitions)[Name]['default'] {
	return definitions[name].default;
}

/** The valid settings, and the rejected values. */
export type CheckedSettings = ReturnType<typeof checkSettings>;

/** Settings of the models that Precis offers. */
export type MirroringSettings = CheckedSettings['mirroring'];

/** Settings of the models that Precis calls. */
export type ModelSettings = CheckedSettings['models'];

/** Limits on the cost of summaries. */
export type SpendingRules = ModelSettings['spending'];

/** A setting's full name. */
export function settingId(name: SettingName): string {
	return `${configurationSection}.${name}`;
}

/**
 * Reads and validates all settings.
 * @param read The configured value of a setting; undefined: none.
 */
export function checkSettings(read: (name: SettingName) => unknown) {
	/** Invalid values, which defaults replace. Each message names the problem and the value used instead. */
	const rejected: { readonly name: SettingName; readonly message: string }[] = [];

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
		// The value may be a misplaced key.
		const written = cutEnd(redact(JSON.stringify(value)), 60);
		const isLimit = name === 'tasks.compaction.dailyLimit';
		const message = isLimit
			? vscode.l10n.t(
					'{0} cannot be {1}. The setting’s description lists the valid values. Until you change the setting, no money is spent.',
					id,
					written,
				)
			: vscode.l10n.t(
					'{0} cannot be {1}. The setting’s description lists the valid values. Until you change the setting, the default is used.',
					id,
					written,
				);
		rejected.push({ name, message });
		// An invalid limit means that the user wants one.
		return v.parse(schema, isLimit ? 0 : defaultOf(name));
	}

	const window = valueOf('context.window');
	const threshold = valueOf('compaction.threshold');
	const settings: EngineSettings = {
		...defaultSettings,
		window,
		...(threshold === null ? {} : { threshold }),
		reservedReply: Math.min(
			defaultSettings.reservedReply,
			Math.floor(largestDefaultReply * window),
		),
	};
	const days = valueOf('storage.maxAgeDays');
	const megabytes = valueOf('storage.maxSize');
	return {
		settings,
		/** Whether conversations are compacted automatically. */
		automatic: valueOf('compaction.automatic'),
		/** Names of tools that the chat may always use. */
		chatTools: valueOf('chat.tools'),
		/** Additional folders with sessions of assistants; may begin with `~`. */
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
			/** Factor by which the reported window is enlarged, from 1. */
			advertisedWindow: valueOf('mirroredModels.advertisedWindow'),
			/** Whether conversations are stored on disk. */
			keepConversations: valueOf('mirroredModels.keepConversations'),
			/** Whether models may recall summarised messages. */
			recall: valueOf('mirroredModels.recall'),
			/** By the id of the base model. */
			models: valueOf('mirroredModels.models'),
		},
		models: modelSettings(),
		rejected,
	};

	function modelSettings() {
		const name = 'models.providers';
		const { providers, problems } = checkProviders(valueOf(name), settingId(name));
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
			/** Fallback of the summary model. */
			...('model' in main ? { main } : {}),
			/** The summary model. */
			summary: valueOf('tasks.compaction.model'),
			timeouts,
			/** Replaces the instructions of the prompt. */
			...(instructions === '' ? {} : { instructions }),
			/** The language of summaries; absent: the user's. */
			...(language === '' ? {} : { language }),
			spending: {
				/** By model id, whether it may write automatic summaries; absent: undecided. */
				automaticModels: valueOf('tasks.compaction.automaticModels'),
				/** US dollars a day for all windows; absent: no limit. */
				...(dailyLimit === null ? {} : { dailyLimit }),
			},
		};
	}
}
