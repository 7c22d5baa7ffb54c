import { textOf, toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import { patchOf, patchedPaths, type PatchedFile } from '../messages/patches.ts';
import { pathArguments } from '../messages/toolFamilies.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrames } from './frameMarks.ts';
import { baseName } from './words.ts';
import { isAction, describeUse, sourceOf, type Ledger } from './ledger.ts';

/**
 * Chooses verbatim lines of documents, outputs and edits that later work used: from documents with an identifier that a
 * later action or reply used, the lines with rare words that the user or the assistant used afterwards. Only prose,
 * because code and data have to be looked up as a whole; and no messages or reports.
 */

/** A chosen line. */
export interface QuotedLine {
	/** Number of its message. */
	readonly source: number;
	/** The file, command or tool it comes from. */
	readonly from: string;
	readonly text: string;
}

/** Characters that are searched: of all texts together, and minimum and maximum of one text. */
const reach = { all: 700_000, min: 2_000, max: 60_000 };

/** Share of a cut text that is taken from its start. */
const startShare = 0.75;

/** Shorter lines mean little; longer ones are split into sentences. Characters. */
const lengths = { min: 24, max: 420 };

/** Share of lines with a line number from which on the numbers are cut off. */
const numberedShare = 0.5;

/** Line numbers that a tool added, a place before a line that says nothing without it, and terminal control codes. */
const lineNumber = /^\s*\d+(?:[\t→|:]|\. )\s?/;
const linePlace = /^[\w./@-]{1,200}\.\w{1,8}:\d+:/;
const terminalCodes = /\u001b\[[0-9;]*m/g;

const wordPattern = /[\p{L}_][\p{L}\p{N}_]{2,}|\d{2,}/gu;

/** How strongly later use of a word indicates that a line was needed, by its user. */
const weights = { person: 3, assistant: 2.7, call: 0.7 };

/** Minimum words of a line. */
const minWords = 6;

/** The value of a word that was not used later, and the factor for one that is already shown. */
const unusedValue = 0.1;
const repetitionFactor = 0.45;

/** Minimum share of used lines in a document for its other lines to count too. */
const usedShare = 0.1;

/** Selection ends at a line worth less than this share of the best one. */
const minValueShare = 0.2;

/** An invented name: it has a sign, a digit or a capital inside. */
const identifier =
	/(?<![\p{L}\p{N}_])(?=[\p{L}\p{N}_]*[_./:$@-][\p{L}\p{N}_]|\p{L}*\p{Ll}\p{Lu}|\p{L}+\d)[\p{L}\p{N}_]+(?:[./:$@-]+[\p{L}\p{N}_]+){0,60}/gu;

/** Share of a line's words that another line has, above which it says nearly the same. */
const alikeShare = 0.8;

/** Longer lines are worth less per character, but not in proportion. */
const lengthPower = 0.6;

/** Characters of a line's frame. */
const frame = 6;

/** Number of lines to choose from. */
const shortlist = 600;

interface Candidate extends QuotedLine {
	/** Its position among the lines of its text. */
	readonly line: number;
	/** Whether a later action or reply uses one of its identifiers. */
	readonly isUsed: boolean;
	readonly words: readonly number[];
	/** The value of each word. */
	readonly worth: readonly number[];
}

/**
 * The best lines of a range, in the order of the log.
 * @param summary Text that the summary already contains.
 * @param room Characters.
 */
export function quotedLines(
	log: Log,
	{ uses, commits }: Pick<Ledger, 'uses' | 'commits'>,
	range: LogRange,
	summary: string,
	room: number,
): QuotedLine[] {
	const words = new Words();
	const found = candidatesIn(log, { uses, commits }, range, words);
	const counts = new Float64Array(words.size);
	for (const candidate of found) {
		candidate.words.forEach((word) => (counts[word] = (counts[word] ?? 0) + 1));
	}
	// Decreases with each chosen line that contains the word.
	const novelty = new Float64Array(words.size).fill(1);
	words.known(summary).forEach((word) => (novelty[word] = repetitionFactor));
	const valueOf = ({ text, words: own, worth }: Candidate): number =>
		own.reduce(
			(sum, word, place) =>
				sum +
				Math.log(1 + found.length / (counts[word] ?? 1)) *
					(worth[place] ?? 0) *
					(novelty[word] ?? 1),
			0,
		) *
		(letterShare(text) ** 2 / (text.length + 30) ** lengthPower);
	let open = found
		.map((candidate) => ({ candidate, value: valueOf(candidate) }))
		.sort((a, b) => b.value - a.value)
		.slice(0, shortlist);
	const chosen: Candidate[] = [];
	const shown = plainWords(
		[...log.slice(0, range.start), ...log.slice(range.end)]
			.map(({ message }) => textOf(message.content))
			.concat(summary)
			.join('\n'),
	);
	let left = room;
	let minValue = 0;
	while (left > lengths.min && open.length > 0) {
		const best = open.reduce((one, other) => (other.value > one.value ? other : one));
		minValue = Math.max(minValue, best.value * minValueShare);
		if (best.value < minValue) {
			break;
		}
		const isFitting = best.candidate.text.length + frame <= left;
		open = open.filter((each) => each !== best);
		if (
			!isFitting ||
			shown.includes(plainWords(best.candidate.text)) ||
			chosen.some((other) => isAlike(best.candidate, other))
		) {
			continue;
		}
		chosen.push(best.candidate);
		left -= best.candidate.text.length + frame;
		best.candidate.words.forEach(
			(word) => (novelty[word] = (novelty[word] ?? 1) * repetitionFactor),
		);
		open = open.map(({ candidate }) => ({ candidate, value: valueOf(candidate) }));
	}
	return chosen
		.sort((a, b) => a.source - b.source || a.line - b.line)
		.map(({ source, from, text }) => ({ source, from, text: withoutFrames(redact(text)) }));
}

/** Whether a line says nearly the same as another one of its text, like a program's warnings about several files. */
function isAlike({ words, source }: Candidate, other: Candidate): boolean {
	const shared = words.filter((word) => other.words.includes(word)).length;
	return source === other.source && shared >= words.length * alikeShare;
}

/** The words of a text only: it may be wrapped and marked up differently in the context. */
function plainWords(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** Tests for uses with content that the list of files does not cover: none that name a file that the session changed. */
function documentsIn(uses: readonly ToolUse[]): (use: ToolUse) => boolean {
	const edits = uses.filter((use) => writes(use) && use.outcome.status !== 'failed');
	const changed = new Set(edits.flatMap(pathsIn).map(baseName));
	return (use) =>
		!writes(use) &&
		(!showsFiles.has(use.family) ||
			!use.target.split(/[\s"'`=:,;|&()]+/).some((word) => changed.has(baseName(word))));
}

/** Families whose results may be files of the session, unlike pages, reports and answers. */
const showsFiles: ReadonlySet<ToolUse['family']> = new Set(['read', 'terminal']);

/** Whether a tool writes files. */
function writes({ family }: ToolUse): boolean {
	return family === 'edit' || family === 'write';
}

/** Maps words to numbers, which are faster to compare. */
class Words {
	readonly #numbers = new Map<string, number>();

	get size(): number {
		return this.#numbers.size;
	}

	/** Those of a text, without duplicates. */
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

	/** Those of a text that already have a number. */
	known(text: string): number[] {
		return (text.toLowerCase().match(wordPattern) ?? []).flatMap(
			(word) => this.#numbers.get(word) ?? [],
		);
	}
}

/** Lines of the calls in a range, with how much their words were used later. */
function candidatesIn(
	log: Log,
	{ uses, commits }: Pick<Ledger, 'uses' | 'commits'>,
	range: LogRange,
	words: Words,
): Candidate[] {
	const hashes = commits.map(({ hash }) => hash);
	const isDocument = documentsIn(uses);
	const committed = new Set(commits.map(({ source }) => source));
	const shown = uses.filter((use) => {
		const { resultIndex, callIndex, outcome, family } = use;
		const index = resultIndex ?? callIndex;
		// Failures are listed with their errors, commits with their hashes and titles; a line that a search found is not
		// informative without its file.
		return (
			index >= range.start &&
			index < range.end &&
			outcome.status !== 'failed' &&
			isDocument(use) &&
			!committed.has(sourceOf(use)) &&
			!['todo', 'question', 'search', 'sub-agent'].includes(family)
		);
	});
	const max = Math.min(reach.max, Math.max(reach.min, Math.floor(reach.all / (shown.length + 1))));
	const byMessage = Map.groupBy(shown, ({ resultIndex, callIndex }) => resultIndex ?? callIndex);
	const byCall = Map.groupBy(uses, ({ callIndex }) => callIndex);
	const used: number[] = [];
	const usedNames = new Set<string>();
	const noteWords = (text: string, weight: number): void => {
		for (const word of words.in(ends(text, max))) {
			used[word] = (used[word] ?? 0) + weight;
		}
	};
	const noteNames = (text: string): void => {
		identifiersIn(ends(text, max)).forEach((name) => usedNames.add(name));
	};
	/** Lines that are in the context anyway or already candidates. */
	const known = new Set<string>();
	/** The result that has a line. */
	const origins = new Map<string, ToolUse>();
	/** Lines in several results of one tool: the tool itself adds them. */
	const added = new Set<string>();
	const candidates: Candidate[] = [];
	for (let index = log.length - 1; index >= 0; index -= 1) {
		const message = log[index]?.message;
		if (index < range.start || index >= range.end) {
			blocksOf(message === undefined ? '' : textOf(message.content)).forEach((block) =>
				known.add(kindOf(block)),
			);
		}
		for (const use of byMessage.get(index) ?? []) {
			const from = describeUse(use);
			const isEcho = echoOf(use);
			const document = ends(withoutAppended(use.result), max);
			const blocks = blocksOf(document);
			if (showsFiles.has(use.family) && !isProseDocument(use, blocks, document)) {
				continue;
			}
			blocks.forEach((text, line) => {
				const kind = kindOf(text);
				const other = origins.get(kind);
				if (other !== undefined && other !== use && isSameService(other, use)) {
					added.add(kind);
				}
				origins.set(kind, use);
				if (
					known.has(kind) ||
					text.split(' ').length < minWords ||
					!isProse(text) ||
					isFragment(text) ||
					isEcho(text) ||
					hashes.some((hash) => text.includes(hash))
				) {
					return;
				}
				known.add(kind);
				const own = words.in(text);
				candidates.push({
					source: index + 1,
					from,
					line,
					text,
					isUsed: identifiersIn(text).some((name) => usedNames.has(name)),
					words: own,
					worth: own.map((word) => Math.log(1 + unusedValue + (used[word] ?? 0))),
				});
			});
		}
		for (const use of byCall.get(index) ?? []) {
			if (writes(use)) {
				// The text that an edit only found there was not used.
				noteNames([...pathsIn(use), writtenText(use)].join('\n'));
			} else if (isAction(use)) {
				noteNames(use.call.arguments);
			}
		}
		if (message?.role === 'user') {
			noteWords(personText(message), weights.person);
		} else if (message?.role === 'assistant') {
			const calls = toolCallsOf(message);
			noteWords(textOf(message.content), weights.assistant);
			calls.forEach((call) => noteWords(call.arguments, weights.call));
			if (calls.length === 0) {
				noteNames(textOf(message.content));
			}
		}
	}
	const own = candidates.filter(({ text }) => !added.has(kindOf(text)));
	return [...Map.groupBy(own, ({ source }) => source).values()].flatMap((lines) => {
		const usedLines = lines.filter(({ isUsed }) => isUsed);
		return usedLines.length > 0 && usedLines.length >= lines.length * usedShare ? lines : usedLines;
	});
}

/** Whether two uses asked one service for different things; two commands or reads may have shown the same file. */
function isSameService(one: ToolUse, other: ToolUse): boolean {
	return (
		one.call.name === other.call.name &&
		one.target !== other.target &&
		!['read', 'terminal', 'edit', 'write'].includes(one.family)
	);
}

function identifiersIn(text: string): readonly string[] {
	return text.match(identifier) ?? [];
}

/** Characters at the start of a line or an argument by which one repeats the other. */
const echoed = 48;

/** Tests for lines of a result that mostly repeat the call's arguments. */
function echoOf(use: ToolUse): (line: string) => boolean {
	const given = Object.values(writes(use) ? {} : (use.arguments ?? {})).flatMap((value) =>
		typeof value === 'string' && value.length >= lengths.min ? [plainWords(value)] : [],
	);
	return (line) => {
		const words = plainWords(line).trim();
		return given.some(
			(value) =>
				value.includes(words.slice(0, echoed)) ||
				(words.length < value.length * 2 && words.includes(value.trim().slice(0, echoed))),
		);
	};
}

/** Whether a tool only repeated its arguments: with some clients, the model reports its progress through such a tool. */
export function onlyEchoes(use: ToolUse): boolean {
	const lines = use.family === 'other' ? blocksOf(use.result.slice(0, reach.min)) : [];
	return lines.length > 0 && lines.every(echoOf(use));
}

/** A line without its list marker and its numbers: lines that differ only in numbers are progress counters. */
function kindOf(line: string): string {
	return line.replace(/^[^\p{L}\d]+/u, '').replace(/\d+/g, '0');
}

/** The paths of a call that writes, as spelled in it. */
export function pathsIn(use: ToolUse): readonly string[] {
	const paths = pathArguments(use.arguments);
	const patch = paths.length > 0 ? undefined : patchOf(use.arguments, use.call.arguments);
	return patch === undefined ? paths : patchedPaths(patch.files);
}

/** A result without the text that the client appended to it in tags; a longer one is the result itself. */
function withoutAppended(text: string): string {
	const [, name] = /<\/([a-z][\w-]{0,40})>\s{0,9}$/.exec(text.slice(-60)) ?? [];
	const start = name === undefined ? -1 : text.lastIndexOf(`\n<${name}>\n`);
	return start < text.length / 2 ? text : text.slice(0, start);
}

/** The text that a use writes. */
function writtenText(use: ToolUse): string {
	return (
		patchLines(use)
			?.flatMap(({ before, after }) => {
				const known = new Set(before);
				return after.filter((line) => !known.has(line));
			})
			.join('\n') ?? stringsOf(use, /new|content|text|input/i)
	);
}

function patchLines(use: ToolUse): readonly PatchedFile[] | undefined {
	return patchOf(use.arguments, use.call.arguments)?.files;
}

function stringsOf(use: ToolUse, keys: RegExp): string {
	return Object.entries(use.arguments ?? {})
		.flatMap(([key, value]) => (keys.test(key) && typeof value === 'string' ? [value] : []))
		.join('\n');
}

/** The maximum size of an edit whose added lines are shown. */
const small = { lines: 3, characters: 200 };

/**
 * The lines that a small edit of a file added, with a mark where lines between them are left out; none if it added more,
 * or only removed lines.
 */
export function addedLines(use: ToolUse, path: string): readonly string[] {
	const isSame = (own: string): boolean =>
		`/${path}`.endsWith(`/${own.replaceAll('\\', '/').replace(/^\.?\//, '')}`);
	const files = patchLines(use);
	const file = files?.find((each) => isSame(each.path));
	const isOfFile = files === undefined ? pathsIn(use).every(isSame) : file !== undefined;
	if (use.family !== 'edit' || use.outcome.status === 'failed' || !isOfFile) {
		return [];
	}
	// Redacted as a whole: a secret and its name may be on separate lines.
	const before = new Set(trimmedLines(redact(file?.before.join('\n') ?? stringsOf(use, /old/i))));
	const after = trimmedLines(redact(file?.after.join('\n') ?? writtenText(use)));
	const added = after.flatMap((line, place) =>
		/[\p{L}\p{N}]/u.test(line) && !before.has(line) ? [{ line, place }] : [],
	);
	const texts = added.map(({ line }) => line);
	return texts.length <= small.lines && texts.join('').length <= small.characters
		? added.flatMap(({ line, place }, position) => {
				const adjoins = position === 0 || added[position - 1]?.place === place - 1;
				return [...(adjoins ? [] : ['…']), withoutFrames(line)];
			})
		: [];
}

function trimmedLines(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

/** A text without its middle, if it is longer than `max`. */
function ends(text: string, max: number): string {
	const start = Math.floor(max * startShare);
	return text.length <= max ? text : `${text.slice(0, start)}\n\n${text.slice(start - max)}`;
}

/** A heading of other lines, a fragment of a line, a row of a log of commits, or code with words in it. */
function isFragment(block: string): boolean {
	return (
		/[:：]\**$/u.test(block) ||
		/^[^\p{L}\p{N}\s"'`“(*\-+>#/•|[_]|^\/[/*]/u.test(block) ||
		/^(?:\p{Ll}\p{L}{0,2}|[0-9a-f]{7,40}) /u.test(block) ||
		/[;{},]$|=>|^["'`+]|\w\(\)?\{|^\(.*\)$|^--?\w|\S {3,}\S/.test(block) ||
		/\w\(\S|=["'{]|=$/.test(block.replace(/`[^`]*`/g, ''))
	);
}

/** The start of an entry, and a comment's prefix. */
const entryStart = /^(?:[-*+•>|#]|\d{1,3}[.)]\s|```)/;
const commentStart = /^(?:\/\/+|#+|\*+|--|;+)\s+/;

/** Minimum length of a line that may continue on the next one. Characters. */
const wrapped = 55;

/** The lines of a text; a wrapped sentence is one, and a line that is too long is split into sentences. */
function blocksOf(text: string): string[] {
	if (text.length < lengths.min) {
		return [];
	}
	const all = (text.includes('\u001b') ? text.replace(terminalCodes, '') : text)
		.split('\n')
		.flatMap(unescaped);
	const some = all.slice(0, 20);
	const isNumbered =
		some.filter((line) => lineNumber.test(line)).length > some.length * numberedShare;
	const blocks: string[] = [];
	let open = '';
	let isComment = false;
	for (const raw of all) {
		const line = linePlace.test(raw) ? '' : (isNumbered ? raw.replace(lineNumber, '') : raw).trim();
		const comment = commentStart.exec(line)?.[0];
		const continues =
			open.length >= wrapped &&
			open.length + line.length < lengths.max &&
			(comment === undefined ? !isComment && !entryStart.test(line) : isComment) &&
			/^(?:\p{Ll}{2}|[(“"'`])/u.test(line.slice(comment?.length ?? 0)) &&
			!/[.:!?]$/.test(open);
		if (continues) {
			open = `${open} ${comment === undefined ? line : line.slice(comment.length)}`;
			continue;
		}
		blocks.push(open);
		isComment = comment !== undefined;
		open = line.length <= lengths.max ? line : '';
		if (open !== line) {
			const pieces = line.match(/.{20,350}?(?:[.!?](?=\s)|$)/g) ?? [];
			blocks.push(...pieces.map((piece) => piece.trim()));
		}
	}
	return [...blocks, open].filter((block) => block.length >= lengths.min);
}

/** A document in a JSON string is one line with escaped line ends. */
function unescaped(line: string): readonly string[] {
	return line.length > lengths.max && line.includes('\\n')
		? line.split(/\\{1,4}(?:r\\{1,4})?n/)
		: [line];
}

/** A word of prose: no identifier, path or number. */
const plainWord =
	/^[("'“„«*_`[]{0,3}(?:\p{Lu}?[\p{Ll}\p{M}]+(?:['’-]\p{Ll}+)?|[\p{Lo}\p{M}]+|\p{Lu}{1,5})[.,:;!?)"'”»*_`\]…]{0,3}$/u;

/** Minimum share of prose in the characters of a document: code and logs have less. */
const proseShare = 0.3;

/** Minimum lines of prose in an output that is a document: programs say a few words about what they did. */
const outputLines = 4;

/** Whether a file or an output is a document, rather than code with comments or a log with messages. */
function isProseDocument(
	{ family }: ToolUse,
	blocks: readonly string[],
	document: string,
): boolean {
	const lines = blocks.filter((block) => isProse(block) && !isFragment(block));
	return (
		(family !== 'terminal' || lines.length >= outputLines) &&
		lines.join('').length >= document.length * proseShare
	);
}

/** Minimum words of prose in a line of prose, and their share of its characters. */
const prose = { words: 5, share: 0.6 };

/** Whether most of a line is words. */
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

/** The share of letters and spaces, which distinguishes prose from code and data. */
function letterShare(text: string): number {
	return text.replace(/[^\p{L} ]+/gu, '').length / text.length;
}
