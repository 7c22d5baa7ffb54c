/** For what can be waited for. */
export interface SignalOptions {
	/** Ends the waiting. */
	readonly signal?: AbortSignal;
}

/** What a summary is to care for. */
export interface FocusOptions {
	/** The topic that gets most of the room, 1 to 2,000 characters. */
	readonly focus?: string;
}
