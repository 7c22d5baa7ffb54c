import type { Candidate, KeyFact } from '../extractive/candidate.ts';
import type { ExcerptItems } from '../extractive/drafting.ts';
import { excerptItems } from '../extractive/excerptItems.ts';
import { summaryOf, type Summary, type SummaryItem } from '../sections.ts';
import type { Traced } from '../sources/sourced.ts';
import type { SummaryDraft, SummaryRequest } from '../summariser.ts';
import { toolUses } from '../../messages/toolUse.ts';
import type { Doubt } from '../doubts.ts';
import { attributed, doubted, earlierTexts } from './attribution.ts';
import { Deeds } from './deeds.ts';
import {
	contradictedFile,
	contradictedRun,
	claimAbout,
	explainsFailure,
	tellsFailure,
} from './contradictions.ts';
import type { AuditCounts } from './counts.ts';
import { keyFactsOf, type KeyFacts, type KeyStatement } from './keyFacts.ts';
import { FileNames } from './naming.ts';
import { withoutOvertaken } from './overtaken.ts';
import { recognises, says, statementsOf, type Statement } from './statements.ts';
import { unseenFilesMark } from './unseenFiles.ts';

/**
 * The check of what a model's summary left out. The key facts are read off the log by the built-in
 * summariser's own means; one that the model did not tell is put into its section, and a statement that
 * says something else than the log is marked with what the log says. Same input, same bytes.
 */

/** A summary after its audit. */
export interface Audited {
	/** With marks where it said something else than the log. */
	readonly summary: Summary;
	/** Key facts that it does not tell, best first within section and tier. */
	readonly missing: readonly Candidate[];
	/** Lines of the conversation that tell what a text does not, within so many tokens. */
	readonly excerpts: ExcerptItems;
	/** What the audit came to. @param draft What became of summary and missing facts in the budget. */
	readonly countsIn: (draft: SummaryDraft) => AuditCounts;
}

/** Audits what a model wrote. Linear in the log; in the summary times the number of key facts. */
export function audited(
	{ summary: written, unseenFiles, isElsewhere }: Traced,
	request: SummaryRequest,
): Audited {
	const facts = keyFactsOf(request);
	const summary = withoutOvertaken(
		attributed(written, request, isElsewhere),
		request,
		facts.all,
		request.range.end,
	);
	const checks = checksOf(facts);
	const statements = statementsOf(summary);
	const marks = new Map<SummaryItem, string[]>();
	const note = ({ item }: Statement, text: string | undefined): void => {
		if (text !== undefined && item.kept === undefined && !item.text.includes(text)) {
			marks.set(item, [...(marks.get(item) ?? []), text]);
		}
	};
	const missing: Candidate[] = [];
	let kept = 0;
	let implied = 0;
	const failures = messagesOfErrors(facts);
	for (const { candidate, fact, isTold, contradiction } of checks) {
		const wrong = statements.filter((statement) => contradiction(statement) !== undefined);
		wrong.forEach((statement) => note(statement, contradiction(statement)));
		// Where it is told wrongly, the mark tells it.
		if (wrong.length === 0) {
			if (statements.some(isTold)) {
				kept += 1;
			} else if (isFailed(fact) && candidate.item.sources.some((one) => failures.has(one))) {
				// Its error says so, in the summary or behind it.
				implied += 1;
			} else {
				const { fuller: _, ...shortest } = candidate;
				missing.push(shortest);
			}
		}
	}
	const deeds = new Deeds(
		toolUses(request.log, request.pairs, 0, request.log.length),
		earlierTexts(request, ['Completed Actions']),
	);
	const doubts = new Map<SummaryItem, Doubt>();
	for (const statement of statements) {
		if (statement.section === 'Completed Actions') {
			const { doubt, correction } = deeds.verdictOn(statement.item);
			note(statement, correction);
			if (doubt !== undefined) {
				doubts.set(statement.item, doubt);
			}
		}
		const unseen = statement.section === 'Active Task' ? [] : unseenFiles(statement.item);
		note(statement, unseenFilesMark(unseen, request.log, request.focus));
	}
	return {
		summary: marked(summary, marks, doubts),
		missing,
		excerpts: excerptItems(request, facts.all),
		countsIn: (draft) => ({
			facts: checks.length - implied,
			kept,
			appended: missing.filter((candidate) => isIn(draft, candidate)).length,
			corrected: new Set([...marks.keys(), ...doubts.keys()]).size,
		}),
	};
}

