import type { ProblemList } from '../problems.ts';

function numbersOf(version: string): readonly number[] {
	return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}

function isNewer(version: string, known: string): boolean {
	const ours = numbersOf(known);
	const theirs = numbersOf(version);
	const place = theirs.findIndex((number, index) => number !== (ours[index] ?? 0));
	return place !== -1 && (theirs[place] ?? 0) > (ours[place] ?? 0);
}

/**
 * Tells when a file is of a version that this reader was not written for.
 * @param version Of the format, numbers between dots.
 * @param known The newest version the reader was written for.
 */
export function reportNewer(
	version: string,
	known: string,
	line: number,
	problems: ProblemList,
): void {
	if (isNewer(version, known)) {
		problems.add(
			line,
			`The file is of version ${version} of its format; versions up to ${known} are known. ` +
				'What was understood was read.',
		);
	}
}
