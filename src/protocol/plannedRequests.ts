/** What a model would be sent to write a summary. Nothing was sent yet, and no secret is in it. */
export interface PlannedRequests {
	readonly model: string;
	/** The requests that are known beforehand; empty where the model's window is too small for any. */
	readonly prompts: readonly PlannedPrompt[];
	/** How many there are in all: partial summaries are merged by one more. */
	readonly requests: number;
	/** Expected, tokens: read by the model and written by it. */
	readonly tokens: { readonly input: number; readonly output: number };
	/** Expected, US dollars; absent where no prices are known. */
	readonly cost?: number;
}

/** One request as it would be sent. */
export interface PlannedPrompt {
	readonly system: string;
	readonly user: string;
}
