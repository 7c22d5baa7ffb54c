import type { Message } from '../../src/messages/message.ts';

/** What somebody who goes on with a session would have to know of it. */
export interface Question {
	readonly question: string;
	/** What the session says. */
	readonly answer: string;
	/** Groups of words of which one each has to stand close together where a text answers it. */
	readonly keys: readonly (readonly string[])[];
}

/** A session and what is asked about it. */
export interface Exam {
	readonly name: string;
	readonly messages: readonly Message[];
	readonly questions: readonly Question[];
}

/** A question, its answer, and its keys: groups apart by blanks, words of a group by bars. */
export function asked(question: string, answer: string, keys: string): Question {
	return { question, answer, keys: keys.split('  ').map((group) => group.split('|')) };
}
