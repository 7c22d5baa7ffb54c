import { turnAt } from '../conversations/recall/reading.ts';
import { textOf, toolCallsOf, type Log, type Message } from '../messages/message.ts';
import type { TurnText } from '../protocol/workerRequests.ts';

/**
 * A turn as a person reads it: the originals, as they were said, as Markdown.
 * @param number Of any message of the turn, from 1.
 */
export function turnText(log: Log, number: number, title: string): TurnText | undefined {
	const turn = turnAt(log, number);
	if (turn === undefined) {
		return undefined;
	}
	const { start, end } = turn;
	const messages = log.slice(start, end).map(({ message }) => message);
	return { title, first: start + 1, last: end, text: messagesText(messages, start + 1) };
}

/** Messages as Markdown. @param first Number of the first, from 1. */
export function messagesText(messages: readonly Message[], first: number): string {
	return messages.map((message, at) => messageText(message, first + at)).join('\n');
}

function messageText(message: Message, number: number): string {
	const text = textOf(message.content);
	const answers = message.role === 'tool' ? ` ${message.toolCallId}` : '';
	const calls = toolCallsOf(message).map(
		(call) => `\n**${call.name}** ${call.id}\n\n${fenced(call.arguments, 'json')}`,
	);
	const body = message.role === 'tool' ? fenced(text, '') : text;
	return [`### ${number} · ${message.role}${answers}\n`, body, ...calls, ''].join('\n');
}

/** A block of code that nothing in it can end. */
function fenced(text: string, language: string): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${text}\n${fence}`;
}
