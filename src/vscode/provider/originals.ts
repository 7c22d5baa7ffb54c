import type { Message, Part } from '../../messages/message.ts';

/** Parts of VS Code's, in order. */
export type Originals = readonly unknown[];

/** Where a message of the log comes from: one of a client's may hold several. */
export interface Origin {
	/** What the client sent, whole. */
	readonly content: Originals;
	/** The messages of the log it became, in order. */
	readonly became: readonly Message[];
}

/**
 * What of a client's request ours was made from, so that it reaches the model as it came: with cache
 * markers, reasoning, attachments, and whatever VS Code will think of. What compaction leaves alone is
 * the same message still; what it joined or cut has at least its parts.
 */
export class OriginalMessages {
	/** What is not among them was made here. */
	readonly messages = new WeakMap<Message, Origin>();
	readonly parts = new WeakMap<Part, Originals>();
}
