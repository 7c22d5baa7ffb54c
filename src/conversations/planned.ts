import type { CompactionOutcome } from '../compaction/complete.ts';
import type { NothingToDo, PlanOutcome } from '../compaction/plan.ts';
import type { CompactionRecord } from '../compaction/record.ts';
import type { PlanInput } from '../compaction/sketch.ts';
import type { Summariser } from '../models/ladder.ts';
import type { Redacted } from '../redaction/redact.ts';
import type { ItemWishes } from '../summary/wishes.ts';
import type { StoredNode } from './store/store.ts';

/** A compaction of a conversation on its way: asked for, planned, written, and not committed yet. */

/** What one compaction is asked for, and who writes its summary. */
export type CompactOptions = Pick<PlanInput, 'trigger' | 'settings' | 'recallHandle' | 'asked'> & {
	readonly focus?: Redacted;
	/** What a person had decided when an undo went back to the log as it is; absent: nothing. */
	readonly remembered?: ItemWishes;
	readonly summariser: Summariser;
};

/**
 * What a summary is made from: the `active` one and what came since; again what the active one was
 * made from (`same`), in its place; or the `originals`, so that losses do not pile up.
 */
export type Source = 'active' | 'same' | 'originals';

/** What a plan is asked for. */
export type PlanRequest = Omit<CompactOptions, 'summariser'> & { readonly source: Source };

/** A plan, and the conversation it was made for. */
export interface Planned {
	readonly outcome: PlanOutcome;
	/** What the record's parent will be. */
	readonly parent: number | undefined;
	/** The active record when the plan was made; another one since makes the plan stale. */
	readonly expected: number | undefined;
	/** The last message the plan knows; another one in its place makes the plan stale. */
	readonly last: StoredNode | undefined;
	readonly fromOriginals: boolean;
}

/** A record that waits for being committed. */
export interface Finished extends Planned {
	readonly record: CompactionRecord;
}

/** How a compaction ended. A log that needs none is a result, not an error. */
export type CompactLogOutcome =
	| CompactionOutcome
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** A compaction that was written and not committed, or why none was. */
export type WriteOutcome =
	| { readonly kind: 'written'; readonly finished: Finished }
	| Exclude<CompactLogOutcome, { readonly kind: 'compacted' }>;
