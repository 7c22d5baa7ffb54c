import { textOf, toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { redact } from '../redaction/redact.ts';
import { whatOf } from './ledger.ts';

/**
 * Verbatim lines of documents, outputs and edits that later work leans on: those with words that few
 * lines have and that the person or the assistant used afterwards. Nobody's talk is among them.
 */

/** A chosen line. */
export interface QuotedLine {
	/** Number of the message it stands in. */
	readonly source: number;
	/** What was looked at, run or edited. */
	readonly from: string;
	readonly text: string;
}

/** Characters at the start and the end of one text that are looked at, and of all texts together. */
const reach = { start: 60_000, end: 3_000, all: 1_200_000 };

/** A line shorter than this says nothing, one longer is data. Characters. */
const lengths = { least: 14, most: 420 };

/** A line number that a tool put in front, and what terminals draw with. */
const lineNumber = /^\s*\d+(?:[\t→|:]|\. )\s?/;
const terminalCodes = /\u001b\[[0-9;]*m/g;

const wordPattern = /[\p{L}_][\p{L}\p{N}_]{2,}|\d{2,}/gu;

/** How much a later use of a word says that a line was needed, by who used it. */
const weights = { person: 3, assistant: 2.7, call: 0.7 };

/** What a word is worth that nobody used again, and how much less one is worth that is told already. */
const unused = 0.1;
const toldAgain = 0.45;

/** Longer lines are worth less per character, but not in proportion. */
const lengthPower = 0.85;

/** Characters a line takes beside its text. */
const frame = 6;

/** The best lines are looked at again after each choice; so many of them. */
const queueLength = 3_000;

interface Candidate extends QuotedLine {
	/** Its place among the lines of its text. */
	readonly line: number;
	readonly words: readonly string[];
	/** Of each word, how much it was used later. */
	readonly uses: readonly number[];
}

/** Words of a text, once each. */
function wordsIn(text: string): Set<string> {
	return new Set(text.toLowerCase().match(wordPattern) ?? []);
}

/**
 * The best lines of a range, in the order of the log.
 * @param told What the summary tells already.
 * @param room Characters.
 */
export function quotedLines(
	log: Log,
	uses: readonly ToolUse[],
	range: LogRange,
	told: string,
	room: number,
): QuotedLine[] {
	const candidates = candidatesIn(log, uses, range);
	const lines = new Map<string, number>();
	for (const { words } of candidates) {
		for (const word of words) {
			lines.set(word, (lines.get(word) ?? 0) + 1);
		}
	}
	const rarity = new Map([...lines].map(([word, count]) => [word, Math.log(1 + candidates.length / count)]));
	const times = new Map([...wordsIn(told)].map((word): [string, number] => [word, 1]));
	const boosted = new Set<Candidate>();
	const worth = (candidate: Candidate): number => {
		const { words, uses: used, text } = candidate;
		let sum = 0;
		words.forEach((word, position) => {
			const use = Math.log(1 + unused + (used[position] ?? 0));
			sum += (rarity.get(word) ?? 0) * use * toldAgain ** (times.get(word) ?? 0);
		});
		return (boosted.has(candidate) ? 1.5 : 1) * (proseShare(text) ** 2 * sum) / (text.length + 30) ** lengthPower;
	};
	const queue = candidates
		.map((candidate) => ({ candidate, value: worth(candidate) }))
		.sort((a, b) => b.value - a.value)
		.slice(0, queueLength);
	const chosen: Candidate[] = [];
	const seen = new Set<string>();
	let left = room;
	for (let best = queue.shift(); best !== undefined && left > lengths.least; best = queue.shift()) {
		const { candidate } = best;
		const value = worth(candidate);
		if (value < (queue[0]?.value ?? 0) - 1e-9) {
			const at = queue.findIndex((other) => other.value <= value);
			queue.splice(at < 0 ? queue.length : at, 0, { candidate, value });
			continue;
		}
		const { text, words } = candidate;
		if (seen.has(text) || text.length + frame > left) {
			continue;
		}
		seen.add(text);
		chosen.push(candidate);
		{
			for (let at = 0; at < queue.length; at += 1) {
				const other = queue[at]!;
				if (other.candidate.source === candidate.source && Math.abs(other.candidate.line - candidate.line) === 1 && !boosted.has(other.candidate)) {
					boosted.add(other.candidate);
					queue.splice(at, 1);
					const v = worth(other.candidate);
					const to = queue.findIndex((q) => q.value <= v);
					queue.splice(to < 0 ? queue.length : to, 0, { candidate: other.candidate, value: v });
				}
			}
		}
		left -= text.length + frame;
		for (const word of words) {
			times.set(word, (times.get(word) ?? 0) + 1);
		}
	}
	return chosen
		.sort((a, b) => a.source - b.source)
		.map(({ source, from, text }) => ({ source, from, text: redact(text) }));
}

/** Share of letters and spaces: sentences explain, code and data have to be looked up whole. */
function proseShare(text: string): number {
	return (text.match(/[\p{L}\s]/gu)?.length ?? 0) / text.length;
}

/** Lines of the calls in a range, each with how much its words were used behind it. */
function candidatesIn(log: Log, uses: readonly ToolUse[], range: LogRange): Candidate[] {
	const byMessage = Map.groupBy(uses, ({ resultIndex, callIndex }) => resultIndex ?? callIndex);
	const used = new Map<string, number>();
	const note = (text: string, weight: number): void => {
		for (const word of wordsIn(text)) {
			used.set(word, (used.get(word) ?? 0) + weight);
		}
	};
	const candidates: Candidate[] = [];
	let room = reach.all;
	for (let index = log.length - 1; index >= range.start && room > 0; index -= 1) {
		const message = log[index]?.message;
		if (message === undefined) {
			continue;
		}
		if (index < range.end) {
			for (const use of byMessage.get(index) ?? []) {
				const text = ends(documentOf(use));
				room -= text.length;
				candidates.push(...linesOf(text, use, index, used));
			}
		}
		if (message.role === 'user') {
			note(personText(message), weights.person);
		} else if (message.role === 'assistant') {
			note(textOf(message.content), weights.assistant);
			toolCallsOf(message).forEach((call) => note(ends(call.arguments), weights.call));
		}
	}
	return candidates;
}

/** What a use shows: the result of a look or a run, or what was written. */
function documentOf(use: ToolUse): string {
	switch (use.family) {
		case 'edit':
		case 'write':
			return Object.entries(use.arguments ?? {})
				.flatMap(([key, value]) => (/new|content|text|patch|input/i.test(key) && typeof value === 'string' ? [value] : []))
				.join('\n');
		case 'todo':
		case 'question':
			return '';
		default:
			return use.result;
	}
}

function ends(text: string): string {
	return text.length <= reach.start + reach.end
		? text
		: `${text.slice(0, reach.start)}\n${text.slice(-reach.end)}`;
}

function linesOf(text: string, use: ToolUse, index: number, used: ReadonlyMap<string, number>): Candidate[] {
	let from: string | undefined;
	const plain = text.includes('\u001b') ? text.replace(terminalCodes, '') : text;
	const all = plain.split('\n');
	const isNumbered = all.slice(0, 20).filter((line) => lineNumber.test(line)).length > Math.min(all.length, 20) * 0.8;
	return all.flatMap((raw, position) => {
		const line = (isNumbered ? raw.replace(lineNumber, '') : raw).trim();
		if (line.length < lengths.least) {
			return [];
		}
		if (line.length > lengths.most) {
			return (line.match(/.{1,350}(?:[.;,]|$)/g) ?? []).flatMap((piece) => linesOf(piece.slice(0, 400), use, index, used));
		}
		const words = [...wordsIn(line)];
		const uses = words.map((word) => used.get(word) ?? 0);
		if (uses.filter((count) => count > 0).length < 2) {
			return [];
		}
		from ??= whatOf(use);
		return [{ source: index + 1, from, line: position, text: line, words, uses }];
	});
}
