import type { TokenCounter } from '../../messages/tokens.ts';
import { namesIn } from '../facts/nameScan.ts';
import type { NameFact } from '../facts/names.ts';
import type { SummaryItem } from '../sections.ts';
import { fixed, type Candidate } from './candidate.ts';
import type { Names } from './names.ts';

/**
 * What the assistant said on the way: the sentences that tell most of the names the work goes on with.
 * A name in its sentence says what it is for, which a list of names does not.
 */

/** Tokens of a list entry beside its text. */
const entryTokens = 2;

/** Characters of a token, for a guess. */
const tokenLength = 4;

/** Sentences that are looked at; the others tell little that is needed. */
const mostLookedAt = 2_000;

interface Finding {
	readonly item: SummaryItem;
	readonly names: readonly NameFact[];
	readonly tokens: number;
	/** What it is worth where nothing else is told yet. */
	readonly value: number;
}

/**
 * The sentences that tell most within a budget, each for the names that those before it do not tell.
 * @param told Names that are told already.
 */
export function findingsWithin(
	{ statements, facts, saidLabel }: Names,
	told: ReadonlySet<string>,
	budget: number,
	counter: TokenCounter,
): Candidate[] {
	const known = new Set(told);
	const byText = new Map(facts.map((fact) => [fact.text, fact]));
	const worth = (names: readonly NameFact[], tokens: number): number =>
		names.reduce((sum, { text, value }) => sum + (known.has(text) ? 0 : value), 0) / tokens;
	let open = statements
		.flatMap((item): Finding[] => {
			const names = [...namesIn(item.text)].flatMap((name) => byText.get(name) ?? []);
			// Guessed from the length: most are never told.
			const tokens = item.text.length / tokenLength + entryTokens;
			return names.length === 0 ? [] : [{ item, names, tokens, value: worth(names, tokens) }];
		})
		.sort((a, b) => b.value - a.value)
		.slice(0, mostLookedAt);
	const chosen: Candidate[] = [];
	let spent = 0;
	while (spent < budget) {
		// What was told meanwhile only lowers values: the first that keeps its own is the best.
		const best = takeBest(open, worth);
		if (best === undefined) {
			break;
		}
		open = open.filter((finding) => finding !== best);
		const { text, sources } = best.item;
		const said = `${saidLabel}: ${text}`;
		const tokens = counter.count(said) + entryTokens;
		if (spent + tokens > budget) {
			continue;
		}
		spent += tokens;
		best.names.forEach(({ text }) => known.add(text));
		chosen.push(fixed('Critical Context', 'rest', said, sources, 3 + (sources[0] ?? 0) / 1e6));
	}
	return chosen;
}

/** The one of the highest value now. */
function takeBest(
	open: readonly Finding[],
	worth: (names: readonly NameFact[], tokens: number) => number,
): Finding | undefined {
	let best: Finding | undefined;
	let most = 0;
	for (const finding of open) {
		if (finding.value <= most) {
			break;
		}
		const value = worth(finding.names, finding.tokens);
		if (value > most) {
			most = value;
			best = finding;
		}
	}
	return best;
}
