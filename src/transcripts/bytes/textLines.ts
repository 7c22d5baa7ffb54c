import type { Line } from './lines.ts';
import { textsCut, tooLong, type ProblemList } from '../problems.ts';

/**
 * Reports what is wrong with the text of a line; whether there is something to read in it.
 * @param maxBytes Longer lines were not kept.
 */
export function isReadable(line: Line, maxBytes: number, problems: ProblemList): boolean {
	const { number, damage, cuts } = line;
	if (damage === 'too-long') {
		problems.add(number, tooLong('This line', maxBytes));
		return false;
	}
	if (damage === 'not-utf8') {
		problems.add(number, 'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.');
	}
	if (cuts !== undefined) {
		problems.add(number, textsCut('This line', cuts));
	}
	return true;
}
