/** How long a provider asks to wait. */

/** Longest wait that is believed, milliseconds: beyond a day a header is wrong or a clock is. */
const longest = 24 * 60 * 60 * 1_000;

/** OpenAI, Groq and Gemini say it in the message too: "try again in 1m2.5s", "retry in 12.3s". */
const spoken =
	/(?:try again|retry) (?:in|after) (?:(\d{1,4})m(?!s))?(?:(\d{1,7}(?:\.\d{1,9})?)(ms|s)\b)?/i;

/**
 * The wait in milliseconds, where one is asked for.
 * @param headers Of the reply: `retry-after-ms` before `Retry-After`, as OpenAI's own clients do.
 * @param words The provider's message, read where the headers are silent.
 * @param now Milliseconds since the epoch, for a `Retry-After` that is a date.
 */
export function retryAfterMs(
	headers: Headers | undefined,
	words: string,
	now: number,
): number | undefined {
	return (
		believed(numberIn(headers?.get('retry-after-ms'))) ??
		believed(fromRetryAfter(headers?.get('retry-after'), now)) ??
		believed(fromWords(words))
	);
}

function fromRetryAfter(value: string | null | undefined, now: number): number | undefined {
	const seconds = numberIn(value);
	if (seconds !== undefined) {
		return seconds * 1_000;
	}
	// Without a month's name, `Date.parse` makes a year of any number.
	const date = /[a-z]{3}/i.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function fromWords(words: string): number | undefined {
	const [, minutes, amount, unit] = spoken.exec(words) ?? [];
	if (minutes === undefined && amount === undefined) {
		return undefined;
	}
	return Number(minutes ?? 0) * 60_000 + Number(amount ?? 0) * (unit === 'ms' ? 1 : 1_000);
}

function numberIn(value: string | null | undefined): number | undefined {
	return value !== null && value !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(value)
		? Number(value)
		: undefined;
}

function believed(milliseconds: number | undefined): number | undefined {
	return milliseconds === undefined || !Number.isFinite(milliseconds)
		? undefined
		: Math.min(Math.ceil(milliseconds), longest);
}
