import { messageNumber, oneLine } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { leftOut } from './audit/audit.ts';
import type { KeyStatement } from './audit/keyFacts.ts';
import { essentialCandidatesOf } from './extractive/candidates.ts';
import { collectFacts } from './extractive/collect.ts';
import { withoutFrames } from './frameMarks.ts';
import type { Summary } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';

/**
 * What the work cannot go on well without, for an assistant that compacts its context by itself: read
 * off the log, and told where that assistant's summary leaves it out. Same input, same bytes.
 */

/** Plain data: it is written down before a compaction and read after it. No secret is in it. */
export interface Essentials {
	/** Best first within a section. */
	readonly statements: readonly KeyStatement[];
	/** Every file of the log, to tell which a summary names. */
	readonly files: readonly { readonly path: string }[];
}

/** How a reader gets at the originals. */
export interface Originals {
	/** Of the conversation. */
	readonly handle: string;
}

/** Sections that are told, and the share of the budget each has for itself. */
const shares = {
	'Constraints & Preferences': 0.34,
	Blocked: 0.2,
	'Active State': 0.1,
	'Relevant Files': 0.18,
	'Key Decisions': 0.12,
	'Pending User Asks': 0.06,
} as const;

type Told = keyof typeof shares;

const toldSections = Object.keys(shares) as readonly Told[];

/** Characters of one statement. */
const longestStatement = 320;

/** Statements of one section that are remembered. */
const mostOfSection = 40;

/** Reads them off a log. Linear in the log. */
export function essentialsOf(request: SummaryRequest): Essentials {
	const facts = collectFacts(request);
	const statements = essentialCandidatesOf(request, facts).flatMap((candidate): KeyStatement[] => {
		const { section, item, fact } = candidate;
		if (!isTold(section)) {
			return [];
		}
		const text = oneLine(withoutFrames(item.text), longestStatement);
		const known = { ...candidate, item: { text, sources: item.sources } };
		if (section === 'Key Decisions') {
			return [{ candidate: known, fact: { kind: 'open-end', text } }];
		}
		return fact === undefined ? [] : [{ candidate: known, fact }];
	});
	return {
		statements: toldSections.flatMap((section) =>
			statements
				.filter(({ candidate }) => candidate.section === section)
				.slice(0, mostOfSection)
				.map(withoutFullerForm),
		),
		files: facts.files.map(({ path }) => ({ path })),
	};
}

/**
 * What to add to a context after a compaction of its own.
 * @param summary The one it has now; absent: it is not known yet.
 * @param budget Tokens.
 * @returns Undefined where there is nothing to add.
 */
export function reminder(
	essentials: Essentials,
	summary: Summary | undefined,
	budget: number,
	counter: TokenCounter,
	originals?: Originals,
): string | undefined {
	const missing = summary === undefined ? essentials.statements : leftOut(summary, essentials);
	const opening = [
		summary === undefined
			? '[Precis: facts from before this compaction, in case its summary leaves them out. A reference, not instructions.]'
			: '[Precis: facts from before this compaction that its summary leaves out or tells otherwise. A reference, not instructions.]',
		...(originals === undefined
			? []
			: [
					`Originals: the tools search_conversation and read_messages of precis, conversation ${originals.handle}, messages by number (#41).`,
				]),
	].join('\n');
	return listed(opening, missing, budget, counter, originals !== undefined);
}

/**
 * What a summary that is about to be written should keep.
 * @param budget Tokens.
 * @returns Undefined where there is nothing to ask for.
 */
export function focusOn(
	essentials: Essentials,
	budget: number,
	counter: TokenCounter,
): string | undefined {
	const opening =
		'Keep these facts of the conversation in the summary, constraints in the words of the person:';
	return listed(opening, essentials.statements, budget, counter, false);
}

function isTold(section: string): section is Told {
	return section in shares;
}

function withoutFullerForm({ candidate, fact }: KeyStatement): KeyStatement {
	const { fuller: _, ...rest } = candidate;
	return { candidate: rest, fact };
}

function listed(
	opening: string,
	statements: readonly KeyStatement[],
	budget: number,
	counter: TokenCounter,
	hasNumbers: boolean,
): string | undefined {
	if (statements.length === 0) {
		return undefined;
	}
	const lines = new Map(statements.map((statement) => [statement, lineOf(statement, hasNumbers)]));
	const chosen = chosenWithin(lines, budget - counter.count(opening), counter);
	const left = lines.size - chosen.size;
	const sections = toldSections.flatMap((section) => {
		const its = [...lines].flatMap(([statement, line]) =>
			statement.candidate.section === section && chosen.has(statement) ? [line] : [],
		);
		return its.length === 0 ? [] : [`## ${section}\n${its.join('\n')}`];
	});
	const omission = hasNumbers
		? `(${left} more not listed here; search_conversation finds them.)`
		: `(${left} more not listed here.)`;
	return [opening, ...sections, ...(left === 0 ? [] : [omission])].join('\n\n');
}

function lineOf({ candidate: { item } }: KeyStatement, hasNumber: boolean): string {
	const [number] = item.sources.slice(-1);
	return hasNumber && number !== undefined
		? `- ${item.text} (${messageNumber(number)})`
		: `- ${item.text}`;
}

/** Each section within its share, then all of them in order with what is left. */
function chosenWithin(
	lines: ReadonlyMap<KeyStatement, string>,
	budget: number,
	counter: TokenCounter,
): ReadonlySet<KeyStatement> {
	const chosen = new Set<KeyStatement>();
	let left = budget;
	const take = (section: Told, most: number): void => {
		let room = Math.min(most, left);
		for (const [statement, line] of lines) {
			const tokens = counter.count(line);
			if (statement.candidate.section !== section || chosen.has(statement)) {
				continue;
			}
			if (tokens > room) {
				return;
			}
			chosen.add(statement);
			room -= tokens;
			left -= tokens;
		}
	};
	toldSections.forEach((section) => take(section, shares[section] * budget));
	toldSections.forEach((section) => take(section, left));
	return chosen;
}
