/** How providers charge for input that they have cached. Prices are shares of a fresh input token's. */
export interface CacheRules {
	/** Of a token that is read from the cache. */
	readonly read: number;
	/** Of a token that is written to it. */
	readonly write: number;
	/** Without a request for this long the cache is gone, milliseconds. */
	readonly lifetimeMs: number;
	/** The person says so: what a provider reports changes nothing about it. */
	readonly isStated?: true;
	/** Shorter beginnings are not cached, tokens. */
	readonly smallest: number;
}

const minute = 60_000;

/**
 * What providers document, as of 2026-11. Where a lifetime is a range, its lower end.
 * OpenAI: https://developers.openai.com/api/docs/guides/prompt-caching (5 to 10 minutes, from 1,024 tokens; from
 * GPT-5.6 on 30 minutes, and writes at 1.25).
 * Anthropic: https://platform.claude.com/docs/en/build-with-claude/prompt-caching (5 minutes, writes at 1.25).
 */
export const cacheRules = {
	openai: { read: 0.1, write: 1, lifetimeMs: 5 * minute, smallest: 1_024 },
	openaiWrites: { read: 0.1, write: 1.25, lifetimeMs: 30 * minute, smallest: 1_024 },
	anthropic: { read: 0.1, write: 1.25, lifetimeMs: 5 * minute, smallest: 1_024 },
	/** Input costs nothing: only the window counts. */
	free: { read: 0, write: 0, lifetimeMs: 0, smallest: Infinity },
	none: { read: 1, write: 1, lifetimeMs: 0, smallest: Infinity },
} satisfies Readonly<Record<string, CacheRules>>;

/** Lives that providers give, milliseconds: Anthropic's two, and OpenAI's. */
const lives = [5 * minute, 30 * minute, 60 * minute];

/**
 * How long a cache lives of which a provider has reported a beginning after a pause. Milliseconds.
 * @param seen The longest such pause.
 */
export function lifetimeOf({ lifetimeMs, isStated }: CacheRules, seen: number): number {
	return isStated === true || seen < lifetimeMs
		? lifetimeMs
		: (lives.find((life) => life > seen) ?? seen);
}

/** A summary is begun this long before a cache ends, to be read from it; of a short life less. Milliseconds. */
const lastMoment = 30_000;

/** When the last moment of a cache has come, milliseconds from now. @param left It lives so long from now. */
export function lastMomentIn(left: number, lifetimeMs: number): number {
	return Math.max(0, left - Math.min(lastMoment, lifetimeMs / 10));
}
