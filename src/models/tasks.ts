/** Tasks that call models, each with its own policy: compactions, and the replies of turns. */
export type TaskName = 'compaction' | 'reply';

/** How long a call may take, milliseconds. */
export interface Timeouts {
	/** From the request to the last event. */
	readonly total: number;
	/** From the request to the first event. */
	readonly firstByte: number;
	/** From one event to the next. */
	readonly idle: number;
}

/** The policy of all calls of a task. */
export interface TaskPolicy {
	/** Whether it continues when the turn is cancelled (law 4). */
	readonly masksTurn: boolean;
	readonly timeouts: Timeouts;
}

/** Time-outs of a compaction: behaviour, *Failing*; idle like the first byte. */
const compactionTimeouts: Timeouts = { total: 360_000, firstByte: 60_000, idle: 60_000 };

/** The policies, unless a setting overrides them. */
export const taskPolicies: Readonly<Record<TaskName, TaskPolicy>> = {
	compaction: { masksTurn: true, timeouts: compactionTimeouts },
	reply: {
		masksTurn: false,
		// A reply may be long, 128,000 tokens from a slow model; a stalled one is as dead as a stalled summary.
		timeouts: { total: 14_400_000, firstByte: 120_000, idle: 60_000 },
	},
};
