import type { Answer, FakeToolCall, FakeUsage } from './behaviours.ts';

/** A reply as it goes over the wire, in three parts, so that it can fail between any two. */
export interface Wire {
	readonly contentType: string;
	/** What comes before the text. */
	readonly opening: readonly string[];
	/** The text, event by event. */
	readonly middle: readonly string[];
	/** The last of the text, and why it ends. */
	readonly finish: readonly string[];
	/** Usage and the end of the stream. */
	readonly closing: readonly string[];
}

/** One server-sent event with JSON. */
export function event(data: unknown, name?: string): string {
	return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** A document cut into thirds: half of it is no JSON. */
export function documentWire(document: unknown): Wire {
	const text = JSON.stringify(document);
	const third = Math.ceil(text.length / 3);
	return {
		contentType: 'application/json',
		opening: [text.slice(0, third)],
		middle: [text.slice(third, 2 * third)],
		finish: [text.slice(2 * third)],
		closing: [],
	};
}

/** The usage of an answer; what it is unless said otherwise. */
export function usageOf({ usage, text = '' }: Answer): FakeUsage | null {
	return usage === undefined ? { input: 1_000, output: Math.ceil(text.length / 4) } : usage;
}

/** A text in pieces of so many characters, four pieces unless said otherwise. */
export function piecesOf({ text = '', pieceLength }: Answer): readonly string[] {
	return cut(text, pieceLength);
}

/** A call that is written piece by piece. */
export interface WrittenCall extends FakeToolCall {
	readonly id: string;
	/** Its place among the calls, from 0. */
	readonly index: number;
	/** The arguments in pieces, as long as those of the text. */
	readonly pieces: readonly string[];
}

/** The calls of an answer, each with an id. */
export function callsOf({ toolCalls = [], pieceLength }: Answer): readonly WrittenCall[] {
	return toolCalls.map((call, index) => ({
		id: `call_${index + 1}`,
		...call,
		index,
		pieces: cut(call.arguments, pieceLength),
	}));
}

function cut(text: string, pieceLength: number | undefined): readonly string[] {
	const characters = Array.from(text);
	const length = pieceLength ?? Math.max(1, Math.ceil(characters.length / 4));
	const pieces: string[] = [];
	for (let at = 0; at < characters.length; at += length) {
		pieces.push(characters.slice(at, at + length).join(''));
	}
	return pieces;
}
