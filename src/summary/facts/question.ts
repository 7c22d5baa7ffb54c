/** A question and what came of it. */
export interface QuestionFact {
	readonly by: 'person' | 'assistant';
	readonly question: string;
	/** Undefined while it is open. */
	readonly answer?: string;
	readonly sources: readonly number[];
}

/** Ends as a question does. */
export const asks = /[?？]["'”’]?\s*$|^\(.*[?？]\)\s*$/u;

/** How questions begin that people write without their mark. */
export const asksUnmarked =
	/^(?:how (?:do|does|did|can|should|would|about|come|many|much)|why (?:do|does|did|is|are|not)|what (?:do|does|did|is|are|about)|where (?:do|does|did|is|are|were))\b|^(?:是否|怎么|为什么|如何|什么时候)/i;
