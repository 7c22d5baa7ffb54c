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
import { withoutControls } from '../../messages/withoutControls.ts';

/** Messages as a model reads them: the speaker, and calls with their results. */

/** Maximum characters of a call that is shown with its result. */
const longestCall = 160;

/** All text and calls of a message, as lines. Contains secrets. */
export function bodyOf(message: Message): string {
	const calls = toolCallsOf(message).map(callText);
	return [textOf(message.content), ...calls].filter((part) => part !== '').join('\n');
}

/** The prefix of every line of a message in an answer; no other line has it. */
export const quote = '> ';

/**
 * A message's text, marked so that it differs from headings: tool output cannot pass for the user's words or control a
 * terminal.
 */
export function quotedBody(text: string): string {
	return withoutControls(text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n'))
		.split('\n')
		.map((line) => `${quote}${line}`.trimEnd())
		.join('\n');
}

/** The speaker and the message's number on one line. @param call What a result answers, if known. */
export function headingOf(message: Message, number: number, call: ToolCall | undefined): string {
	switch (message.role) {
		case 'user':
			return `${messageNumber(number)} ${isFromPerson(message) ? 'the person' : 'the client'}`;
		case 'tool': {
			const answered = call === undefined ? oneLine(message.toolCallId) : oneLine(callText(call));
			return `${messageNumber(number)} result of ${answered}`;
		}
		case 'assistant':
		case 'system':
			return `${messageNumber(number)} ${message.role}`;
	}
}

/** The call that a result answers: the last preceding call with its id. @param number Of the result, from 1. */
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

function oneLine(text: string): string {
	return cutEnd(withoutControls(text.replaceAll(/\s+/g, ' ')), longestCall);
}

/** A call with its arguments, strings unescaped: `\n` in JSON is hard to read and hard to find. */
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
