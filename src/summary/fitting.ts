import { activeTask, toldByTask } from './activeTask.ts';
import { says, statementsOf } from './audit/statements.ts';
import type { Candidate, Tier } from './extractive/candidate.ts';
import { chooseAll, chooseWithin } from './extractive/choosing.ts';
import type { Material } from './extractive/drafting.ts';
import { cutToTokens, quotedTurns } from './extractive/quotes.ts';
import { turnsOf } from './facts/turns.ts';
import { wordsIn } from './sources/words.ts';
import { sectionTitles, type SectionTitle, type Summary, type SummaryItem } from './sections.ts';
import type { SummaryDraft, SummaryRequest } from './summariser.ts';

/**
 * A model's summary as a handoff within its budget: with the Active Task and the person's own words
 * from the log, and trimmed like the built-in one where the model wrote more than it was asked for.
 */

/** What is given room first when there is little (behaviour: Summarising). */
const tierOf: Readonly<Record<Exclude<SectionTitle, 'Active Task'>, Tier>> = {
	Goal: 'task',
	'Constraints & Preferences': 'constraints',
	'Relevant Files': 'files',
	Blocked: 'verdicts',
	'Active State': 'verdicts',
	'In Progress': 'plan',
	'Pending User Asks': 'plan',
	'Remaining Work': 'plan',
	'Completed Actions': 'rest',
	'Key Decisions': 'rest',
	'Resolved Questions': 'rest',
	'Critical Context': 'rest',
};

/**
 * Share of the budget one statement may take where not all have room: a section written as a single
 * paragraph is cut with a mark instead of being left out.
 */
const longestItem = 0.1;

/** Words from which on a message that stands in a statement is quoted there, not met by chance. */
const tellingWords = 4;

/** More items than any section of a model's has. */
const behindAll = 1e6;

/**
 * Makes an accepted summary fit the request's budget. Linear; same input, same bytes.
 * @param missing What an audit found that it does not tell; stands behind what it does.
 * @param excerpts What fills the room that the summary leaves.
 */
export function fitSummary(
	summary: Summary,
	request: SummaryRequest,
	missing: readonly Candidate[] = [],
	excerpts?: Material['excerpts'],
): SummaryDraft {
	const statements = statementsOf(summary);
	const material: Material = {
		task: activeTask(request),
		candidates: [
			...sectionTitles.flatMap((title) => candidatesOf(title, summary[title])),
			...missing.map((candidate, order) => ({ ...candidate, order: behindAll + order })),
		],
		quoted: quotedTurns(
			turnsOf(request.log, request.range.end),
			request.range,
			toldByTask(request),
		).filter(
			({ text }) =>
				wordsIn(text).length < tellingWords ||
				!statements.some((statement) => says(statement, text)),
		),
	};
	return (
		chooseAll(request, excerpts === undefined ? material : { ...material, excerpts }) ??
		chooseWithin(request, {
			...material,
			candidates: material.candidates.map((candidate) => shortened(candidate, request)),
		})
	);
}

/** A section's items, the ones to keep first in front; shown in the order the model wrote them. */
function candidatesOf(section: SectionTitle, items: readonly SummaryItem[]): Candidate[] {
	if (section === 'Active Task') {
		return [];
	}
	const candidates = items.map((item, order) => ({ section, tier: tierOf[section], item, order }));
	// Actions are told in the order they happened; the newest matter most.
	return section === 'Completed Actions' ? candidates.reverse() : candidates;
}

function shortened(candidate: Candidate, request: SummaryRequest): Candidate {
	const { item } = candidate;
	const recall = request.recallHandle === undefined ? undefined : item.sources.at(-1);
	const text = cutToTokens(item.text, request.budget * longestItem, request.counter, recall);
	return { ...candidate, item: { ...item, text } };
}
