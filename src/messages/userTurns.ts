import { isBlank, type Log, type Message } from './message.ts';
import { userOrigin } from './origins.ts';

/** Whether a person wrote this message: neither blank nor put there by a client. */
export function isFromPerson(message: Message): boolean {
	return userOrigin(message) === 'person' && !isBlank(message.content);
}

/** Index of the latest message of the person before `end`, or -1. */
export function latestFromPerson(log: Log, end: number = log.length): number {
	return log.slice(0, end).findLastIndex((entry) => isFromPerson(entry.message));
}
