import { fieldsOf, parsedJson } from '../../../messages/json.ts';

/**
 * The content of a session's file from before a compaction. @param steps How many compactions to go back. @returns
 * Undefined: there were fewer.
 */
export function linesBeforeCompaction(file: string, steps: number): string | undefined {
	const lines = file.split('\n');
	const boundaries = lines.flatMap((line, index) => (isBoundary(line) ? [index] : []));
	const end = boundaries.at(-steps);
	return end === undefined ? undefined : `${lines.slice(0, end).join('\n')}\n`;
}

function isBoundary(line: string): boolean {
	if (!line.includes('compact_boundary')) {
		return false;
	}
	const { type, subtype } = fieldsOf(parsedJson(line));
	return type === 'system' && subtype === 'compact_boundary';
}
