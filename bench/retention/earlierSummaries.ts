import type { TokenCounter } from '../../src/messages/tokens.ts';
import { factsIn } from './extraction/facts.ts';
import { count, emptyTallies, type Tallies } from './facts.ts';
import { builtIn } from './methods/builtIn.ts';
import { wholeCut } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';

/**
 * The summaries a model wrote when the assistant compacted the session itself, against ours at their
 * size. Only by facts: what an assistant writes next depends on the summary it was given.
 */

export interface EarlierScores {
	readonly tokens: number;
	readonly theirs: Tallies;
	readonly ours: Tallies;
}

export function earlierScores(session: Session, counter: TokenCounter): EarlierScores[] {
	return session.stretches.flatMap((stretch) => {
		const { summary } = stretch;
		if (summary === undefined) {
			return [];
		}
		const cut = wholeCut(stretch);
		const tokens = counter.count(summary);
		const facts = factsIn(cut.compacted);
		const scores = { tokens, theirs: emptyTallies(), ours: emptyTallies() };
		count(scores.theirs, facts, summary);
		count(scores.ours, facts, builtIn.write(cut, tokens, counter));
		return [scores];
	});
}