/** Numbers of the messages in which what still fails has failed. */
function messagesOfErrors({ statements }: KeyFacts): ReadonlySet<number> {
	return new Set(
		statements.flatMap(({ candidate, fact }) =>
			fact.kind === 'open-error' ? candidate.item.sources : [],
		),
	);
}

function isFailed(fact: KeyFact): boolean {
	return fact.kind === 'run' && fact.status === 'failed';
}

/** How one key fact is looked for. */
interface Check extends Sought {
	readonly fact: KeyFact;
}

/** A key fact's candidate, and how a summary tells it. */
interface Sought {
	readonly candidate: Candidate;
	readonly isTold: (statement: Statement) => boolean;
	/** What the log says instead of an item. */
	readonly contradiction: (statement: Statement) => string | undefined;
}

/**
 * The statements that a summary does not tell, or tells otherwise than the log. The summary need not be of
 * the range they were read off.
 */
export function leftOut(
	summary: Summary,
	facts: Pick<KeyFacts, 'statements' | 'files'>,
): readonly KeyStatement[] {
	const told = statementsOf(summary);
	return checksOf(facts).flatMap(({ candidate, fact, isTold, contradiction }) =>
		told.some(isTold) && !told.some((statement) => contradiction(statement) !== undefined)
			? []
			: [{ candidate, fact }],
	);
}

function checksOf({ statements, files }: Pick<KeyFacts, 'statements' | 'files'>): Check[] {
	const names = new FileNames(files.map(({ path }) => path));
	const commands = statements.flatMap(({ fact }) => (fact.kind === 'run' ? [fact.command] : []));
	return statements.map(({ candidate, fact }) => ({
		...checkOf(candidate, fact, names, commands),
		fact,
	}));
}

function checkOf(
	candidate: Candidate,
	fact: KeyFact,
	names: FileNames,
	commands: readonly string[],
): Sought {
	const agrees = (): undefined => undefined;
	switch (fact.kind) {
		case 'constraint':
			return {
				candidate,
				isTold: (statement) => says(statement, candidate.item.text),
				contradiction: agrees,
			};
		case 'file': {
			const isNamed = names.naming(fact.file.path);
			const contradiction = (statement: Statement): string | undefined =>
				isNamed(statement) ? contradictedFile(statement, fact.file) : undefined;
			return {
				candidate,
				isTold: (statement) => isNamed(statement) && tellsState(statement, fact),
				contradiction,
			};
		}
		case 'root':
			return {
				candidate,
				isTold: (statement) => says(statement, fact.directory),
				contradiction: agrees,
			};
		case 'run':
			return {
				candidate,
				isTold: (statement) => {
					const claim = claimAbout(statement, fact.command, []);
					return fact.status === 'unknown'
						? says(statement, fact.command)
						: claim === fact.status ||
								(fact.status === 'failed' && tellsFailure(statement, fact.command));
				},
				contradiction: (statement) => contradictedRun(statement, fact, commands),
			};
		case 'open-error': {
			const isRecognised = recognises(fact.lines.join('\n'));
			return {
				candidate,
				isTold: (statement) => isRecognised(statement) || explainsFailure(statement, fact.what),
				contradiction: agrees,
			};
		}
		case 'commit':
			return {
				candidate,
				isTold: ({ words }) => fact.hash !== '' && words.includes(` ${fact.hash.slice(0, 7)}`),
				contradiction: agrees,
			};
		case 'open-end':
			return { candidate, isTold: recognises(fact.text), contradiction: agrees };
	}
}

/** A file that is gone has to be told as gone, wherever it is told. */
function tellsState(
	{ item }: Statement,
	{ file }: Extract<KeyFact, { readonly kind: 'file' }>,
): boolean {
	const inFiles: Statement = { section: 'Relevant Files', item, words: '' };
	return contradictedFile(inFiles, file) === undefined;
}

function marked(
	summary: Summary,
	marks: ReadonlyMap<SummaryItem, readonly string[]>,
	doubts: ReadonlyMap<SummaryItem, Doubt>,
): Summary {
	return summaryOf((title) =>
		summary[title].map((item) => {
			const text = [item.text, ...(marks.get(item) ?? [])].join(' ');
			return doubted({ ...item, text }, doubts.get(item));
		}),
	);
}

/** Characters by which an item is known again that was cut to fit. */
const knownBy = 40;

function isIn({ summary }: SummaryDraft, { section, item }: Candidate): boolean {
	return summary[section].some(
		({ text }) => text === item.text || text.startsWith(item.text.slice(0, knownBy)),
	);
}
