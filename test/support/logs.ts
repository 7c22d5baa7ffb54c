import assert from 'node:assert/strict';
import type {
	AssistantMessage,
	Content,
	Log,
	Message,
	SystemMessage,
	ToolCall,
	ToolMessage,
	UserMessage,
	UserOrigin,
} from '../../src/messages/message.ts';
import { authored } from '../../src/messages/origins.ts';
import { annotated, envelopes, withEnds } from '../../src/transcripts/envelopes.ts';
import { estimatedTokens, logEntry, type TokenCounter } from '../../src/messages/tokens.ts';

/** Short ways to write messages and logs in tests. */

export function system(content: Content): SystemMessage {
	return { role: 'system', content };
}

/** As a reader gives it: what a client put around the words is told from them. */
export function user(content: Content, origin?: UserOrigin): UserMessage {
	return origin === undefined
		? withEnds(authored({ role: 'user', content }, envelopes))
		: withEnds({ role: 'user', content, origin });
}

export function assistant(content: Content, ...toolCalls: readonly ToolCall[]): AssistantMessage {
	return toolCalls.length === 0
		? { role: 'assistant', content }
		: { role: 'assistant', content, toolCalls };
}

/** A call; arguments that are not text are written as JSON. */
export function call(
	id: string,
	name = 'read_file',
	values: unknown = { path: `${id}.ts` },
): ToolCall {
	return { id, name, arguments: typeof values === 'string' ? values : JSON.stringify(values) };
}

export function result(
	toolCallId: string,
	content: Content = 'done',
	isError?: boolean,
): ToolMessage {
	return annotated(
		isError === undefined
			? { role: 'tool', toolCallId, content }
			: { role: 'tool', toolCallId, content, isError },
	);
}

export const image = {
	type: 'image',
	mediaType: 'image/png',
	url: 'data:image/png;base64,AAAA',
} as const;

/** Text and an image. */
export function withImage(text: string): Content {
	return [{ type: 'text', text }, image];
}

export function logOf(...messages: readonly Message[]): Log {
	return logWith(estimatedTokens, messages);
}

export function logWith(counter: TokenCounter, messages: readonly Message[]): Log {
	return messages.map((message) => logEntry(message, counter));
}

/** A log whose messages cost exactly these tokens. */
export function sizedLog(...rows: readonly (readonly [Message, number])[]): Log {
	return rows.map(([message, tokens]) => ({ message, tokens }));
}

/** Messages of the person and the assistant in turn, of these many characters each. */
export function chat(length: number, said = 900, answered = said): Message[] {
	return Array.from({ length }, (_, index) =>
		index % 2 === 0 ? user(prose(said, index)) : assistant(prose(answered, index)),
	);
}

/** The part of a list that is surely there. */
export function at<T>(list: readonly T[], index: number): T {
	const item = list.at(index);
	assert.ok(item !== undefined, `nothing at ${index}`);
	return item;
}

/** Prose of this many characters, different for every seed. */
export function prose(characters: number, seed = 0): string {
	const words = [
		'parser',
		'reads',
		'the',
		'whole',
		'file',
		'and',
		'keeps',
		'every',
		'line',
		'of',
		'it',
	];
	const parts = [`text ${seed}:`];
	let length = at(parts, 0).length;
	for (let index = seed; length < characters; index += 1) {
		const word = at(words, (index * 7 + (index >> 3)) % words.length);
		parts.push(word);
		length += word.length + 1;
	}
	return parts.join(' ').slice(0, characters).replace(/\s$/, '.');
}

/** Lines numbered from 1. */
export function numberedLines(count: number, line = 'line'): string {
	return Array.from({ length: count }, (_, index) => `${line} ${index + 1}`).join('\n');
}
