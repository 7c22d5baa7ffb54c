import { textOf, toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import { pathArguments } from '../messages/toolFamilies.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrames } from './frameMarks.ts';
import { whatOf } from './ledger.ts';

/**
 * Verbatim lines of what was looked at that later work leans on: they brought words into the conversation
 * that the person or the assistant used afterwards. Only prose: code and data have to be looked up whole.
 * Nobody's talk is among them, and nothing that was written: that stands in its file.
 */

/** A chosen line. */
export interface QuotedLine {
	/** Number of the message it stands in. */
	readonly source: number;
	/** What was looked at or run. */
	readonly from: string;
	readonly text: string;
}

/** Characters of one text that are looked at; of a longer one its beginning and its end. */
const reach = { start: 45_000, end: 15_000 };

/** A line shorter than this says nothing; a longer one is cut where a sentence ends. Characters. */
const lengths = { least: 24, most: 420 };

/** A line number that a tool put in front, and what terminals draw with. */
const lineNumber = /^\s*\d+(?:[\t→|:]|\. )\s?/;
const terminalCodes = /\u001b\[[0-9;]*m/g;

const wordPattern = /[\p{L}_][\p{L}\p{N}_]{3,}|\d{2,}/gu;

/** How much a later use of a word says that its line was needed, by who used it; of many uses so many count. */
const weights = { person: 3, assistant: 2, call: 0.5, most: 6 };

/** How much less a word is worth that is told already. */
const toldAgain = 0.6;

/** Longer lines are worth less per character, but not in proportion. */
const lengthPower = 0.7;

/** A word that more lines have does not say which of them was needed. */
const rareIn = 4;

/** Lines among which the choice is made. */
const shortlist = 400;

/** Characters a line takes beside its text. */
const frame = 6;

/** What became of a word: the message that brought it, 0 for talk, and how it was used since. */
interface Word {
	readonly broughtBy: number;
	uses: number;
	isSpoken: boolean;
	/** How many lines have it. */
	lines: number;
}

interface Candidate extends QuotedLine {
	readonly line: number;
	readonly words: readonly Word[];
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
	const words = new Map<string, Word>();
	const candidates = candidatesIn(log, uses, range, root, words);
	/** How much telling a word still says: what is told once is worth less a second time. */
	const news = new Map<Word, number>();
	const tell = (word: Word): void => {
		news.set(word, (news.get(word) ?? 1) * toldAgain);
	};
	new Set(wordsIn(told)).forEach((word) => {
		const known = words.get(word);
		if (known !== undefined) {
			tell(known);
		}
	});
	const rewritten = uses.filter(({ family }) => family === 'edit' || family === 'write');
	const around = log
		.filter((_, index) => index < range.start || index >= range.end)
		.map(({ message }) => textOf(message.content))
		.join('\n');
	const worth = ({ words: own, text }: Candidate): number => {
		const sum = own.reduce(
			(total, word) =>
				total + (Math.min(word.uses, weights.most) * (news.get(word) ?? 1)) / word.lines,
			0,
		);
		return own.some(({ isSpoken, lines }) => isSpoken && lines <= rareIn)
			? sum / (text.length + 30) ** lengthPower
			: 0;
	};
	const isElsewhere = ({ text, source }: Candidate): boolean =>
		around.includes(text) ||
		rewritten.some((use) => use.callIndex >= source && use.call.arguments.includes(text));
	const chosen: Candidate[] = [];
	let left = room;
	let open = candidates
		.map((candidate) => ({ candidate, value: worth(candidate) }))
		.filter(({ value }) => value > 0)
		.sort((a, b) => b.value - a.value)
		.slice(0, shortlist)
		.map(({ candidate }) => candidate);
	while (left > lengths.least && open.length > 0) {
		// Lines chosen meanwhile may tell the words of others.
		const values = open.map(worth);
		const best = open[values.indexOf(Math.max(...values))];
		open = open.filter((candidate) => candidate !== best);
		if (best !== undefined && best.text.length + frame <= left && !isElsewhere(best)) {
			chosen.push(best);
			left -= best.text.length + frame;
			best.words.forEach(tell);
		}
	}
	return chosen
		.sort((a, b) => a.source - b.source || a.line - b.line)
		.map(({ source, from, text }) => ({ source, from, text: withoutFrames(redact(text)) }));
}

function wordsIn(text: string): string[] {
	return text.toLowerCase().match(wordPattern) ?? [];
}

/** Lines of a range with the words that they brought, whose later uses are noted. */
function candidatesIn(
	log: Log,
	uses: readonly ToolUse[],
	range: LogRange,
	root: string,
	words: Map<string, Word>,
): Candidate[] {
	const shown = new Map(
		uses.filter((use) => isLookedAt(use, root)).map((use) => [use.resultIndex, use]),
	);
	const candidates: Candidate[] = [];
	const note = (text: string, weight: number, isSpoken: boolean): void => {
		for (const word of new Set(wordsIn(text.slice(0, reach.start)))) {
			const known = words.get(word);
			if (known === undefined) {
				words.set(word, { broughtBy: 0, uses: 0, isSpoken: false, lines: 0 });
			} else if (known.broughtBy > 0) {
				known.uses += weight;
				known.isSpoken ||= isSpoken;
			}
		}
	};
	log.forEach(({ message }, index) => {
		const use = shown.get(index);
		if (message.role === 'user') {
			note(personText(message), weights.person, true);
		} else if (message.role === 'assistant') {
			note(textOf(message.content), weights.assistant, true);
			toolCallsOf(message).forEach((call) => note(call.arguments, weights.call, false));
		} else if (use !== undefined) {
			const source = index + 1;
			const from = whatOf(use);
			linesOf(use.result).forEach((text, line) => {
				const own = wordsIn(text).flatMap((word): Word[] => {
					const known = words.get(word) ?? {
						broughtBy: source,
						uses: 0,
						isSpoken: false,
						lines: 0,
					};
					known.lines += 1;
					words.set(word, known);
					return known.broughtBy === source ? [known] : [];
				});
				if (own.length > 0 && index >= range.start && index < range.end) {
					candidates.push({ source, from, line, text, words: [...new Set(own)] });
				}
			});
		}
	});
	return candidates;
}

/** Whether a use shows something of this work. What failed is told with its error, and with what came after. */
function isLookedAt({ family, outcome, arguments: values }: ToolUse, root: string): boolean {
	const paths = family === 'read' ? pathArguments(values) : [];
	const isElsewhere =
		paths.length > 0 &&
		paths.every((path) => root !== '' && /^[/~]/.test(path) && !path.startsWith(root));
	return (
		!isElsewhere &&
		outcome.status !== 'failed' &&
		!['edit', 'write', 'todo', 'question'].includes(family)
	);
}

/** The lines of prose in a text. */
function linesOf(text: string): string[] {
	const most = reach.start + reach.end;
	const ends =
		text.length <= most ? text : `${text.slice(0, reach.start)}\n${text.slice(-reach.end)}`;
	const plain = ends.includes('\u001b') ? ends.replace(terminalCodes, '') : ends;
	return blocksOf(plain.split('\n').flatMap(unescaped)).filter(
		(block) => block.length >= lengths.least && !isFragment(block) && isProse(block),
	);
}

/** A line that announces others, that was cut out of one, or that ends as code does. */
function isFragment(block: string): boolean {
	return (
		/[:：]\**$|[;{}]$/u.test(block) ||
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
