/** How providers charge for cached input. Prices are relative to a fresh input token. */
export interface CacheRules {
	/** Price of a token that is read from the cache. */
	readonly read: number;
	/** Price of a token that is written to it. */
	readonly write: number;
	/** The cache expires after this long without a request, milliseconds. */
	readonly lifetimeMs: number;
	/** Set by the user: a provider's reports do not change it. */
	readonly isStated?: true;
	/** Shorter prompts are not cached, tokens. */
	readonly smallest: number;
}

const minute = 60_000;

/**
 * Documented values of providers, as of 2026-11. If a lifetime is a range, its lower end. OpenAI:
 * https://developers.openai.com/api/docs/guides/prompt-caching (5 to 10 minutes, from 1,024 tokens; from GPT-5.6 on 30
 * minutes, and writes at 1.25). Anthropic: https://platform.claude.com/docs/en/build-with-claude/prompt-caching (5
 * minutes, writes at 1.25; an hour, writes at 2).
 */
export const cacheRules = {
	openai: { read: 0.1, write: 1, lifetimeMs: 5 * minute, smallest: 1_024 },
	openaiWrites: { read: 0.1, write: 1.25, lifetimeMs: 30 * minute, smallest: 1_024 },
	anthropic: { read: 0.1, write: 1.25, lifetimeMs: 5 * minute, smallest: 1_024 },
	anthropicHour: { read: 0.1, write: 2, lifetimeMs: 60 * minute, smallest: 1_024 },
	/** Input is free: only the window matters. */
	free: { read: 0, write: 0, lifetimeMs: 0, smallest: Infinity },
	none: { read: 1, write: 1, lifetimeMs: 0, smallest: Infinity },
} satisfies Readonly<Record<string, CacheRules>>;

/** Lifetimes that providers offer, milliseconds: Anthropic's two, and OpenAI's. */
const lives = [5 * minute, 30 * minute, 60 * minute];

/**
 * The lifetime of a cache for which a provider has reported a hit after a pause. Milliseconds.
 * @param seen The longest such pause.
 */
export function lifetimeOf({ lifetimeMs, isStated }: CacheRules, seen: number): number {
	return isStated === true || seen < lifetimeMs
		? lifetimeMs
		: (lives.find((life) => life > seen) ?? seen);
}

/**
 * A summary starts this long before a cache expires, so that it can read from it; earlier for a short lifetime.
 * Milliseconds.
 */
const lastMoment = 30_000;

/** When the last opportunity to use a cache comes, milliseconds from now. @param left Remaining lifetime. */
export function lastMomentIn(left: number, lifetimeMs: number): number {
	return Math.max(0, left - Math.min(lastMoment, lifetimeMs / 10));
}
