import type { EndedWork } from '../messages/message.ts';

/** How a client tells of work that outlives its call. */
export interface BackgroundWork {
	/** What the result of a call says whose work goes on, with the id of that as the first group, if it has one. */
	readonly started: readonly RegExp[];
	/** The ends that a text of the client's own tells. */
	ended(text: string): readonly EndedWork[];
}
