import { contentWords } from '../facts/contentWords.ts';
import { sentencesOf } from '../facts/sentences.ts';
import type { Turn } from '../facts/turns.ts';

/** Statements of an earlier summary that the person has since said the opposite of. */

/** What is not to be: "they shouldn't persist". */
const negated =
	/\b(?:(?:should|must|do|does|can|will|would|need)(?:n['’]?t| not)|no longer|never|stop) (?:\w{2,20}ly )?(\w{4,40})/giu;

/** A statement that denies something itself may mean the same. */
const denies = /\b(?:not|never|no|without|avoid|\w+n['’]t)\b/iu;

/** Tells whether a statement affirms what these messages of the person deny of the same thing. */
export function contradictedBy(turns: readonly Turn[]): (text: string) => boolean {
	const denials = turns.flatMap(({ text }) =>
		sentencesOf(text).flatMap((sentence) => {
			const words = namesIn(sentence);
			return [...sentence.matchAll(negated)].flatMap(([, verb = '']) => {
				const [denied] = namesIn(verb);
				return denied === undefined ? [] : [{ denied, words }];
			});
		}),
	);
	return (text) => {
		if (denials.length === 0 || denies.test(text)) {
			return false;
		}
		const said = namesIn(text);
		return denials.some(
			({ denied, words }) =>
				said.has(denied) && [...said].some((word) => word !== denied && words.has(word)),
		);
	};
}

/** What words name, whether of one or of many. */
function namesIn(text: string): Set<string> {
	return new Set([...contentWords(text)].map((word) => word.replace(/s$/, '')));
}
