import { textOf, toolCallsOf } from '../../../src/messages/message.ts';
import { argumentsText, type Method, type Part } from './method.ts';

/** What a line is worth by where it stands, and a use of a word by who uses it. */
const worthOf = { user: 2.2, assistant: 1.8, call: 0.7, tool: 0.8 };
const useOf = { user: 3, assistant: 2.7, call: 0.7 };

interface Line {
	readonly text: string;
	readonly words: readonly string[];
	readonly kind: keyof typeof worthOf;
	/** What it was worth when it was last looked at. */
	worth: number;
}

/**
 * Lines as they stand, chosen one after the other: worth more for words that are rare and that the work
 * uses, less for those that chosen lines told already, for their length. No sections, states or outcomes.
 */
export const chosenLines: Method = {
	name: 'chosen lines',
	write: (part, budget, counter) => {
		const lines = linesOf(part);
		const worth = worthIn(part, lines);
		const told = new Map<string, number>();
		lines.forEach((line) => (line.worth = worth(line, told)));
		const left = [...lines].sort((a, b) => b.worth - a.worth);
		const chosen = new Map<string, Line>();
		let room = budget;
		for (let line = left.shift(); line !== undefined; line = left.shift()) {
			const now = worth(line, told);
			if (now < line.worth - 1e-12) {
				// Words of it were told meanwhile.
				line.worth = now;
				left.splice(placeOf(left, now), 0, line);
				continue;
			}
			const tokens = counter.count(line.text) + 2;
			if (!chosen.has(line.text) && tokens <= room) {
				room -= tokens;
				chosen.set(line.text, line);
				line.words.forEach((word) => told.set(word, (told.get(word) ?? 0) + 1));
			}
		}
		const kept = new Set(chosen.values());
		return lines
			.filter((line) => kept.has(line))
			.map(({ text }) => text)
			.join('\n');
	},
};

/** The first place in a falling order where something of this worth may stand. */
function placeOf(lines: readonly Line[], worth: number): number {
	let [from, to] = [0, lines.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		[from, to] = (lines[middle]?.worth ?? 0) > worth ? [middle + 1, to] : [from, middle];
	}
	return from;
}

function worthIn(
	part: Part,
	lines: readonly Line[],
): (line: Line, told: ReadonlyMap<string, number>) => number {
	const used = usedWords(part);
	const inLines = new Map<string, number>();
	for (const { words } of lines) {
		words.forEach((word) => inLines.set(word, (inLines.get(word) ?? 0) + 1));
	}
	const value = new Map(
		[...inLines].map(([word, count]) => [
			word,
			Math.log(1 + lines.length / count) * Math.log(1 + (used.get(word) ?? 0.15)),
		]),
	);
	return ({ words, kind, text }, told) => {
		const sum = words.reduce(
			(all, word) => all + (value.get(word) ?? 0) * 0.45 ** (told.get(word) ?? 0),
			0,
		);
		return (worthOf[kind] * sum) / (text.length + 30) ** 0.85;
	};
}

function usedWords({ messages, start }: Part): Map<string, number> {
	const used = new Map<string, number>();
	const use = (text: string, weight: number): void =>
		wordsOf(text).forEach((word) => used.set(word, (used.get(word) ?? 0) + weight));
	for (const message of messages.slice(start)) {
		if (message.role === 'user' || message.role === 'assistant') {
			use(textOf(message.content), useOf[message.role]);
		}
		toolCallsOf(message).forEach((call) => use(argumentsText(call.arguments), useOf.call));
	}
	return used;
}

function linesOf({ messages, start, end }: Part): Line[] {
	const lines: Line[] = [];
	const take = (kind: Line['kind'], text: string): void => {
		for (const raw of text.split('\n')) {
			const line = raw.replace(/^\s*\d+[\t→|:]\s?/, '').trim();
			const isSpeech = (kind === 'user' || kind === 'assistant') && line.length > 160;
			const pieces = isSpeech ? line.split(/(?<=[.!?])\s+/) : [line];
			for (const piece of pieces) {
				for (let from = 0; from < piece.length; from += 500) {
					const own = piece.slice(from, from + 500);
					lines.push({ kind, text: own, words: wordsOf(own), worth: 0 });
				}
			}
		}
	};
	for (const message of messages.slice(start, end)) {
		if (message.role !== 'system') {
			take(message.role, textOf(message.content));
			toolCallsOf(message).forEach((call) => take('call', argumentsText(call.arguments)));
		}
	}
	return lines.filter(({ text }) => text.length >= 12);
}

function wordsOf(text: string): string[] {
	return [...new Set(text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]{2,}|\d{2,}/gu))];
}
