import * as v from 'valibot';
import { defaultSettings } from '../../compaction/budgets.ts';
import { largestDefaultReply } from '../../compaction/thresholds.ts';
import type { Translator } from '../translator.ts';
import type { EngineSettings } from '../../protocol/workerSettings.ts';

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

/**
 * Every setting: what it accepts and its default. Ratios are of 1; sizes of storage are megabytes;
 * the other numbers are tokens.
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

/** A value that is not allowed; the default is used in its place. */
interface RejectedSetting {
	readonly name: SettingName;
	/** As the person wrote it. */
	readonly value: unknown;
	/** What a person is told of it; the setting's description says what it accepts. @param id Its whole name. */
	readonly message: (id: string, l10n: Translator) => string;
}

/** The settings that hold, with defaults where what stands there was not taken. */
export type CheckedSettings = ReturnType<typeof checkSettings>;

/** Settings of the models that Precis offers. */
export type MirroringSettings = CheckedSettings['mirroring'];

/**
 * Reads and checks all settings.
 * @param read The configured value of a setting; undefined when there is none.
 */
export function checkSettings(read: (name: SettingName) => unknown) {
	const rejected: RejectedSetting[] = [];

	function valueOf<Name extends SettingName>(
		name: Name,
	): v.InferOutput<(typeof definitions)[Name]['schema']> {
		const value = read(name) ?? defaultOf(name);
		const result = v.safeParse(definitions[name].schema, value);
		if (result.success) {
			return result.output;
		}
		rejected.push({
			name,
			value,
			message: (id, l10n) =>
				l10n.t(
					'{0} cannot be {1}: its description says what it accepts. Until you change the setting, the default is used.',
					id,
					JSON.stringify(value),
				),
		});
		return defaultOf(name);
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
		rejected,
	};
}
