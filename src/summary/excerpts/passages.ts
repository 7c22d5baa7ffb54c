import { textOf, type Log, type LogRange } from '../../messages/message.ts';
import { personText, stretchesOf, type Stretch } from '../../messages/origins.ts';
import { pathArguments } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { isProtocolError } from '../facts/errors.ts';
import { rejectionOf } from '../facts/rejections.ts';
import { baseName, isSamePath } from '../facts/paths.ts';
import { changedLines, type ChangedLines } from './changedLines.ts';
import { withoutAnnouncement } from './announcements.ts';
import { withoutExamples } from './examples.ts';
import { linesOf, sentencesOfSpeech } from './lines.ts';
import { fileEdits } from './fileEdits.ts';
import { withoutLineNumbers } from './lineNumbers.ts';
import { isNoise } from './noise.ts';
import { longestLine, type Passage, type PassageLine } from './passage.ts';
import { refusedChoices } from './refusedChoices.ts';
import { partsOf, withoutRepeats } from './repeats.ts';
import { unwrapped } from './unwrapped.ts';

/** What a log tells of that is no longer there in the end. */
export interface Gone {
	/** Hashes of commits that have other names by now. */
	readonly commits: ReadonlySet<string>;
	/** Paths of files that were deleted. */
	readonly files: readonly string[];
}

/**
 * The middle as passages, in order, without what a later passage overtakes: lines that were replaced
 * in the meantime, files that were deleted, and text that stands in a later one again.
 * @param uses Every call up to the end of the range.
 * @param gone What is no longer there: lines that tell of it are left out.
 */
export function passagesOf(
	log: Log,
	uses: readonly ToolUse[],
	range: LogRange,
	gone: Gone = { commits: new Set(), files: [] },
): Passage[] {
	// Calls of one message share their first source: they stay in the order they were made in.
	const passages = [
		...spokenPassages(log, range, lastChange(uses)),
		...usePassages(uses, range, gone.files).reverse(),
	];
	passages.sort((a, b) => toldAt(log, a) - toldAt(log, b));
	return withoutRepeats(passages.map((passage) => withoutCommits(passage, gone.commits)));
}

/** The number of the message that tells a passage: what the client reported later it tells then. */
function toldAt(log: Log, { sources, use, isGiven }: Passage): number {
	const result = use?.resultIndex;
	const isLate = result !== undefined && log[result]?.message.role === 'user';
	return isLate && isGiven !== true ? result + 1 : (sources[0] ?? 0);
}

/** A passage without lines that name one of these commits. */
function withoutCommits(passage: Passage, hashes: ReadonlySet<string>): Passage {
	if (hashes.size === 0) {
		return passage;
	}
	const isGone = (word: string): boolean =>
		[...hashes].some((hash) => word.startsWith(hash) || hash.startsWith(word));
	const lines = passage.lines.filter(
		({ text }) => text.match(/\b[0-9a-f]{7,40}\b/g)?.some(isGone) !== true,
	);
	return { ...passage, lines };
}

/** Command lines that change files which were there. */
const editsInPlace = /(?:^|[;&|] {0,3})(?:sed -i|perl -\w{0,4}i|patch -|git apply)/;

/** Index of the last message that changed a file, or -1. */
function lastChange(uses: readonly ToolUse[]): number {
	const change = uses.findLast(
		({ family, outcome, target }) =>
			outcome.status !== 'failed' &&
			(family === 'edit' ||
				family === 'write' ||
				(family === 'terminal' && editsInPlace.test(target))),
	);
	return change?.callIndex ?? -1;
}

/** How the assistant says how things stand, until it changes them. */
const ofNow =
	/\b(?:current(?:ly)?|at the moment|right now|(?:not|no [\w-]{1,40}) yet|placeholders?|(?:is|are) (?:still )?missing|as (?:it|they) stands?)\b/i;

/** @param changed Index of the last message that changed a file. */
function spokenPassages(log: Log, { start, end }: LogRange, changed: number): Passage[] {
	const passages: Passage[] = [];
	const isRefused = refusedChoices(log);
	for (let index = start; index < end; index += 1) {
		const message = log[index]?.message;
		const sources = [index + 1];
		if (message?.role === 'assistant') {
			const text = textOf(message.content);
			const lines = sentencesOfSpeech(text)
				.flatMap(toldBeside)
				.filter(
					({ text: line }) => !(index < changed && ofNow.test(line)) && !isRefused(index, line),
				);
			passages.push({ kind: 'assistant', sources, lines, texts: [text] });
		} else if (message?.role === 'user') {
			const text = personText(message);
			const lines = sentencesOfSpeech(withoutExamples(text));
			passages.push({ kind: 'person', sources, lines, texts: [text] });
			const loaded = stretchesOf(message).flatMap(loadedText);
			if (loaded.length > 0) {
				const documents = loaded.flatMap(linesOf);
				passages.push({
					kind: 'document',
					sources,
					isGiven: true,
					lines: documents,
					texts: loaded,
				});
			}
		}
	}
	return passages;
}

/** A line of the assistant's without what it announces; none where it does nothing else. */
function toldBeside(line: PassageLine): PassageLine[] {
	const text = withoutAnnouncement(line.text);
	if (text.length === line.text.length) {
		return [line];
	}
	const { place, refersBack } = line;
	return text === '' || isNoise(text) ? [] : [{ text, place, refersBack, goesOn: false }];
}

