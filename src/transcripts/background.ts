import type { EndedWork } from '../messages/message.ts';

/** How a client reports work that outlives its call. */
export interface BackgroundWork {
	/** Patterns in a call's result for work that continues, with its id as the first group, if it has one. */
	readonly started: readonly RegExp[];
	/** The ends that a text of the client reports. */
	ended(text: string): readonly EndedWork[];
}
