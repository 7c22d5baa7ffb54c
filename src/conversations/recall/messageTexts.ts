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
const maxCallLength = 160;

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

/** The speaker and the message's number on one line; for a result, the call that it answers. */
export function headingOf(message: Message, number: number, log: Log): string {
	switch (message.role) {
		case 'user':
			return `${messageNumber(number)} ${isFromPerson(message) ? 'the person' : 'the client'}`;
		case 'tool': {
			const call = callBefore(log, number - 1, message.toolCallId);
			const answered = call === undefined ? message.toolCallId : callText(call);
			return `${messageNumber(number)} result of ${oneLine(answered)}`;
		}
		case 'assistant':
		case 'system':
			return `${messageNumber(number)} ${message.role}`;
	}
}

/** The last call with this id before an index. */
function callBefore(log: Log, end: number, id: string): ToolCall | undefined {
	for (let index = end - 1; index >= 0; index -= 1) {
		const message = log[index]?.message;
		const call = message && toolCallsOf(message).find((one) => one.id === id);
		if (call !== undefined) {
			return call;
		}
	}
	return undefined;
}

function oneLine(text: string): string {
	return cutEnd(withoutControls(text.replaceAll(/\s+/g, ' ')), maxCallLength);
}

/** A call with its arguments, strings unescaped: `\n` in JSON is hard to read and hard to find. */
function callText({ name, arguments: text }: ToolCall): string {
	const values = walkableJson(text);
	if (typeof values !== 'object' || values === null) {
		return `[${name} ${text}]`;
	}
	const shown = Object.entries(values).map(([key, value]) => `${key}: ${plainValue(value)}`);
	return `[${[name, ...shown].join(shown.some((line) => line.includes('\n')) ? '\n' : ' ')}]`;
}

function plainValue(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
