/** What the panel knows of where the tokens went. */
export type { Breakdown, BreakdownGroup, RepeatedRead } from '../compaction/breakdown/breakdown.ts';
export type { BreakdownMessage } from '../compaction/breakdown/messageRows.ts';
