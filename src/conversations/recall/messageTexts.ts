import { walkableJson } from '../../messages/json.ts';
import { cutEnd, messageNumber } from '../../messages/marks.ts';
import {
	textOf,
	toolCallsOf,
	type Log,
	type Message,
	type ToolCall,
} from '../../messages/message.ts';
import { isFromPerson } from '../../messages/userTurns.ts';

/** Messages as a model reads them: who speaks, and calls and results that belong together. */

/** Characters of a call that stand with its result. */
const longestCall = 160;

/** Everything a message says and calls, as lines. Holds secrets. */
export function bodyOf(message: Message): string {
	const calls = toolCallsOf(message).map(callText);
	return [textOf(message.content), ...calls].filter((part) => part !== '').join('\n');
}

/** Who speaks, with the message's number. @param call What a result answers, where that is known. */
export function headingOf(message: Message, number: number, call: ToolCall | undefined): string {
	switch (message.role) {
		case 'user':
			return `${messageNumber(number)} ${isFromPerson(message) ? 'the person' : 'the client'}`;
		case 'tool': {
			const answered = call === undefined ? message.toolCallId : callLine(call);
			return `${messageNumber(number)} result of ${answered}`;
		}
		case 'assistant':
		case 'system':
			return `${messageNumber(number)} ${message.role}`;
	}
}

/** The call that a result answers: the last one before it with its id. @param number Of the result, from 1. */
export function callAnsweredBy(log: Log, number: number): ToolCall | undefined {
	const result = log[number - 1]?.message;
	if (result?.role !== 'tool') {
		return undefined;
	}
	for (let index = number - 2; index >= 0; index -= 1) {
		const message = log[index]?.message;
		const call =
			message === undefined
				? undefined
				: toolCallsOf(message).find(({ id }) => id === result.toolCallId);
		if (call !== undefined) {
			return call;
		}
	}
	return undefined;
}

/** A call on one line. */
function callLine(call: ToolCall): string {
	return cutEnd(callText(call).replaceAll(/\s+/g, ' '), longestCall);
}

/** A call with what it was given, text as text: `\n` in JSON is hard to read and hard to find. */
function callText({ name, arguments: text }: ToolCall): string {
	const values = walkableJson(text);
	if (typeof values !== 'object' || values === null) {
		return `[${name} ${text}]`;
	}
	const shown = Object.entries(values).map(([key, value]) => `${key}: ${plain(value)}`);
	return `[${[name, ...shown].join(shown.some((line) => line.includes('\n')) ? '\n' : ' ')}]`;
}

function plain(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
