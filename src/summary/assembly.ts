import { mark } from '../messages/marks.ts';
import type { Log } from '../messages/message.ts';
import { latestFromPerson } from '../messages/userTurns.ts';
import { doubtsIn } from './doubts.ts';
import { isDeed, ledgerOf, type Ledger, type LedgerFile, type LedgerRun } from './ledger.ts';
import { commonRoot, ledgerItems, type LedgerItem } from './ledgerItems.ts';
import { fitWords, personMessages } from './personWords.ts';
import {
	renderItem,
	renderSummary,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';
import type { SummaryDraft, SummaryRequest } from './summariser.ts';
import { traced } from './tracing.ts';
import { baseName, folded, foldedArguments, tellingWords, wordLine, wordsIn } from './words.ts';

/**
 * A model's summary as a handoff: as it was written, and beside it what the log knows that it does not
 * tell. Only a value that the log contradicts for that very file or command gets a correction, and only
 * what the log cannot have told a doubt. Same input, same bytes.
 */

/** Share of the budget that the ledger and the person's words each have, however long the summary is. */
const leastShare = 0.08;

/** Share of the room left by the summary that the ledger may take; the person's words have the rest. */
const ledgerShare = 0.5;

/** Tokens of the prefix, headings and end line of a handoff. */
const frameTokens = 220;

/** Puts the ledger and the person's words beside what a model wrote. Linear in the log. */
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
	const facts = ledgerItems(ledger, range, commonRoot(ledger));
	const missing = untold(written, facts, ledger);
	const floor = budget * leastShare;
	const left = budget - frameTokens - counter.count(renderSummary(summary));
	const added = within(missing, Math.max(floor, left * ledgerShare), request);
	const used = added.reduce((sum, item) => sum + counter.count(renderItem(item)), 0);
	const words = Math.min(budget * request.userMessageShare, left - used);
	return {
		summary,
		added,
		quotes: quotesBeside(written, request, Math.max(floor, words)),
		audit: {
			facts: facts.length,
			kept: facts.length - missing.length,
			appended: added.length,
			corrected: new Set([...corrections.keys(), ...doubts.keys()]).size,
		},
	};
}

/** A summary that says in front of its task that a later request follows it. */
function withLaterRequest(summary: Summary, log: Log, end: number): Summary {
	const latest = latestFromPerson(log);
	const own = summary['Active Task'].filter(({ place }) => place !== 'below');
	return latest < end
		? summary
		: {
				...summary,
				'Active Task': [
					{ text: 'The latest request follows below.', sources: [latest + 1], place: 'below' },
					...own,
				],
			};
}

/** The statements of the ledger that a summary does not tell, in order. */
function untold(
	summary: Summary,
	facts: readonly LedgerItem[],
	{ files }: Pick<Ledger, 'files'>,
): LedgerItem[] {
	const told = new ToldTexts(summary, files);
	return facts.filter((fact) => !told.tells(fact));
}

/** As many of these as fit, in order; one that does not fit leaves room for shorter ones. */
function within(
	facts: readonly LedgerItem[],
	tokens: number,
	{ counter }: SummaryRequest,
): SummaryItem[] {
	let left = tokens;
	return facts.flatMap(({ item }) => {
		const size = counter.count(renderItem(item));
		if (size > left) {
			return [];
		}
		left -= size;
		return [item];
	});
}

/** Words of a message from which on a summary that has them in a row quotes it. */
const leastQuoted = 4;

/** The person's messages that the summary does not quote, in order. */
function quotesBeside(
	summary: Summary,
	{ log, range, counter, recallHandle }: SummaryRequest,
	tokens: number,
): SummaryItem[] {
	const items = Object.values(summary)
		.flat()
		.map(({ text }) => wordLine(text));
	const unquoted = personMessages(log, range).filter(
		({ text }) =>
			wordsIn(text).length < leastQuoted || !items.some((item) => item.includes(wordLine(text))),
	);
	return fitWords(unquoted, tokens, counter, recallHandle !== undefined);
}

/** Shares of the words of a text by which it is told in other words. */
const retold = 0.6;

/** What a summary says, to be searched for the statements of the ledger. */
class ToldTexts {
	readonly #texts: readonly string[];
	readonly #all: string;
	/** How many files of the log have a name. */
	readonly #names: ReadonlyMap<string, number>;

