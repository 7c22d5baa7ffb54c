import type { TokenCounter } from '../../src/messages/tokens.ts';
import { fabrications } from './extraction/fabrications.ts';
import { factsIn } from './extraction/facts.ts';
import { factKinds, type Fact, type FactKind } from './extraction/facts/fact.ts';
import { Told } from './extraction/told.ts';
import type { Method } from './methods/method.ts';
import { wholeCut, tailTokens, type Cut } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';

/** How many facts a summary tells with their last state. */

/** What became of the facts of one kind. */
interface Tally {
	right: number;
	wrong: number;
	all: number;
}

export type Tallies = Readonly<Record<FactKind, Tally>>;

export interface FactScores {
	readonly tallies: Tallies;
	/** Paths and hashes that stand nowhere. */
	readonly invented: readonly string[];
}

/** Scores one method over a session's stretches. */
export function factScores(
	session: Session,
	method: Method,
	budget: number,
	counter: TokenCounter,
): FactScores {
	const tallies = emptyTallies();
	const invented: string[] = [];
	for (const stretch of session.stretches) {
		const cut = wholeCut(stretch, tailTokens);
		const text = method.write(cut, budget, counter);
		count(tallies, factsIn(cut.compacted), text);
		invented.push(...fabrications(text, messagesOf(cut)));
	}
	return { tallies, invented };
}

/** Nothing found yet. */
export function emptyTallies(): Tallies {
	return Object.fromEntries(
		factKinds.map((kind) => [kind, { right: 0, wrong: 0, all: 0 }]),
	) as unknown as Tallies;
}

/** Adds what a text tells of these facts. */
export function count(tallies: Tallies, facts: readonly Fact[], text: string): void {
	const told = new Told(text);
	for (const { kind, judge } of facts) {
		const verdict = judge(told);
		const tally = tallies[kind];
		tally.all += 1;
		tally.right += verdict === 'right' ? 1 : 0;
		tally.wrong += verdict === 'wrong' ? 1 : 0;
	}
}

/** Everything that a summary could have been written from. */
function messagesOf({ log }: Cut): Cut['compacted'] {
	return log.map(({ message }) => message);
}
