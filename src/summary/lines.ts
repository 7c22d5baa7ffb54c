import { textOf, toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import { pathArguments } from '../messages/toolFamilies.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrames } from './frameMarks.ts';
import { whatOf } from './ledger.ts';

/**
 * Verbatim lines of documents, outputs and edits that later work leans on: those with words that few
 * lines have and that the person or the assistant used afterwards. Only prose: code and data have to be
 * looked up whole. Nobody's talk is among them.
 */

/** A chosen line. */
export interface QuotedLine {
	/** Number of the message it stands in. */
	readonly source: number;
	/** What was looked at, run or edited. */
	readonly from: string;
	readonly text: string;
}

/** Characters that are looked at: of all texts together, and of one text at the least and at the most. */
const reach = { all: 700_000, least: 2_000, most: 60_000 };

/** Share of a text that is cut that is taken from its start. */
const startShare = 0.75;

/** A line shorter than this says nothing; a longer one is cut where a sentence or a value ends. Characters. */
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

/** How much more a line is worth beside one that was chosen: together they say more. */
const besideChosen = 1.5;

/** Longer lines are worth less per character, but not in proportion. */
const lengthPower = 0.85;

/** Characters a line takes beside its text. */
const frame = 6;

/** Lines among which the choice is made. */
const shortlist = 2_000;

interface Candidate extends QuotedLine {
	/** Its place among the lines of its text. */
	readonly line: number;
	readonly words: readonly number[];
	/** Of each word, how much it was used later. */
	readonly uses: readonly number[];
	/** What it is worth for its form alone. */
	readonly form: number;
}

/**
 * The best lines of a range, in the order of the log.
 * @param told What the summary tells already; `root`: the directory of the work, with its closing slash, or empty.
 * @param room Characters.
 */
export function quotedLines(
	log: Log,
	uses: readonly ToolUse[],
	range: LogRange,
	{ told, root }: { readonly told: string; readonly root: string },
	room: number,
): QuotedLine[] {
	const words = new Words();
	const candidates = candidatesIn(log, standing(uses, root), range, words);
	const around = spaced(
		log
			.filter((_, index) => index < range.start || index >= range.end)
			.map(({ message }) => textOf(message.content))
			.join('\n'),
	);
	const counts = new Float64Array(words.size);
	for (const candidate of candidates) {
		for (const word of candidate.words) {
			counts[word] = (counts[word] ?? 0) + 1;
		}
	}
	const rarity = counts.map((count) => (count === 0 ? 0 : Math.log(1 + candidates.length / count)));
	// Falls with each line that tells the word.
	const news = new Float64Array(words.size).fill(1);
	for (const word of words.known(told)) {
		news[word] = toldAgain;
	}
	const boosted = new Set<string>();
	const placeOf = (source: number, line: number): string => `${source} ${line}`;
	const worth = (candidate: Candidate): number => {
		let sum = 0;
		candidate.words.forEach((word, position) => {
			sum +=
				(rarity[word] ?? 0) *
				Math.log(1 + unused + (candidate.uses[position] ?? 0)) *
				(news[word] ?? 1);
		});
		const isBeside = boosted.size > 0 && boosted.has(placeOf(candidate.source, candidate.line));
		return sum * candidate.form * (isBeside ? besideChosen : 1);
	};
	const queue = candidates
		.map((candidate) => ({ candidate, value: worth(candidate) }))
		.sort((a, b) => a.value - b.value)
		.slice(-shortlist);
	const insert = (entry: { readonly candidate: Candidate; readonly value: number }): void => {
		let low = 0;
		let high = queue.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((queue[middle]?.value ?? 0) < entry.value) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		queue.splice(low, 0, entry);
	};
	const chosen: Candidate[] = [];
	const seen = new Set<string>();
	let left = room;
	for (let best = queue.pop(); best !== undefined && left > lengths.least; best = queue.pop()) {
		const { candidate } = best;
		const value = worth(candidate);
		// Lines chosen meanwhile may tell its words.
		if (value < (queue.at(-1)?.value ?? 0)) {
			insert({ candidate, value });
			continue;
		}
		const { text, source, line } = candidate;
		if (seen.has(text) || text.length + frame > left || around.includes(spaced(text))) {
			continue;
		}
		seen.add(text);
		chosen.push(candidate);
		left -= text.length + frame;
		for (const word of candidate.words) {
			news[word] = (news[word] ?? 1) * toldAgain;
		}
		for (const beside of [line - 1, line + 1]) {
			const place = placeOf(source, beside);
			const at = boosted.has(place)
				? -1
				: queue.findIndex(
						({ candidate: other }) => other.source === source && other.line === beside,
					);
			boosted.add(place);
			const [entry] = at < 0 ? [] : queue.splice(at, 1);
			if (entry !== undefined) {
				insert({ candidate: entry.candidate, value: worth(entry.candidate) });
			}
		}
	}
	return chosen
		.sort((a, b) => a.source - b.source || a.line - b.line)
		.map(({ source, from, text }) => ({ source, from, text: withoutFrames(redact(text)) }));
}

function spaced(text: string): string {
	return text.replace(/\s+/g, ' ');
}

/** Uses whose documents are of this work, and were not written anew behind them. */
function standing(uses: readonly ToolUse[], root: string): ToolUse[] {
	const written = new Map<string, number>();
	for (const { family, callIndex, arguments: values } of uses) {
		if (family === 'write') {
			pathArguments(values).forEach((path) => written.set(path, callIndex));
		}
	}
	return uses.filter((use) => {
		if (use.family !== 'read') {
			return true;
		}
		const paths = pathArguments(use.arguments);
		const isElsewhere = paths.every(
			(path) => root !== '' && /^[/~]/.test(path) && !path.startsWith(root),
		);
		return (
			!(isElsewhere && paths.length > 0) &&
			!paths.some((path) => (written.get(path) ?? -1) > use.callIndex)
		);
	});
}

/** Words as numbers, which are compared faster. */
class Words {
	readonly #numbers = new Map<string, number>();

	get size(): number {
		return this.#numbers.size;
	}

	/** Those of a text, once each. */
	in(text: string): number[] {
		const found = new Set<number>();
		for (const word of text.toLowerCase().match(wordPattern) ?? []) {
			let number = this.#numbers.get(word);
			if (number === undefined) {
				number = this.#numbers.size;
				this.#numbers.set(word, number);
			}
			found.add(number);
		}
		return [...found];
	}

	/** Those of a text that were seen before. */
	known(text: string): number[] {
		return (text.toLowerCase().match(wordPattern) ?? []).flatMap(
			(word) => this.#numbers.get(word) ?? [],
		);
	}
}

/** Lines of the calls in a range, each with how much its words were used behind it. */
function candidatesIn(
	log: Log,
	uses: readonly ToolUse[],
	range: LogRange,
	words: Words,
): Candidate[] {
	const shown = uses.filter(({ resultIndex, callIndex, outcome }) => {
		const index = resultIndex ?? callIndex;
		// What failed is told with its error, and with what came after.
		return index >= range.start && index < range.end && outcome.status !== 'failed';
	});
	const most = Math.min(
		reach.most,
		Math.max(reach.least, Math.floor(reach.all / (shown.length + 1))),
	);
	const byMessage = Map.groupBy(shown, ({ resultIndex, callIndex }) => resultIndex ?? callIndex);
	const byCall = Map.groupBy(uses, ({ callIndex }) => callIndex);
	const used: number[] = [];
	const note = (text: string, weight: number): void => {
		for (const word of words.in(ends(text, most))) {
			used[word] = (used[word] ?? 0) + weight;
		}
	};
	/** Lines that stand in the context anyway, that an edit took out later, or that were seen already. */
	const known = new Set<string>();
	const candidates: Candidate[] = [];
	for (let index = log.length - 1; index >= 0; index -= 1) {
		const message = log[index]?.message;
		if (index < range.start || index >= range.end) {
			linesIn(message === undefined ? '' : textOf(message.content)).forEach((line) =>
				known.add(line),
			);
		}
		for (const use of byMessage.get(index) ?? []) {
			linesOf(ends(documentOf(use), most), use, index, words, used, known, candidates);
		}
		for (const use of byCall.get(index) ?? []) {
			removedLines(use).forEach((line) => known.add(line));
		}
		if (message?.role === 'user') {
			note(personText(message), weights.person);
		} else if (message?.role === 'assistant') {
			note(textOf(message.content), weights.assistant);
			toolCallsOf(message).forEach((call) => note(call.arguments, weights.call));
		}
	}
	return candidates;
}

function linesIn(text: string): string[] {
	return text.split('\n').flatMap((line) => {
		const plain = line.replace(lineNumber, '').trim();
		return plain.length < lengths.least ? [] : [plain];
	});
}

/** Lines that an edit took out and did not put in again. */
function removedLines({ family, arguments: values }: ToolUse): string[] {
	if (family !== 'edit' || values === undefined) {
		return [];
	}
	const texts = Object.entries(values).flatMap(([key, value]) =>
		typeof value === 'string' ? [{ key, value }] : [],
	);
	const added = new Set(
		texts.flatMap(({ key, value }) => (/new/i.test(key) ? linesIn(value) : [])),
	);
	const removed = texts.flatMap(({ key, value }) =>
		/old/i.test(key)
			? linesIn(value)
			: /patch|diff|input/i.test(key)
				? linesIn(
						value
							.split('\n')
							.flatMap((line) => (/^-(?!--)/.test(line) ? [line.slice(1)] : []))
							.join('\n'),
					)
				: [],
	);
	return removed.filter((line) => !added.has(line));
}

/** What a use shows: the result of a look or a run, or what was written. */
function documentOf(use: ToolUse): string {
	switch (use.family) {
		case 'edit':
		case 'write':
			return Object.entries(use.arguments ?? {})
				.flatMap(([key, value]) =>
					/new|content|text|patch|input/i.test(key) && typeof value === 'string' ? [value] : [],
				)
				.join('\n');
		case 'todo':
		case 'question':
			return '';
		default:
			return use.result;
	}
}

function ends(text: string, most: number): string {
	const start = Math.floor(most * startShare);
	return text.length <= most ? text : `${text.slice(0, start)}\n${text.slice(start - most)}`;
}

function linesOf(
	text: string,
	use: ToolUse,
	index: number,
	words: Words,
	used: readonly number[],
	known: Set<string>,
	into: Candidate[],
): void {
	if (text.length < lengths.least) {
		return;
	}
	const plain = text.includes('\u001b') ? text.replace(terminalCodes, '') : text;
	const from = whatOf(use);
	blocksOf(plain.split('\n').flatMap(unescaped)).forEach((block, line) => {
		if (block.length < lengths.least || known.has(block) || isFragment(block)) {
			return;
		}
		known.add(block);
		const its = words.in(block);
		const uses = its.map((word) => used[word] ?? 0);
		if (uses.filter((count) => count > 0).length >= leastUsed && isProse(block)) {
			into.push({
				source: index + 1,
				from,
				line,
				text: block,
				words: its,
				uses,
				form: formOf(block),
			});
		}
	});
}

/** A line that announces others, or that was cut out of one. */
function isFragment(block: string): boolean {
	return (
		/[:：]\**$/u.test(block) ||
		/^[^\p{L}\p{N}\s"'`“(*\-+>#/•|[_]/u.test(block) ||
		/^\p{Ll}\p{L}{0,2} /u.test(block)
	);
}

/** A document that a result holds as a string of JSON is one line; its own lines are written out in it. */
function unescaped(line: string): readonly string[] {
	return line.length > lengths.most && line.includes('\\n')
		? line.split(/\\{1,4}(?:r\\{1,4})?n/)
		: [line];
}

/** What begins a new entry, and what a comment puts in front of its lines. */
const entryStart = /^(?:[-*+•>|#]|\d{1,3}[.)]\s|```)/;
const commentStart = /^(?:\/\/+|#+|\*+|--|;+)\s+/;

/** A line from which on the text behind it may be its continuation: it was wrapped. Characters. */
const wrapped = 55;

/** Lines, those of a wrapped sentence as one; of a line that is too long its sentences. */
function blocksOf(all: readonly string[]): string[] {
	const some = all.slice(0, 20);
	const isNumbered = some.filter((line) => lineNumber.test(line)).length > some.length * 0.8;
	const blocks: string[] = [];
	let open = '';
	let isComment = false;
	const close = (): void => {
		if (open !== '') {
			blocks.push(open);
		}
		open = '';
	};
	for (const raw of all) {
		const line = (isNumbered ? raw.replace(lineNumber, '') : raw).trim();
		const comment = commentStart.exec(line)?.[0];
		const continues =
			open.length >= wrapped &&
			open.length + line.length < lengths.most &&
			line !== '' &&
			(comment === undefined ? !isComment && !entryStart.test(line) : isComment) &&
			/^[\p{Ll}(“"'`]/u.test(line.slice(comment?.length ?? 0)) &&
			isProse(open) &&
			!/[.:!?]$/.test(open);
		if (continues) {
			open = `${open} ${comment === undefined ? line : line.slice(comment.length)}`;
			continue;
		}
		close();
		isComment = comment !== undefined;
		if (line.length <= lengths.most) {
			open = line;
		} else {
			const pieces = line.match(/.{20,350}?(?:[.!?](?=\s)|$)/g) ?? [];
			blocks.push(...pieces.map((piece) => piece.trim()));
		}
	}
	close();
	return blocks;
}

/** A word of prose: no identifier, path or number. */
const plainWord =
	/^[("'“„«*_`[]{0,3}(?:\p{Lu}?[\p{Ll}\p{M}]+(?:['’-]\p{Ll}+)?|[\p{Lo}\p{M}]+|\p{Lu}{1,5})[.,:;!?)"'”»*_`\]…]{0,3}$/u;

/** Words of prose that a line of prose has at least, and their share of its characters. */
const prose = { words: 5, share: 0.6 };

/** Whether most of a line are words. */
export function isProse(line: string): boolean {
	let words = 0;
	let characters = 0;
	for (const token of line.split(/\s+/)) {
		if (plainWord.test(token)) {
			// Languages without spaces have several words in one run.
			words += /\p{Lo}/u.test(token) ? token.length / 2 : 1;
			characters += token.length + 1;
		}
	}
	return words >= prose.words && characters >= line.length * prose.share;
}

/** Words of a line that were used later, at least. */
const leastUsed = 2;

/** Prose explains; code and data have to be looked up whole. Letters and spaces tell them apart. */
function formOf(text: string): number {
	return letterShare(text) ** 2 / (text.length + 30) ** lengthPower;
}

function letterShare(text: string): number {
	let letters = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		letters +=
			code === 32 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 191
				? 1
				: 0;
	}
	return letters / text.length;
}