	constructor(summary: Summary, files: readonly LedgerFile[]) {
		this.#texts = Object.values(summary)
			.flat()
			.map(({ text }) => folded(text));
		this.#all = this.#texts.join('\n');
		const names = new Map<string, number>();
		for (const { path } of files) {
			const name = baseName(folded(path));
			names.set(name, (names.get(name) ?? 0) + 1);
		}
		this.#names = names;
	}

	tells({ item, subject }: LedgerItem): boolean {
		switch (subject.kind) {
			case 'file':
				return this.#tellsFile(subject.file.path);
			case 'run':
				return this.#tellsRun(subject.run);
			case 'commit':
				return this.#all.includes(subject.hash.slice(0, 7));
			case 'running': {
				const [, id] = /\(id ([^)]+)\)/.exec(item.text) ?? [];
				return id === undefined ? this.#retells(item.text) : this.#all.includes(id.toLowerCase());
			}
			case 'todos':
			case 'failure':
			case 'rejected':
			case 'answer':
				return this.#retells(item.text);
		}
	}

	/** By its path from any directory, or by its name where no other file has it. */
	#tellsFile(path: string): boolean {
		const parts = folded(path).split('/').filter(Boolean);
		const name = parts.at(-1) ?? '';
		const isOnly = (this.#names.get(name) ?? 0) < 2;
		const spelled = parts.slice(isOnly ? -1 : -2).join('/');
		return hasName(this.#all, spelled);
	}

	#tellsRun({ command, status }: LedgerRun): boolean {
		return this.#texts.some((text) => {
			const claim = claimAbout(text, bareCommand(command)) ?? claimAbout(text, command);
			return claim !== undefined && (claim.status === undefined || claim.status === status);
		});
	}

	/** Whether one item has most of the words, or all of them most of each line. */
	#retells(text: string): boolean {
		const lines = text
			.split('\n')
			.map((line) => [...new Set(tellingWords(line))])
			.filter((words) => words.length > 1);
		const isTold = (words: readonly string[]): boolean =>
			this.#texts.some(
				(told) => words.filter((word) => told.includes(word)).length >= words.length * retold,
			);
		// The first line of several says what they are.
		const telling = lines.length > 1 ? lines.slice(1) : lines;
		return telling.length > 0 && telling.filter(isTold).length >= telling.length * retold;
	}
}

/** Whether a text has a name that is no part of a longer one. */
function hasName(text: string, name: string): boolean {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		const around = `${text.charAt(at - 1)} ${text.charAt(at + name.length)}`;
		if (/^[^\p{L}\p{N}_-]? [^\p{L}\p{N}_-]?$/u.test(around)) {
			return true;
		}
	}
	return false;
}

/** Sections that tell how things stand; the others may tell what once was. */
const present: ReadonlySet<SectionTitle> = new Set([
	'Active State',
	'In Progress',
	'Blocked',
	'Relevant Files',
]);

/** The texts of items that the log contradicts, with a correction behind the value that is wrong. */
function correctionsOf(
	summary: Summary,
	ledger: Ledger,
	end: number,
): ReadonlyMap<SummaryItem, string> {
	const corrected = new Map<SummaryItem, string>();
	// What stands behind a pipe may have ended otherwise than the command.
	const runs = ledger.runs.filter(
		({ command, status, source }) =>
			status !== 'unknown' && source <= end && bareCommand(command) === command,
	);
	for (const section of sectionTitles) {
		for (const item of summary[section]) {
			const text =
				item.kept === undefined && section !== 'Active Task'
					? (correctedRun(item.text, section, runs, ledger) ??
						correctedFile(item.text, section, ledger, end))
					: undefined;
			if (text !== undefined) {
				corrected.set(item, text);
			}
		}
	}
	return corrected;
}

function correctedRun(
	text: string,
	section: SectionTitle,
	runs: readonly LedgerRun[],
	{ uses }: Ledger,
): string | undefined {
	const lower = folded(text);
	for (const run of runs) {
		const { command, status, outcome } = run;
		const claim = claimAbout(lower, command);
		if (claim?.status === undefined || claim.status === status) {
			continue;
		}
		// A longer command may stand there, of which this one is the beginning.
		const isOther = runs.some(
			(other) => other.command.length > command.length && lower.includes(folded(other.command)),
		);
		const everEndedSo = uses.some(
			({ family, target, outcome: ended }) =>
				family === 'terminal' &&
				(ended.status === claim.status || ended.status === 'unknown') &&
				folded(target).includes(folded(command)),
		);
		if (!isOther && (present.has(section) || !everEndedSo)) {
			const told = outcome === '' ? (status === 'ok' ? 'passed' : 'failed') : outcome;
			return withMark(text, claim.end, `the log says ${told}`);
		}
	}
	return undefined;
}

