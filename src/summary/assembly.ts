import { mark } from '../messages/marks.ts';
import { imagePlaceholder, type Log } from '../messages/message.ts';
import { latestFromPerson } from '../messages/userTurns.ts';
import { doubtsIn } from './doubts.ts';
import { isAction, ledgerOf, type Ledger, type LedgerFile, type LedgerRun } from './ledger.ts';
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

/** Minimum share of the budget for the ledger, and for the user's messages, however long the summary is. */
const leastShare = 0.08;

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
			const { sources = [], doubt: unsourced } = sourcesOf[title][position] ?? {};
			const doubt = doubts.get(item) ?? unsourced;
			const text = corrections.get(item) ?? item.text;
			return { ...item, text, sources, ...(doubt === undefined ? {} : { doubt }) };
		}),
	);
	const root = commonRoot(ledger);
	const facts = ledgerItems(ledger, range, root);
	const told = new ToldTexts(written, ledger);
	const missing = facts.filter((fact) => !told.tells(fact));
	const floor = budget * leastShare;
	const left = budget - frameTokens - counter.count(renderSummary(summary));
	const fitting = within(missing, Math.max(floor, left * ledgerShare), request);
	const added = [...directoryOf(fitting, root), ...fitting.map(({ item }) => item)];
	const used = added.reduce((sum, item) => sum + counter.count(renderItem(item)), 0);
	const words = Math.min(budget * request.userMessageShare, left - used);
	return {
		summary,
		added,
		quotes: quotesBeside(written, request, Math.max(floor, words)),
		audit: {
			facts: facts.length,
			kept: facts.length - missing.length,
			appended: fitting.length,
			corrected: new Set([...corrections.keys(), ...doubts.keys()]).size,
		},
	};
}

/** What the paths of statements are relative to, if any has one. */
function directoryOf(facts: readonly LedgerItem[], root: string): SummaryItem[] {
	const isNeeded = facts.some(
		({ subject }) => root !== '' && subject.kind === 'file' && subject.file.path.startsWith(root),
	);
	return isNeeded ? [{ text: `${leads.directory} ${root}`, sources: [] }] : [];
}

/** The summary with a note, before its active task, that a later request follows. */
function withLaterRequest(summary: Summary, log: Log, end: number): Summary {
	const latest = latestFromPerson(log);
	const own = summary['Active Task'].filter(({ place }) => place !== 'below');
	return latest < end
		? summary
		: {
				...summary,
				'Active Task': [
					{ text: pointers.latestBelow, sources: [latest + 1], place: 'below' },
					...own,
				],
			};
}

/** As many of these as fit, in order; one that does not fit leaves room for shorter ones. */
function within(
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
const leastQuoted = 4;

/** The user's messages that the summary does not quote, in order. */
function quotesBeside(
	summary: Summary,
	{ log, range, counter, recallHandle }: SummaryRequest,
	tokens: number,
): SummaryItem[] {
	const items = Object.values(summary)
		.flat()
		.map(({ text }) => wordLine(text));
	const messages = personMessages(log, range);
	const isQuoted = messages.map(({ text }) => quotesAll(items, text));
	// A few words may be in the summary by chance, but then it also quotes what the user said next.
	const unquoted = messages.filter(
		({ text }, position) =>
			isQuoted[position] !== true || (isShort(text) && isQuoted[position + 1] !== true),
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

function isShort(text: string): boolean {
	return wordsIn(text).length < leastQuoted;
}

/** Share of a text's words that makes a paraphrase of it. */
const retold = 0.6;

/** The texts of a summary, searchable for the ledger's statements. */
class ToldTexts {
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

	tells({ item, subject }: LedgerItem): boolean {
		switch (subject.kind) {
			case 'file':
				return this.#tellsFile(subject.file.path);
			case 'run':
				return this.#tellsRun(subject.run);
			case 'commit':
				return this.#all.includes(subject.hash.slice(0, 7));
			case 'running':
				return subject.id === ''
					? this.#retells(item.text)
					: this.#all.includes(subject.id.toLowerCase());
			case 'todos':
			case 'failure':
			case 'rejected':
			case 'answer':
			case 'unchecked':
				return this.#retells(item.text);
		}
	}

	/**
	 * By its path relative to any directory, or by its name alone if no other file has it, or none so near to the root.
	 */
	#tellsFile(path: string): boolean {
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

	/** By its command, in an item that also has the outcome: the exit code, the counts or a line of the error. */
	#tellsRun({ command, status, outcome, errorLines }: LedgerRun): boolean {
		const wanted = [bareCommand(command), command].map(folded);
		const ends = [...outcome.split(' · '), ...errorLines].map(folded).filter(Boolean);
		return this.#texts.some(
			(text) =>
				wanted.some((each) => hasName(text, each)) &&
				(status === 'unknown' || ends.some((end) => text.includes(end))),
		);
	}

	/** Whether one item has most of the words, or all items together have most of each line. */
	#retells(text: string): boolean {
		const lines = text
			.split('\n')
			.map((line) => [...new Set(significantWords(line))])
			.filter((words) => words.length > 1);
		const isTold = (words: readonly string[]): boolean =>
			this.#texts.some(
				(told) => words.filter((word) => told.includes(word)).length >= words.length * retold,
			);
		// The first of several lines is a heading.
		const telling = lines.length > 1 ? lines.slice(1) : lines;
		return telling.length > 0 && telling.filter(isTold).length >= telling.length * retold;
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
			const text = item.kept === undefined ? correctedFile(item.text, ledger, end) : undefined;
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

function correctedFile(text: string, ledger: Ledger, end: number): string | undefined {
	const [, path = '', dash = '', said = ''] =
		/^`?([^\s`]+)`?( ?(?:—|–|-|:) ?)([^\n]*)/.exec(text) ?? [];
	if (path === '' || /\b(?:then|later|again|and)\b/.test(said)) {
		return undefined;
	}
	const wanted = `/${folded(path).replace(/^(?:\.?\/)+/, '')}`;
	const [file, ...others] = ledger.files.filter(({ path: known }) =>
		`/${folded(known)}`.endsWith(wanted),
	);
	if (file === undefined || others.length > 0 || !file.sources.every((source) => source <= end)) {
		return undefined;
	}
	const lower = said.toLowerCase();
	const isGone = file.state === 'deleted' || file.state === 'renamed';
	const [word] = (isGone ? states.there : states.gone).exec(lower) ?? [];
	if (word === undefined || file.state === 'read' || touchedByCommand(file, ledger)) {
		return undefined;
	}
	const told =
		file.movedTo === undefined
			? `the log says ${file.state}`
			: `the log says renamed to ${file.movedTo}`;
	const at = text.indexOf(dash + said) + dash.length + word.length;
	return `${text.slice(0, at)} ${mark(told)}${text.slice(at)}`;
}

/** Commands that remove or restore files without naming each. */
const mayMoveFiles = /\b(?:rm|mv)\b|\bgit (?!commit|push|add|status|log|diff|show)/;

/** Whether a command after a file's last recorded use names it: its effect is unknown. */
function touchedByCommand({ path, sources }: LedgerFile, { uses }: Ledger): boolean {
	const last = Math.max(...sources);
	const name = baseName(folded(path));
	return uses.some(
		(use) =>
			use.callIndex + 1 >= last &&
			isAction(use) &&
			use.family !== 'edit' &&
			use.family !== 'write' &&
			(mayMoveFiles.test(use.target) || foldedArguments(use.call.arguments).includes(name)),
	);
}
