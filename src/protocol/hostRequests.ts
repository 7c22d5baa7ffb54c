import type { Trigger } from '../compaction/policy.ts';
import type { Message } from '../messages/message.ts';
import type { ModelAnswer, ModelRequest } from '../models/client.ts';
import type { LadderModels } from '../models/ladder.ts';
import type { ModelTarget } from '../models/modelCalls.ts';
import type { Method } from './channel.ts';

/**
 * What the worker asks of the extension host: only there are VS Code's models, its proxies, the
 * person's keys, and the person.
 */

/** Which models write summaries, and how they are asked. */
export interface SummaryModels extends LadderModels {
	readonly transientRetries: number;
}

/** A summary that is about to be written. */
export interface SummaryPlan {
	readonly conversation: string;
	readonly trigger: Trigger;
	/** Tokens that are to be summarised, and of the longest summary. */
	readonly tokens: { readonly input: number; readonly output: number };
	/** US dollars that summaries have cost today, over all windows. */
	readonly spentToday: number;
}

/** What the worker can ask of the host, with the results. */
export interface HostRequests {
	/** More of the history of a client's request, as much as is copied at once; empty: that was all. */
	readonly history: Method<{ readonly history: number; readonly from: number }, readonly Message[]>;
	/** The models for a summary; none where the person wants none for this one. */
	readonly models: Method<SummaryPlan, SummaryModels>;
	/** One request to a model, for a conversation's summary. */
	readonly call: Method<
		{
			readonly conversation: string;
			readonly target: ModelTarget;
			readonly request: ModelRequest;
		},
		ModelAnswer
	>;
}
