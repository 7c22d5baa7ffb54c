import type { EndedWork } from '../messages/message.ts';

/** How a client reports background work. */
export interface BackgroundWork {
	/** Patterns in a result for work that continues; the first group is its id, if it has one. */
	readonly started: readonly RegExp[];
	/** The work that has ended according to a text of the client. */
	ended(text: string): readonly EndedWork[];
}
