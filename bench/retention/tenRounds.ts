import { tokensIn } from '../../src/compaction/boundaries.ts';
import { defaultSettings, summaryBudget } from '../../src/compaction/budgets.ts';
import { freshParts } from '../../src/compaction/sketch.ts';
import { Conversation } from '../../src/conversations/conversation.ts';
import { playRounds } from '../../src/conversations/rounds.ts';
import type { TokenCounter } from '../../src/messages/tokens.ts';
import { builtInSummariser } from '../../src/models/builtIn.ts';
import { factsIn } from './extraction/facts.ts';
import { count, emptyTallies, type Tallies } from './facts.ts';
import { builtIn } from './methods/builtIn.ts';
import { cutAt, tailTokens } from './sessions/cuts.ts';
import type { Session } from './sessions/sessions.ts';

/**
 * What is left after ten successive compactions, against one compaction of the same messages in the room
 * that the last of the ten had: a handoff never takes nearly as much as it replaces.
 */

export interface TenRounds {
	readonly once: Tallies;
	readonly tenTimes: Tallies;
	/** Tokens of the handoff after each round. */
	readonly sizes: readonly number[];
}

export const roundBudget = 4_000;
const rounds = 10;

/** Half of a session's longest stretch, compacted in ten rounds. */
export async function tenRoundsOf(
	session: Session,
	counter: TokenCounter,
): Promise<TenRounds | undefined> {
	const [stretch] = session.stretches.toSorted((a, b) => b.log.length - a.log.length);
	const settings = { ...defaultSettings, summaryTokens: roundBudget, tailTokens };
	const half = cutAt(stretch?.log ?? [], 0.5, tailTokens);
	const conversation = new Conversation(counter, () => 0);
	const { records } = await playRounds(
		conversation,
		half.log.map(({ message }) => message),
		{
			rounds,
			force: true,
			summariser: builtInSummariser(() => 0),
			settings,
		},
		new AbortController().signal,
	);
	const last = records.at(-1);
	if (last === undefined) {
		return undefined;
	}
	const { start, end } = last.layout.range;
	const messages = half.log.map(({ message }) => message);
	const cut = { ...half, start, end, compacted: messages.slice(start, end) };
	const before = records.at(-2);
	const earlier = before?.tokens.summary ?? 0;
	const fresh = freshParts({ start, end }, before);
	const replaced = earlier + fresh.reduce((sum, part) => sum + tokensIn(half.log, part), 0);
	const middle = tokensIn(half.log, { start, end });
	const one = builtIn.write(cut, summaryBudget(middle, replaced, settings, earlier), counter);
	const facts = factsIn(cut.compacted);
	const tallies = { once: emptyTallies(), tenTimes: emptyTallies() };
	count(tallies.once, facts, one);
	count(tallies.tenTimes, facts, last.handoff);
	return { ...tallies, sizes: records.map(({ tokens }) => tokens.summary) };
}
