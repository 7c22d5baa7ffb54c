import type { TokenCounter } from '../../src/messages/tokens.ts';
import { shareTold, writtenAfter } from './extraction/needed.ts';
import { budgets, methods } from './methods/all.ts';
import { cutsOf, type Cut } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';
import { mean } from './statistics.ts';

/** The headline: how much of what the assistant went on to use stands in each method's text. */

/** A handoff is at most this share of what it replaces; by default the engine gives it a fifth. */
const largestShare = 0.25;

/** Needed tokens below which a session says nothing. */
const fewest = 20;

/** What was measured of one session. */
export interface SessionScores {
	readonly session: Session;
	readonly cuts: number;
	readonly needed: number;
	/** Share of what the assistant wrote anew that stood nowhere before. */
	readonly novel: number;
	/** Mean share of needed tokens over the session's cuts, by method and budget. */
	readonly shares: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

interface MeasuredCut {
	readonly cut: Cut;
	readonly needed: readonly string[];
	readonly novel: number;
}

/** Scores of a session; undefined where it is too short to be cut. */
export function neededTokensOf(session: Session, counter: TokenCounter): SessionScores | undefined {
	const cuts = session.stretches
		.flatMap(cutsOf)
		.map((cut): MeasuredCut => ({ cut, ...writtenAfter(cut) }))
		.filter(({ needed }) => needed.length > 0);
	const needed = cuts.reduce((sum, cut) => sum + cut.needed.length, 0);
	const novel = cuts.reduce((sum, cut) => sum + cut.novel, 0);
	if (needed < fewest) {
		return undefined;
	}
	return {
		session,
		cuts: cuts.length,
		needed,
		novel: novel / (novel + needed),
		shares: new Map(
			methods.map((method) => [
				method.name,
				new Map(
					budgets.flatMap((budget) => {
						const fitting = cuts.filter(({ cut }) => budget <= cut.tokens * largestShare);
						const told = fitting.map(({ cut, needed }) =>
							shareTold(needed, method.write(cut, budget, counter)),
						);
						return told.length === 0 ? [] : [[budget, mean(told)]];
					}),
				),
			]),
		),
	};
}
