/** Calls to models, each with its own policy: of a compaction, and the reply of a turn. */
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

/** What holds for every call that a task makes. */
export interface TaskPolicy {
	/** Whether a cancelled turn leaves it alone (law 4). */
	readonly masksTurn: boolean;
	readonly timeouts: Timeouts;
}

/** Time-outs of a compaction: behaviour, *Failing*; idle as the first byte. */
const compactionTimeouts: Timeouts = { total: 360_000, firstByte: 60_000, idle: 60_000 };

/** What each task does unless a setting says otherwise. */
export const taskPolicies: Readonly<Record<TaskName, TaskPolicy>> = {
	compaction: { masksTurn: true, timeouts: compactionTimeouts },
	reply: {
		masksTurn: false,
		// An answer may be long, 128,000 tokens from a slow model; one that stands still is as dead as a
		// summary's.
		timeouts: { total: 14_400_000, firstByte: 120_000, idle: 60_000 },
	},
};
