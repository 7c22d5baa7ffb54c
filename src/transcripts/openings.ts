import { objectsIn, parseJsonStart } from './bytes/jsonPieces.ts';

/**
 * The JSON objects of a file's opening that holds one per line. The last line may be cut: what can
 * be known of it counts too.
 */
export function objectsOfLines(opening: string): readonly object[] {
	const lines = opening.split('\n').filter((line) => line.trimStart().startsWith('{'));
	const values = lines.flatMap((line) => objectsIn(line.trim()).objects);
	return [...values, parseJsonStart(lines.at(-1)?.trimStart() ?? '')].filter(
		(value) => typeof value === 'object' && value !== null,
	);
}

/** Says in a few words what a file is, by how it begins. */
export function describeOpening(opening: string): string {
	if (opening.startsWith('SQLite format 3\0')) {
		return 'a SQLite database';
	}
	if (opening.includes('\0')) {
		return 'binary data';
	}
	return /^\s*[[{]/.test(opening) ? 'JSON of another form' : 'text that is not JSON';
}
