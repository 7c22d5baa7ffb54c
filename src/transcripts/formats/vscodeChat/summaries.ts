import type { EarlierCompaction } from '../../reader.ts';
import type { Report } from '../../problems.ts';
import type { SavedSummary } from './records.ts';
import type { RoundPlace } from './rounds.ts';

/**
 * The summaries Copilot made of its own context. Each hangs on a round of calls, which can be one
 * of an earlier turn, and stands for everything up to the end of that round.
 */
export class EarlierSummaries {
	/** Number of messages up to the end of a round, by its id; of one that repeats the first. */
	readonly #ends = new Map<string, number>();
	/** By what they stand for: of two for the same the later counts. */
	readonly #made = new Map<number, EarlierCompaction>();

	/**
	 * Takes what a turn made.
	 * @param start Number of messages before the turn.
	 * @param rounds Of the turn, each with the number of all messages up to its end.
	 */
	take(
		start: number,
		rounds: readonly RoundPlace[],
		summaries: readonly SavedSummary[],
		report: Report,
	): void {
		for (const { toolCallRoundId: id, text, contextLengthBefore } of summaries) {
			const own = rounds.findIndex((round) => round.id === id);
			const end = rounds[own]?.end ?? this.#ends.get(id);
			if (end === undefined) {
				report('a summary stands for a round that is not in the file; it was left out');
				continue;
			}
			// Within a turn one more round is done before the summary takes the place of the others.
			const at = own === -1 ? start : (rounds[own + 1]?.end ?? end);
			this.#made.set(end, {
				range: { start: 0, end },
				at,
				summary: text,
				...(contextLengthBefore === undefined ? {} : { tokensBefore: contextLengthBefore }),
			});
		}
		for (const { id, end } of rounds) {
			if (!this.#ends.has(id)) {
				this.#ends.set(id, end);
			}
		}
	}

	/** The one that stands for the most, which Copilot goes on with, comes last. */
	toArray(): EarlierCompaction[] {
		return [...this.#made.values()].toSorted((a, b) => a.range.end - b.range.end);
	}
}
