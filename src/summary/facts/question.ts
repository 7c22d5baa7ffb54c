import { anyOf } from './languages/languages.ts';

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

/** The same, also where only what stands in parentheses at the end asks. */
export const endsAsking = /[?？]["'”’)]?\s*$/u;

/** How questions begin that people write without their mark. */
export const asksUnmarked = new RegExp(`^(?:${anyOf('asksUnmarked')})`, 'iu');

/** How an answer begins that says yes or no. */
export const verdict = new RegExp(`^(?:${anyOf('verdict')})`, 'iu');

/** Asks for more than yes or no. */
export const asksForWhat = /\b(?:what|which|how|where)\b/i;