/** Instructions for a task that the client put into a message, such as a skill: they have titles. */
function loadedText({ origin, text }: Stretch): readonly string[] {
	const hasTitles = /^\s*[^<[\s]/.test(text) && /^#{1,3} \S/m.test(text);
	return origin === 'client' && hasTitles ? [text] : [];
}

/** Lines that were in a file once and no longer are, looked at from the end. */
class Overtaken {
	readonly #removed = new Map<string, Set<string>>();
	readonly #whole = new Map<string, ReadonlySet<string>>();

	/** Whether a line of these files is still in them, as far as changes were noted. */
	isLeftIn(paths: readonly string[]): (line: string) => boolean {
		const names = paths.map(baseName);
		const removed = names.flatMap((name) => this.#removed.get(name) ?? []);
		const [whole] = names.length === 1 ? names.map((name) => this.#whole.get(name)) : [];
		return (line) => !removed.some((lines) => lines.has(line)) && whole?.has(line) !== false;
	}

	/** Takes note of a change before which nothing but what it kept is of interest. */
	add(paths: readonly string[], { removed, added, whole }: ChangedLines): void {
		for (const name of paths.map(baseName)) {
			if (whole) {
				this.#whole.set(name, new Set(added));
				continue;
			}
			const known = this.#removed.get(name) ?? new Set();
			this.#removed.set(name, known);
			removed.forEach((line) => known.add(line));
		}
	}
}

function usePassages(
	uses: readonly ToolUse[],
	range: LogRange,
	gone: readonly string[],
): Passage[] {
	const overtaken = new Overtaken();
	const passages: Passage[] = [];
	for (const use of uses.toReversed().flatMap((each) => fileEdits(each).toReversed())) {
		const paths = pathArguments(use.arguments);
		const isGone =
			paths.length > 0 && paths.every((path) => gone.some((file) => isSamePath(file, path)));
		if (use.callIndex < range.start || isGone || tellsNothing(use)) {
			continue;
		}
		const sources = [
			use.callIndex + 1,
			...(use.resultIndex === undefined ? [] : [use.resultIndex + 1]),
		];
		if (use.family === 'edit' || use.family === 'write') {
			if (use.outcome.status !== 'failed') {
				const change = changedLines(use);
				const isLeft = overtaken.isLeftIn(paths);
				const texts = textsIn(use.arguments);
				const lines = change.whole ? writtenStatements(texts, isLeft) : changeLines(change, isLeft);
				passages.push({ kind: 'change', sources, use, lines, texts });
				overtaken.add(paths, change);
			}
			continue;
		}
		const isLeft = overtaken.isLeftIn(paths);
		// What came of it behind the range stands there word for word.
		const result = (use.resultIndex ?? 0) < range.end ? contentOf(use) : '';
		const lines = linesOf(result).filter(({ text }) => partsOf(text).every(isLeft));
		const kind =
			use.family === 'sub-agent'
				? 'assistant'
				: use.family === 'read' || use.family === 'search' || use.family === 'web'
					? 'document'
					: 'output';
		const given = use.family === 'read' || use.family === 'search' ? [] : givenLines(use);
		const own = textsIn(use.arguments);
		passages.push({ kind, sources, use, lines, texts: [...own, result] });
		if (given.length > 0) {
			const from = sources.slice(0, 1);
			passages.push({ kind, sources: from, use, isGiven: true, lines: given, texts: own });
		}
	}
	return passages;
}

/** What a call returned, without what its client put around and before its lines. */
function contentOf({ family, result }: ToolUse): string {
	const text = unwrapped(result);
	return family === 'read' ? withoutLineNumbers(text) : text;
}

/** The statements of a text that was written as a whole. */
function writtenStatements(
	texts: readonly string[],
	isLeft: (line: string) => boolean,
): PassageLine[] {
	const written = texts.reduce(
		(longest, text) => (text.length > longest.length ? text : longest),
		'',
	);
	return linesOf(written).filter(({ text }) => partsOf(text).every(isLeft));
}

/** Plans stand in their own sections; what was refused or misused says nothing of the work. */
function tellsNothing(use: ToolUse): boolean {
	return (
		use.family === 'todo' ||
		rejectionOf(use) !== undefined ||
		use.outcome.errorLines.some(isProtocolError)
	);
}

/** What a call was given beside its target: prompts, scripts, bodies. */
function givenLines(use: ToolUse): PassageLine[] {
	const isOwn = (text: string): boolean => text.includes('\n') || use.family !== 'terminal';
	return linesOf(textsIn(use.arguments).filter(isOwn).join('\n\n'));
}

/** All texts in a value. */
export function textsIn(value: unknown): string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Most lines that are told as one replacement. */
const pairedLines = 6;

/** What a change took out and put in; lines that replace each other in one. */
function changeLines(
	{ removed, added }: ChangedLines,
	isLeft: (line: string) => boolean,
): PassageLine[] {
	const fits = (line: string): boolean => line.length <= longestLine && !isNoise(line);
	const lineAt = (text: string, place: number): PassageLine => ({
		text,
		place,
		refersBack: false,
		goesOn: false,
	});
	const put = added.flatMap((line, place) =>
		fits(line) && isLeft(line) ? [lineAt(line, place)] : [],
	);
	const taken = removed.flatMap((line, place) => (fits(line) ? [lineAt(line, place)] : []));
	if (taken.length === put.length && taken.length <= pairedLines) {
		return put.map(({ text, place }, position) =>
			lineAt(`- ${taken[position]?.text ?? ''}\n+ ${text}`, place),
		);
	}
	return [
		...taken.map(({ text, place }) => lineAt(`- ${text}`, place)),
		...put.map(({ text, place }) => lineAt(`+ ${text}`, removed.length + place)),
	];
}
