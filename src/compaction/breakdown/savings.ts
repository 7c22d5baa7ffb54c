import type { Log } from '../../messages/message.ts';
import type { TokenCounter } from '../../messages/tokens.ts';
import type { ToolPairs } from '../../messages/toolPairs.ts';
import { bodyStart } from '../boundaries.ts';
import type { CompactionSettings } from '../budgets.ts';
import { pruneContext } from '../pruning.ts';
import type { CompactionRecord } from '../record.ts';
import { replacedRange } from '../sketch.ts';

/** What a breakdown is made from: values a plan would be made from now. */
export interface BreakdownInput {
	readonly log: Log;
	/** The compaction the context is derived from; absent before the first. */
	readonly active?: CompactionRecord;
	readonly settings: CompactionSettings;
	readonly counter: TokenCounter;
	/** Whether stand-ins may point to the recall tool. */
	readonly recall: boolean;
}

/**
 * What pruning would take off each message of the context, tokens by index: digests and cut arguments
 * outside the tail of a compaction made now, pointers for repeated results inside it. What the active
 * compaction has pruned already saves nothing more.
 */
export function pruningSavings(
	{ log, active, settings, counter, recall }: BreakdownInput,
	pairs: ToolPairs,
): ReadonlyMap<number, number> {
	const previous = active === undefined ? {} : { previous: active };
	const tail = replacedRange({ log, settings, trigger: 'manual', ...previous }, pairs).end;
	const edits = pruneContext(
		{ log, pairs, counter, recall },
		{ start: bodyStart(log), end: tail },
		{ start: tail, end: log.length },
	);
	const pruned = new Map(active?.layout.edits.map(({ message, tokens }) => [message, tokens]));
	const savings = new Map<number, number>();
	for (const { message, tokens } of edits) {
		const saving = (pruned.get(message) ?? log[message]?.tokens ?? 0) - tokens;
		if (saving > 0 && !isSummarised(active, message)) {
			savings.set(message, saving);
		}
	}
	return savings;
}

/** Whether a summary stands for the message at this index, so that it is not sent any more. */
export function isSummarised(active: CompactionRecord | undefined, index: number): boolean {
	if (active === undefined) {
		return false;
	}
	const { range, latestUser } = active.layout;
	return index >= range.start && index < range.end && index !== latestUser;
}
