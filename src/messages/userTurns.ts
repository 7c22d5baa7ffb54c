import { isBlank, type Log, type LogRange, type Message } from './message.ts';
import { userOrigin } from './origins.ts';

/** Whether the user wrote this message: neither blank nor inserted by a client. */
export function isFromPerson(message: Message): boolean {
	return userOrigin(message) === 'person' && !isBlank(message.content);
}

/** Index of the user's latest message before `end`, or -1. */
export function latestFromPerson(log: Log, end: number = log.length): number {
	return log.slice(0, end).findLastIndex((entry) => isFromPerson(entry.message));
}

/** Tokens of the user's messages in a range, except for the latest one of the log. */
export function userTokensBeforeLatest(log: Log, range: LogRange): number {
	const latest = latestFromPerson(log);
	return log
		.slice(range.start, range.end)
		.filter(({ message }, at) => range.start + at !== latest && isFromPerson(message))
		.reduce((sum, { tokens }) => sum + tokens, 0);
}
