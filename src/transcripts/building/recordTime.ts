import * as v from 'valibot';
import { lenient, optionalNumber, read } from './shapes.ts';

/** The fields in which records store their time. */
const timeFields = v.object({
	timestamp: lenient(v.union([v.string(), v.number()])),
	time: optionalNumber,
	ts: optionalNumber,
});

/** Numbers from here on are milliseconds, smaller ones are seconds: times after 2001 in either unit. */
const firstMilliseconds = 1e12;
const firstSeconds = 1e9;

/** When a record was written, as `2031-03-04T02:13:07.114Z`; undefined if the time or its time zone is missing. */
export function recordTime(record: unknown): string | undefined {
	const { timestamp, time, ts } = read(timeFields, record) ?? {};
	const when = millisecondsOf(timestamp ?? time ?? ts);
	return when === undefined || Number.isNaN(new Date(when).getTime())
		? undefined
		: new Date(when).toISOString();
}

function millisecondsOf(value: string | number | undefined): number | undefined {
	if (typeof value === 'string') {
		return /(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? Date.parse(value) : undefined;
	}
	if (value === undefined || value < firstSeconds) {
		return undefined;
	}
	return value < firstMilliseconds ? value * 1000 : value;
}
