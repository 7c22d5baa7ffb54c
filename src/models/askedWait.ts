import { decisive } from './providerErrors.ts';

/** How long a provider asks to wait, in every usual form. */

/** Longest wait that is believed, milliseconds: beyond a day a header is wrong or a clock is. */
const longestWait = 24 * 60 * 60 * 1_000;

const units: readonly (readonly [unit: RegExp, ms: number])[] = [
	[/^(?:ms|milli)/, 1],
	[/^s/, 1_000],
	[/^m/, 60_000],
	[/^h/, 3_600_000],
	[/^d/, 86_400_000],
];

const duration =
	'(?:\\d{1,9}(?:\\.\\d{1,9})?\\s?(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])(?:,? and |[, ]+)?)+';

/** "try again in 1m2.5s", "retry after 20", "wait 30 s", "available in 2 minutes"; not "60 requests in 1 minute". */
const spokenWait = new RegExp(
	`\\b(?:try(?:ing)? again|retry(?:ing)?|wait|resets?)(?: again)?(?: (?:in|after|for|at least|about|another))*:? (${duration}|\\d{1,6}(?=[ .,;!]|$))|(?<!(?:requests?|tokens?|calls?|messages?) )\\bin (${duration})`,
	'i',
);

/**
 * The wait that a provider asks for, milliseconds: `retry-after-ms` before `Retry-After`, as OpenAI's own
 * clients do, then its words.
 * @param now Milliseconds since the epoch, for a `Retry-After` that is a date.
 */
export function askedWait(
	headers: Headers | undefined,
	words: string,
	now: number,
): number | undefined {
	const spoken = spokenWait.exec(words.slice(0, decisive));
	return (
		believed(numberIn(headers?.get('retry-after-ms'))) ??
		believed(waitIn(headers?.get('retry-after'), now)) ??
		believed(waitIn(spoken?.[1] ?? spoken?.[2], now))
	);
}

/** When the limits that are used up begin anew: every reply may name them, so they count after a refusal only. */
export function resetWait(headers: Headers | undefined, now: number): number | undefined {
	const waits = [...(headers ?? [])].flatMap(([name, value]) => {
		const isUsedUp = Number(headers?.get(name.replace('reset', 'remaining')) ?? 0) === 0;
		const wait = /ratelimit-(?:.*-)?reset/.test(name) && isUsedUp ? waitIn(value, now) : undefined;
		return wait === undefined ? [] : [wait];
	});
	return waits.length === 0 ? undefined : believed(Math.max(...waits));
}

/** Seconds, a duration, a date, or seconds or milliseconds since the epoch. */
function waitIn(value: string | null | undefined, now: number): number | undefined {
	const amount = numberIn(value);
	if (amount !== undefined) {
		const isMoment = amount > 1e9;
		const moment = amount > 1e11 ? amount : amount * 1_000;
		return isMoment && Math.abs(moment - now) < longestWait
			? Math.max(0, moment - now)
			: amount * 1_000;
	}
	const text = value ?? '';
	if (new RegExp(`^${duration}$`, 'i').test(text.trim())) {
		return [
			...text.toLowerCase().matchAll(/(?<![\d.])(\d{1,9}(?:\.\d{1,9})?)\s?([a-z]{1,20})/g),
		].reduce(
			(sum, [, count, unit = '']) =>
				sum + Number(count) * (units.find(([pattern]) => pattern.test(unit))?.[1] ?? 0),
			0,
		);
	}
	// Without a month's name or a time of the day, `Date.parse` makes a year of any number.
	const date = /[a-z]{3}|T\d\d:/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberIn(value: string | null | undefined): number | undefined {
	return value !== null && value !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(value)
		? Number(value)
		: undefined;
}

function believed(milliseconds: number | undefined): number | undefined {
	return milliseconds === undefined || !Number.isFinite(milliseconds)
		? undefined
		: Math.min(Math.ceil(milliseconds), longestWait);
}
