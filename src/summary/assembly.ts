import { mark } from '../messages/marks.ts';
import { imagePlaceholder, isBlank, toolCallsOf, type Log } from '../messages/message.ts';
import { pathArguments } from '../messages/toolFamilies.ts';
import type { ToolUse } from '../messages/toolUse.ts';
import { latestFromPerson } from '../messages/userTurns.ts';
import { doubtsIn } from './doubts.ts';
import {
	changingPart,
	isAction,
	ledgerOf,
	sourceOf,
	type Ledger,
	type LedgerFile,
	type LedgerRun,
} from './ledger.ts';
import { commonRoot, ledgerItems, type LedgerItem } from './ledgerItems.ts';
import { fitWords, personMessages } from './personWords.ts';
import {
	renderItem,
	renderSummary,
	summaryOf,
	type Summary,
	type SummaryItem,
	leads,
	pointers,
} from './sections.ts';
import type { SummaryDraft, SummaryRequest } from './summariser.ts';
import { traced } from './tracing.ts';
import { baseName, folded, foldedArguments, significantWords, wordLine, wordsIn } from './words.ts';

/**
 * Turns a model's summary into a handoff: the summary as the model wrote it, and next to it what the log knows and the
 * summary does not mention. A file's state is corrected only if the log contradicts it for that very file; a statement
 * is marked as doubtful only if the log cannot be its source. Same input, same bytes.
 */

/** Minimum share of the budget for the ledger, and the same for the user's messages, however long the summary is. */
const minShare = 0.08;

/** Maximum share of the room left by the summary that the ledger may take; the user's messages get the rest. */
const ledgerShare = 0.5;

/** Tokens of the prefix, headings and end line of a handoff. */
const frameTokens = 220;

/** Adds ledger and user messages to a model's summary. Linear in the log. */
export function assembleModelSummary(model: Summary, request: SummaryRequest): SummaryDraft {
	const { log, pairs, range, budget, counter } = request;
	const ledger = ledgerOf(log, pairs);
	const written = withLaterRequest(model, log, range.end);
	const corrections = correctionsOf(written, ledger, range.end);
	const doubts = doubtsIn(written, request);
	const sourcesOf = traced(written, request);
	const summary = summaryOf((title) =>
		written[title].map((item, position) => {
			const sources = sourcesOf[title][position]?.sources ?? [];
			const doubt = doubts.get(item);
			const text = corrections.get(item) ?? item.text;
			return { ...item, text, sources, ...(doubt === undefined ? {} : { doubt }) };
		}),
	);
	const root = commonRoot(ledger);
	const facts = ledgerItems(ledger, range, root);
	const search = new StatementSearch(written, ledger);
	const denied = deniedFiles(written, corrections, ledger, range.end);
	const isDenied = ({ subject }: LedgerItem): boolean =>
		subject.kind === 'file' && denied.has(subject.file);
	const missing = facts.filter((fact) => isDenied(fact) || !search.finds(fact));
	const floor = budget * minShare;
	const left = budget - frameTokens - counter.count(renderSummary(summary));
	const fitting = fittingFacts(missing, Math.max(floor, left * ledgerShare), request);
	const added = [...directoryOf(facts, root), ...fitting.map(({ item }) => item)];
	const used = added.reduce((sum, item) => sum + counter.count(renderItem(item)), 0);
	const words = Math.min(budget * request.userMessageShare, left - used);
	return {
		summary,
		added,
		quotes: unquotedMessages(written, request, Math.max(floor, words)),
		audit: {
			facts: facts.length,
			kept: facts.length - missing.length,
			appended: fitting.length,
			corrected: new Set([...corrections.keys(), ...doubts.keys()]).size,
		},
	};
}

/** The directory that paths are relative to: in the facts, and in the model's text, which repeats them. */
function directoryOf(facts: readonly LedgerItem[], root: string): SummaryItem[] {
	const isNeeded = facts.some(
		({ subject }) => root !== '' && subject.kind === 'file' && subject.file.path.startsWith(root),
	);
	return isNeeded ? [{ text: `${leads.directory} ${root}`, sources: [] }] : [];
}

