import type { TokenCounter } from '../../src/messages/tokens.ts';
import { audited } from '../../src/summary/audit/audit.ts';
import { summariseBuiltIn } from '../../src/summary/extractive/extractive.ts';
import { fitSummary } from '../../src/summary/fitting.ts';
import { summaryOf, type SectionTitle, type Summary } from '../../src/summary/sections.ts';
import { traced } from '../../src/summary/sources/sourced.ts';
import { randomFrom } from '../../test/support/random.ts';
import { requestOf } from './methods/builtIn.ts';
import { tailTokens, wholeCut } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';

/** The audit of a scripted model that forgets, contradicts and makes things up. */

export interface AuditScores {
	forgotten: number;
	putBack: number;
	contradicted: number;
	/** Contradictions that got a mark. */
	marked: number;
	invented: number;
	markedInvented: number;
	/** Statements nobody touched, and how many of them got a mark. */
	faithful: number;
	wronglyMarked: number;
}

/** One statement as the scripted model wrote it. */
interface Scripted {
	readonly section: SectionTitle;
	readonly text: string;
	readonly fate: 'kept' | 'forgotten' | 'contradicted' | 'invented';
}

/** Large enough for all there is, tokens. */
const budget = 16_000;

/** Shares of the statements that are forgotten, and that are forgotten or contradicted. */
const forgetting = 0.3;
const contradicting = 0.5;

/** Sections with facts that an audit looks for. */
const checked: readonly SectionTitle[] = [
	'Relevant Files',
	'Active State',
	'Constraints & Preferences',
];

const opposites: readonly (readonly [RegExp, string])[] = [
	[/ — (?:created|modified)\b[^\n]*/, ' — deleted'],
	[/ — deleted\b/, ' — modified'],
	[/ → ok\b.*/, ' → failed'],
	[/ → failed\b.*/, ' → passed'],
];

const inventions = [
	'src/phantom/ledgerOfGhosts.ts — modified',
	'lib/unheardOf/inventedAdapter.py — created',
	'test/never/imaginaryCase.test.ts — modified',
];

/** Scores of the audit over a session's stretches. */
export function auditScores(session: Session, counter: TokenCounter, seed: number): AuditScores {
	const scores: AuditScores = {
		forgotten: 0,
		putBack: 0,
		contradicted: 0,
		marked: 0,
		invented: 0,
		markedInvented: 0,
		faithful: 0,
		wronglyMarked: 0,
	};
	const next = randomFrom(seed);
	for (const stretch of session.stretches) {
		const request = requestOf(wholeCut(stretch, tailTokens), budget, counter);
		const script = scripted(summariseBuiltIn(request).summary, next);
		const model = summaryOf((title) =>
			script
				.filter(({ section, fate }) => section === title && fate !== 'forgotten')
				.map(({ text }) => ({ text, sources: [] })),
		);
		const { summary, missing } = audited(traced(model, request), request);
		const draft = fitSummary(summary, { ...request, budget: budget * 2 }, missing);
		const marked = markedTexts(model, summary);
		for (const { section, text, fate } of script) {
			const isMarked = marked.has(text);
			switch (fate) {
				case 'forgotten':
					scores.forgotten += 1;
					scores.putBack += draft.summary[section].some((item) => item.text === text) ? 1 : 0;
					break;
				case 'contradicted':
					scores.contradicted += 1;
					scores.marked += isMarked ? 1 : 0;
					break;
				case 'invented':
					scores.invented += 1;
					scores.markedInvented += isMarked ? 1 : 0;
					break;
				case 'kept':
					scores.faithful += 1;
					scores.wronglyMarked += isMarked ? 1 : 0;
					break;
			}
		}
	}
	return scores;
}

/** A faithful summary of the sections an audit knows, with what this model does to it. */
function scripted(summary: Summary, next: () => number): Scripted[] {
	const script = checked.flatMap((section) =>
		summary[section].map(({ text: whole }): Scripted => {
			// Names stand behind the state; a model does not copy them.
			const text = section === 'Relevant Files' ? whole.replace(/: [^\n]*$/, '') : whole;
			const chance = next();
			const opposite = opposites.find(([pattern]) => pattern.test(text));
			if (!isKeyFact(section, text) || chance >= contradicting) {
				return { section, text, fate: 'kept' };
			}
			return chance < forgetting || opposite === undefined
				? { section, text, fate: 'forgotten' }
				: { section, text: text.replace(...opposite), fate: 'contradicted' };
		}),
	);
	const invented = inventions.map(
		(text): Scripted => ({ section: 'Relevant Files', text, fate: 'invented' }),
	);
	return [...script, ...invented];
}

/** Statements an audit promises to look for: no files that were only read, no branch, no marks. */
function isKeyFact(section: SectionTitle, text: string): boolean {
	return (
		section === 'Constraints & Preferences' ||
		(section === 'Relevant Files' && opposites.some(([pattern]) => pattern.test(text))) ||
		(section === 'Active State' && text.startsWith('`'))
	);
}

/** The statements that came back from the audit with a mark. */
function markedTexts(before: Summary, after: Summary): Set<string> {
	return new Set(
		Object.entries(before).flatMap(([title, items]) =>
			items.flatMap(({ text }, position) =>
				after[title as SectionTitle][position]?.text === text ? [] : [text],
			),
		),
	);
}
