import type { ToolUse } from '../../messages/toolUse.ts';

/**
 * What a passage is: words of the `person` or the `assistant`, a `document` that was read, the `output`
 * of something that ran, or a `change` of a file.
 */
export type PassageKind = 'person' | 'assistant' | 'document' | 'output' | 'change';

/** A part of the middle that lines may be chosen from. */
export interface Passage {
	readonly kind: PassageKind;
	/** Numbers of its messages, ascending. */
	readonly sources: readonly number[];
	/** The call it belongs to; absent for what was said. */
	readonly use?: ToolUse;
	/** True for what the call, or without one the assistant, was given; else it is what came of it. */
	readonly isGiven?: true;
	/** Lines and sentences in order, each at most {@link longestLine} characters. */
	readonly lines: readonly PassageLine[];
	/** Its whole text or texts as the log has them: a secret is known by what stands around it. */
	readonly texts: readonly string[];
}

/** A line or a sentence of a passage. */
export interface PassageLine {
	readonly text: string;
	/** Its position among all of the passage, those that are not worth telling included. */
	readonly place: number;
	/** Whether it needs what stands before it. */
	readonly refersBack: boolean;
	/** Whether it ends in the middle of what it belongs to. */
	readonly goesOn: boolean;
}

/** Characters of a line that can be chosen; a longer one is cut between its statements. */
export const longestLine = 360;