/** The summary with a note, before its active task, that a later request follows. */
function withLaterRequest(summary: Summary, log: Log, end: number): Summary {
	const latest = latestFromPerson(log);
	const note: SummaryItem = { text: latestPointer(log), sources: [latest + 1], place: 'below' };
	return latest < end ? summary : { ...summary, 'Active Task': [note, ...summary['Active Task']] };
}

/** Where the latest request is, and whether the log ends with an answer to it. */
function latestPointer(log: Log): string {
	const last = log.at(-1)?.message;
	const isAnswered =
		last?.role === 'assistant' && toolCallsOf(last).length === 0 && !isBlank(last.content);
	return isAnswered ? pointers.answeredBelow : pointers.latestBelow;
}

/** As many of these as fit, in order; one that does not fit leaves room for shorter ones. */
function fittingFacts(
	facts: readonly LedgerItem[],
	tokens: number,
	{ counter }: SummaryRequest,
): LedgerItem[] {
	let left = tokens;
	return facts.filter(({ item }) => {
		const size = counter.count(renderItem(item));
		const isFitting = size <= left;
		left -= isFitting ? size : 0;
		return isFitting;
	});
}

/** Number of consecutive words of a message that count as a quotation in a summary. */
const minQuotedWords = 4;

/** The user's messages that the summary does not quote, in order. */
function unquotedMessages(
	summary: Summary,
	{ log, range, counter, recallHandle }: SummaryRequest,
	tokens: number,
): SummaryItem[] {
	const items = Object.values(summary)
		.flat()
		.map(({ text }) => wordLine(text));
	const messages = personMessages(log, range);
	const isQuoted = messages.map(({ text }) => quotesAll(items, text));
	// A few words may be in the summary by chance, but then it also quotes the user's next message.
	const unquoted = messages.filter(
		({ text }, position) =>
			isQuoted[position] !== true ||
			(wordsIn(text).length < minQuotedWords && isQuoted[position + 1] !== true),
	);
	return fitWords(unquoted, tokens, counter, recallHandle !== undefined);
}

/** Whether texts contain every sentence of a message. */
function quotesAll(items: readonly string[], message: string): boolean {
	const sentences = message
		.replaceAll(imagePlaceholder, ' ')
		.split(/(?<=[.!?。！？])\s+|\n+/u)
		.filter((sentence) => wordsIn(sentence).length > 0);
	return sentences.every((sentence) => items.some((item) => item.includes(wordLine(sentence))));
}

/** Minimum share of a text's words in a paraphrase of it. */
const paraphraseShare = 0.6;

/** Searches the texts of a summary for the ledger's statements. */
class StatementSearch {
	readonly #texts: readonly string[];
	readonly #all: string;
	/** The same without paths. */
	readonly #bare: string;
	/** Number of parts in the paths of the log's files, by name. */
	readonly #depths: ReadonlyMap<string, readonly number[]>;

