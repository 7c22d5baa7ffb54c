import * as v from 'valibot';

/** Where records tell when they were written. */
const told = v.object({
	timestamp: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
	time: v.fallback(v.optional(v.number()), undefined),
	ts: v.fallback(v.optional(v.number()), undefined),
});

/** Numbers from here on are milliseconds, smaller ones seconds: of both, this is a time after 2001. */
const firstMilliseconds = 1e12;
const firstSeconds = 1e9;

/** When a record was written, as `2031-03-04T02:13:07.114Z`; undefined where it does not tell, or not in which time zone. */
export function recordTime(record: unknown): string | undefined {
	const parsed = v.safeParse(told, record);
	if (!parsed.success) {
		return undefined;
	}
	const { timestamp, time, ts } = parsed.output;
	const when = millisecondsOf(timestamp ?? time ?? ts);
	return when === undefined || Number.isNaN(new Date(when).getTime())
		? undefined
		: new Date(when).toISOString();
}

function millisecondsOf(told: string | number | undefined): number | undefined {
	if (typeof told === 'string') {
		return /(?:Z|[+-]\d{2}:?\d{2})$/.test(told) ? Date.parse(told) : undefined;
	}
	if (told === undefined || told < firstSeconds) {
		return undefined;
	}
	return told < firstMilliseconds ? told * 1000 : told;
}
