import type { Trigger } from '../compaction/policy.ts';
import type { TurnContext, TurnResult } from '../conversations/service/ports.ts';
import type { ModelAnswer, ModelRequest } from '../models/client.ts';
import type { ModelTarget } from '../models/modelCalls.ts';
import type { Method } from './channel.ts';

/**
 * What the worker asks of the extension host: only there are VS Code's models, its proxies, the
 * person's keys, and the person.
 */

/** Which models write summaries, and how they are asked. */
export interface SummaryModels {
	/** The configured summary model; absent: none, or it is the main model. */
	readonly summary?: ModelTarget;
	/** The model of the conversation; absent where there is none. */
	readonly main?: ModelTarget;
	/** Replaces the instructions of the prompt. */
	readonly instructions?: string;
	/** How often a request is repeated after a failure that passes by itself. */
	readonly transientRetries: number;
	/** Characters of one request, at most; absent: the default. */
	readonly requestCharacters?: number;
	/** By id, why a model is not asked this time, for people; absent: all may be. */
	readonly withheld?: Readonly<Record<string, string>>;
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
	/** A turn's answer; it is reported with the requests `turnAppend`, `turnPrompt`, `turnContext`. */
	readonly turn: Method<
		{
			readonly turn: number;
			readonly context: TurnContext;
			/** Who is to answer, as `submit` named it; absent: the main model. */
			readonly answerer?: string;
		},
		TurnResult
	>;
}