/** A command without what catches its output. */
function bareCommand(command: string): string {
	return command
		.replace(/(?:2>&1|[12]?>[ \t]{0,4}\/dev\/null)/g, '')
		.replace(/\|\s{0,4}(?:head|tail|grep|less|cat|wc|sed|awk)\b[^|]*$/, '')
		.trim();
}

/** What an item says of how a command ended. */
interface Claim {
	/** Undefined where it says nothing of it, or several things. */
	readonly status: 'ok' | 'failed' | undefined;
	/** Where the words that say it end. */
	readonly end: number;
}

/** Characters behind a command in which its outcome is told. */
const claimReach = 80;

/** What follows a command that does not stand in code: no further word of a longer one. */
const endsCommand =
	/^(?:$|\s*(?:[—–→:,.;()\n]|->|-\s)|\s+(?:(?:still|now|again|then) )?(?:exit|pass|fail|green|is |was |\d))/;

/**
 * What a text says right behind a command in the words of the template and of tools: exit codes, counts
 * of tests, passed or failed. Undefined where it does not name the command.
 */
function claimAbout(text: string, command: string): Claim | undefined {
	const wanted = folded(command).replace(/ …$/, '');
	const at = wanted.length < 3 ? -1 : text.indexOf(wanted);
	const start = at + wanted.length;
	const isQuoted = text.charAt(at - 1) === '`';
	if (at < 0 || !(isQuoted ? /^`/ : endsCommand).test(text.slice(start, start + claimReach))) {
		return undefined;
	}
	const [said = ''] = text.slice(start, start + claimReach).split(/\n|[.;]\s/, 1);
	const found = [
		...said.matchAll(
			/\b(?:exit(?:ed)?(?: with)?(?: code| status)? (?<code>\d{1,3})|(?<failing>\d+) (?:tests? )?(?:failed|failing|failures?)|(?:\d+ )?(?:tests? )?(?<ok>passed|passes|passing|green)|(?<failed>failed|fails|failing))\b/g,
		),
	];
	const claims = found.map(({ groups }) =>
		groups?.['ok'] !== undefined || Number(groups?.['code'] ?? groups?.['failing'] ?? 1) === 0
			? 'ok'
			: 'failed',
	);
	const [first] = claims;
	const [claim] = found;
	// `1 failed, 22 passed` is a failure.
	const isCount = claim?.groups?.['failing'] !== undefined;
	const status = isCount || claims.every((each) => each === first) ? first : undefined;
	return { status, end: start + (claim === undefined ? 0 : claim.index + claim[0].length) };
}

/** States of files as the template of the section has them. */
const states = {
	gone: /^(?:deleted|removed)\b/,
	there: /^(?:created|changed|edited|modified|new)\b/,
};

function correctedFile(
	text: string,
	section: SectionTitle,
	ledger: Ledger,
	end: number,
): string | undefined {
	const [, path = '', dash = '', said = ''] =
		section === 'Relevant Files'
			? (/^`?([^\s`]+)`?( ?(?:—|–|-|:) ?)([^\n]*)/.exec(text) ?? [])
			: [];
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
	const isKnown = isGone || file.state === 'created' || file.state === 'changed';
	if (word === undefined || !isKnown || touchedByCommand(file, ledger)) {
		return undefined;
	}
	const told =
		file.movedTo === undefined
			? `the log says ${file.state}`
			: `the log says renamed to ${file.movedTo}`;
	return withMark(text, text.indexOf(dash + said) + dash.length + word.length, told);
}

/** Commands that take files away or bring them back without naming each. */
const mayMoveFiles = /\b(?:rm|mv)\b|\bgit (?!commit|push|add|status|log|diff|show)/;

/** Whether a command that was run behind a file's last touch names it: what it did is not known. */
function touchedByCommand({ path, sources }: LedgerFile, { uses }: Ledger): boolean {
	const last = Math.max(...sources);
	const name = baseName(folded(path));
	return uses.some(
		(use) =>
			use.callIndex + 1 >= last &&
			isDeed(use) &&
			use.family !== 'edit' &&
			use.family !== 'write' &&
			(mayMoveFiles.test(use.target) || foldedArguments(use.call.arguments).includes(name)),
	);
}

function withMark(text: string, at: number, said: string): string {
	return `${text.slice(0, at)} ${mark(said)}${text.slice(at)}`;
}
