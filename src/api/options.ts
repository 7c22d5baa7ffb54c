export interface SignalOptions {
	/** Ends the waiting. */
	readonly signal?: AbortSignal;
}

export interface FocusOptions {
	/** The topic that gets most of the room, 1 to 2,000 characters. */
	readonly focus?: string;
}