	constructor(summary: Summary, { files }: Ledger) {
		this.#texts = Object.values(summary)
			.flat()
			.map(({ text }) => folded(text));
		this.#all = this.#texts.join('\n');
		this.#bare = this.#all
			.split(/[\s`"'()]/)
			.filter((word) => !word.includes('/'))
			.join(' ');
		const paths = files.map(({ path }) => folded(path).split('/').filter(Boolean));
		const byName = Map.groupBy(paths, (parts) => parts.at(-1) ?? '');
		this.#depths = new Map(
			[...byName].map(([name, own]) => [name, own.map((parts) => parts.length)]),
		);
	}

	finds({ item, subject }: LedgerItem): boolean {
		switch (subject.kind) {
			case 'file':
				return this.#findsFile(subject.file.path);
			case 'run':
				return this.#findsRun(subject.run);
			case 'commit':
				return this.#all.includes(subject.hash.slice(0, 7));
			case 'running':
				return subject.id === ''
					? this.#paraphrases(item.text)
					: this.#all.includes(subject.id.toLowerCase());
			default:
				return this.#paraphrases(item.text);
		}
	}

	/** Its path relative to any directory, or its name if no other file of this name is as near to the root. */
	#findsFile(path: string): boolean {
		const parts = folded(path).split('/').filter(Boolean);
		const name = parts.at(-1) ?? '';
		const depths = this.#depths.get(name) ?? [];
		if (depths.length < 2) {
			return hasName(this.#all, name);
		}
		const isOutermost = depths.filter((depth) => depth <= parts.length).length === 1;
		return (
			hasName(this.#all, parts.slice(-2).join('/')) || (isOutermost && hasName(this.#bare, name))
		);
	}

	/** An item with its command and its outcome: the exit code, the counts or a line of the error. */
	#findsRun({ command, status, outcome, errorLines }: LedgerRun): boolean {
		const wanted = [bareCommand(command), command].map(folded);
		const ends = [...outcome.split(' · '), ...errorLines].map(folded).filter(Boolean);
		return this.#texts.some(
			(text) =>
				wanted.some((each) => hasName(text, each)) &&
				(status === 'unknown' || ends.some((end) => text.includes(end))),
		);
	}

	/** Whether one item has most of the words, or all items together have most of each line. */
	#paraphrases(text: string): boolean {
		const lines = text
			.split('\n')
			.map((line) => [...new Set(significantWords(line))])
			.filter((words) => words.length > 1);
		const isParaphrased = (words: readonly string[]): boolean =>
			this.#texts.some(
				(own) =>
					words.filter((word) => own.includes(word)).length >= words.length * paraphraseShare,
			);
		// The first of several lines is a heading.
		const content = lines.length > 1 ? lines.slice(1) : lines;
		return (
			content.length > 0 && content.filter(isParaphrased).length >= content.length * paraphraseShare
		);
	}
}

/** Whether a text contains a name that is not part of a longer one. */
function hasName(text: string, name: string): boolean {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		const around = `${text.charAt(at - 1)} ${text.charAt(at + name.length)}`;
		if (/^[^\p{L}\p{N}_-]? [^\p{L}\p{N}_-]?$/u.test(around)) {
			return true;
		}
	}
	return false;
}

/** The texts of entries about files that the log contradicts, with a correction after the wrong state. */
function correctionsOf(
	summary: Summary,
	ledger: Ledger,
	end: number,
): ReadonlyMap<SummaryItem, string> {
	return new Map(
		summary['Relevant Files'].flatMap((item) => {
			const text = correctedFile(item.text, ledger, end);
			return text === undefined ? [] : [[item, text] as const];
		}),
	);
}

/** A command without what redirects or filters its output. */
function bareCommand(command: string): string {
	return command
		.replace(/(?:2>&1|[12]?>[ \t]{0,4}\/dev\/null)/g, '')
		.replace(/\|\s{0,4}(?:head|tail|grep|less|cat|wc|sed|awk)\b[^|]*$/, '')
		.trim();
}

/** States of files as the section's template names them. */
const states = {
	gone: /^(?:deleted|removed)\b/,
	there: /^(?:created|changed|edited|modified|new)\b/,
};

/** An entry about a file that denies the file's state. */
interface Denial {
	readonly file: LedgerFile;
	/** The end of the wrong state in the entry. */
	readonly at: number;
}

function denialIn(text: string, { files }: Ledger, end: number): Denial | undefined {
	const [, path = '', dash = '', description = ''] =
		/^`?([^\s`]+)`?( ?(?:—|–|-|:) ?)([^\n]*)/.exec(text) ?? [];
	if (path === '' || /\b(?:then|later|again|and)\b/.test(description)) {
		return undefined;
	}
	const wanted = `/${folded(path).replace(/^(?:\.?\/)+/, '')}`;
	const [file, ...others] = files.filter(({ path: known }) => `/${folded(known)}`.endsWith(wanted));
	if (file === undefined || others.length > 0) {
		return undefined;
	}
	// A file that was removed after the end of the summary was there at its end.
	if (isGone(file) && file.sources.some((source) => source > end)) {
		return undefined;
	}
	const [word] = (isGone(file) ? states.there : states.gone).exec(description.toLowerCase()) ?? [];
	return word === undefined || file.state === 'read'
		? undefined
		: { file, at: text.indexOf(dash + description) + dash.length + word.length };
}

function isGone({ state }: LedgerFile): boolean {
	return state === 'deleted' || state === 'renamed';
}

function correctedFile(text: string, ledger: Ledger, end: number): string | undefined {
	const denial = denialIn(text, ledger, end);
	if (denial === undefined || !isCertain(denial.file, ledger, end)) {
		return undefined;
	}
	const { file, at } = denial;
	const correction =
		file.movedTo === undefined
			? `the log says ${file.state}`
			: `the log says renamed to ${file.movedTo}`;
	return `${text.slice(0, at)} ${mark(correction)}${text.slice(at)}`;
}

/** Files whose state an entry denies without a correction. */
function deniedFiles(
	summary: Summary,
	corrections: ReadonlyMap<SummaryItem, string>,
	ledger: Ledger,
	end: number,
): ReadonlySet<LedgerFile> {
	return new Set(
		summary['Relevant Files'].flatMap((item) => {
			const denial = corrections.has(item) ? undefined : denialIn(item.text, ledger, end);
			return denial === undefined ? [] : [denial.file];
		}),
	);
}

/**
 * Whether a file's state is certain, both now and at the end of the summary: no use after its last known change may have
 * removed or restored it.
 */
function isCertain(file: LedgerFile, { uses }: Ledger, end: number): boolean {
	const path = folded(file.path).replace(/^(?!\/)/, '/');
	let isKnown = false;
	let wasKnown: boolean | undefined;
	for (const use of uses) {
		if (use.callIndex >= end) {
			wasKnown ??= isKnown;
		}
		if (file.sources.includes(sourceOf(use))) {
			isKnown = true;
		} else if (shows(use, path)) {
			isKnown = !isGone(file);
		} else if (mayTouch(use, path)) {
			isKnown = false;
		}
	}
	return isKnown && wasKnown !== false;
}

/** Whether a use found a file: it was read or listed. */
function shows(
	{ family, outcome, resultIndex, arguments: values, result }: ToolUse,
	path: string,
): boolean {
	if (resultIndex === undefined || outcome.status !== 'ok') {
		return false;
	}
	const isIt = (found: string): boolean =>
		found.includes('/') && path.endsWith(`/${folded(found).replace(/^(?:\.?\/)+/, '')}`);
	return (
		(family === 'read' && pathArguments(values).some(isIt)) ||
		(family === 'search' && result.split('\n').some((line) => isIt(line.trim())))
	);
}

function mayTouch(use: ToolUse, path: string): boolean {
	if (!isAction(use) || use.family === 'edit' || use.family === 'write') {
		return false;
	}
	const name = baseName(path);
	if (use.family !== 'terminal') {
		return foldedArguments(use.call.arguments).includes(name);
	}
	const line = folded(changingPart(use.target) ?? '');
	return line
		.split(line.includes('<<') ? /&&|\|\||;/ : /&&|\|\||[;\n]/)
		.some((command) => commandMayTouch(command, path, name));
}

/** Commands of git that leave the files of the work tree as they are; a commit's message may have any text. */
const leavesFiles =
	/^\s*git (?:commit\b|(?:push|add|fetch|tag|branch|status|log|diff|show)\b[^>|$`]*$|(?:checkout|switch) -[bc] \S+\s*$)/;

/** Commands that remove or restore files, also without naming each. */
const movesFiles = /\b(?:rm|mv|git(?! (?:rm|mv)\b))\b/;

/** What may stand for other names than those in a command. */
const otherNames = /[*?$`{|]|xargs/;

/** Whether a command names a file, or may remove or restore files that it does not name. */
function commandMayTouch(command: string, path: string, name: string): boolean {
	if (leavesFiles.test(command)) {
		return false;
	}
	if (command.includes(name)) {
		return true;
	}
	const [mover] = movesFiles.exec(command) ?? [];
	return (
		mover !== undefined &&
		(mover === 'git' ||
			otherNames.test(command) ||
			command.split(/[\s"']+/).some((word) => isAbove(word, path)))
	);
}

/** Whether a word names a directory that a path is or may be in. */
function isAbove(word: string, path: string): boolean {
	const directory = word.replace(/^\.\/(?=.)|(?<!^)\/$/g, '').replace(/^\/(?=.)/, '');
	return (
		/^(?:\.{1,2}|\/)$|^\.\.\//.test(directory) ||
		(directory !== '' && path.includes(`/${directory}/`))
	);
}
