import type { Trigger } from '../compaction/record.ts';
import type { ModelAnswer, ModelRequest } from '../models/client.ts';
import type { LadderModels } from '../models/ladder.ts';
import type { ModelTarget } from '../models/modelCalls.ts';
import type { Method } from './channel.ts';

/**
 * The worker's requests to the extension host: only the host has access to VS Code's models, its proxies, the user's
 * keys, and the user.
 */

/** The models that write summaries, and how they are called. */
export interface SummaryModels extends LadderModels {
	readonly transientRetries: number;
}

/** A summary before it is written. */
export interface SummaryPlan {
	readonly conversation: string;
	readonly trigger: Trigger;
	/** Tokens to summarise, and of the longest summary. */
	readonly tokens: { readonly input: number; readonly output: number };
	/** Cost of today's summaries in US dollars, across all windows. */
	readonly spentToday: number;
}

/** The worker's requests to the host, with the results. */
export interface HostRequests {
	/** The models for a summary; none if the user wants none for this one. */
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
