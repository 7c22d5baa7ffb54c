import { cacheRules, type CacheRules } from './cacheRules.ts';
import type { WriterPrices } from './compactionCost.ts';

/** Prices of a model's input. */
export interface InputPrices {
	readonly rules: CacheRules;
	/** US dollars for a million fresh input tokens; absent: unknown, or not billed by the token. */
	readonly perMillion?: number;
	/** The model that writes summaries; absent: none. */
	readonly summariser?: WriterPrices;
}

/** Input prices from the user's settings. US dollars for a million tokens. */
export interface StatedPrices {
	/** 0: it is free. */
	readonly inputPrice?: number;
	readonly cachedInputPrice?: number;
	readonly cacheSeconds?: number;
}

/**
 * US dollars for a million fresh input tokens, as of 2026-11:
 * https://platform.claude.com/docs/en/about-claude/pricing, https://developers.openai.com/api/docs/pricing.
 */
const perMillion: Readonly<Record<string, number>> = {
	'claude-opus-5-5': 4,
	'claude-opus-5': 5,
	'claude-opus-4-8': 5,
	'claude-opus-4-7': 5,
	'claude-opus-4-6': 5,
	'claude-opus-4-5': 5,
	'claude-sonnet-5-5': 2,
	'claude-sonnet-5': 2,
	'claude-sonnet-4-6': 3,
	'claude-sonnet-4-5': 3,
	'claude-haiku-4-5': 1,
	'gpt-6-sol': 2,
	'gpt-6-luna': 0.1,
	'gpt-5-6-sol': 5,
	'gpt-5-4': 2.5,
	'gpt-5-4-mini': 0.75,
	'gpt-5-1': 1.25,
	'gpt-5': 1.25,
	'gpt-4-1': 2,
	'gpt-4o': 2.5,
};

/** VS Code's models are billed by subscription: the price of a token is unknown. */
const vsCode = 'vscode/';

/** Prices of a model from the user's settings, or else known ones by its id. */
export function pricesOf(id: string | undefined, stated: StatedPrices = {}): InputPrices {
	const known = knownPrices(id);
	const { inputPrice = known.perMillion, cachedInputPrice, cacheSeconds } = stated;
	if (inputPrice === 0) {
		return { rules: cacheRules.free };
	}
	const rules = rulesFor(known.rules, cacheSeconds);
	const read =
		inputPrice === undefined || cachedInputPrice === undefined
			? rules.read
			: Math.min(rules.write, cachedInputPrice / inputPrice);
	const life =
		cacheSeconds === undefined ? {} : { lifetimeMs: cacheSeconds * 1_000, isStated: true as const };
	return {
		rules: { ...rules, read, ...life },
		...(inputPrice === undefined ? {} : { perMillion: inputPrice }),
	};
}

/** Anthropic charges more for writing to a cache that lives longer than its usual one. */
function rulesFor(rules: CacheRules, cacheSeconds: number | undefined): CacheRules {
	const { anthropic, anthropicHour } = cacheRules;
	const isLonger = cacheSeconds !== undefined && cacheSeconds * 1_000 > anthropic.lifetimeMs;
	return rules === anthropic && isLonger ? anthropicHour : rules;
}

/**
 * Price of an output token relative to a fresh input token, as of 2026-11: 5 for Anthropic's models, 6 to 8 for
 * OpenAI's (the pages named above).
 */
const written = 5;

/** Prices of a model that writes a summary. The same as the model in use unless both prices are known. */
export function summariserPrices(
	{ perMillion: answering }: InputPrices,
	{ rules, perMillion }: InputPrices,
): Pick<WriterPrices, 'read' | 'written'> {
	const isUnknown = answering === undefined || perMillion === undefined;
	const ratio = rules === cacheRules.free ? 0 : isUnknown ? 1 : perMillion / answering;
	return { read: rules.write * ratio, written: written * ratio };
}

/** By its id, `provider/model` or `vscode/vendor/model`. Unknown models get the rules of most providers. */
function knownPrices(id: string | undefined): InputPrices {
	if (id === undefined) {
		return { rules: cacheRules.openai };
	}
	const name = plainName(id);
	const rules = rulesOf(name);
	const price = id.startsWith(vsCode) ? undefined : perMillion[name];
	return price === undefined ? { rules } : { rules, perMillion: price };
}

/** Turns `anthropic/claude-sonnet-4.5-20250929` into `claude-sonnet-4-5`. */
function plainName(id: string): string {
	const words = id
		.slice(id.lastIndexOf('/') + 1)
		.toLowerCase()
		.split(/[^a-z0-9]+/);
	const dated = words.findIndex((word) => /^\d{4,}$/.test(word));
	return (dated < 0 ? words : words.slice(0, dated)).filter((word) => word !== 'latest').join('-');
}

function rulesOf(name: string): CacheRules {
	if (name.startsWith('claude')) {
		return cacheRules.anthropic;
	}
	const [family, major = '', minor = ''] = name.split('-');
	if (family !== 'gpt') {
		return cacheRules.openai;
	}
	if (major.startsWith('4')) {
		return { ...cacheRules.openai, read: major === '4o' ? 0.5 : 0.25 };
	}
	const version = Number(major) + (/^\d$/.test(minor) ? Number(minor) / 10 : 0);
	return version >= 5.6 ? cacheRules.openaiWrites : cacheRules.openai;
}
