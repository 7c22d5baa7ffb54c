import { textOf, toolCallsOf, type Message } from '../../../src/messages/message.ts';
import type { TokenCounter } from '../../../src/messages/tokens.ts';

/** What a method is given: a conversation, and which part of it will be gone. */
export interface Part {
	readonly messages: readonly Message[];
	readonly start: number;
	readonly end: number;
}

/** A plain way to say in a budget what a part held. */
export interface Method {
	readonly name: string;
	/** @returns About `budget` tokens, at most. */
	readonly write: (part: Part, budget: number, counter: TokenCounter) => string;
}

/** What a call was given, as text. */
export function argumentsText(written: string): string {
	try {
		return strings(JSON.parse(written)).join('\n');
	} catch {
		return written;
	}
}

function strings(value: unknown): string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Words with who said them, a line for each call, and the size of each result. */
export function masked(messages: readonly Message[]): string[] {
	return messages.flatMap((message) => {
		const text = textOf(message.content);
		if (message.role === 'tool') {
			return [`tool: [${text.length} characters]`];
		}
		const calls = toolCallsOf(message).map(
			(call) => `call ${call.name}: ${argumentsText(call.arguments).replace(/\s+/g, ' ')}`,
		);
		return [...(text.trim() === '' ? [] : [`${message.role}: ${text}`]), ...calls];
	});
}

/** The last lines that fit. */
export function lastWithin(
	lines: readonly string[],
	budget: number,
	counter: TokenCounter,
): string[] {
	let left = budget;
	const from = lines.findLastIndex((line) => {
		left -= counter.count(line) + 1;
		return left < 0;
	});
	return lines.slice(from + 1);
}
