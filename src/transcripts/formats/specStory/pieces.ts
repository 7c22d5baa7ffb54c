import { Fences } from './fences.ts';

/** The line between two messages, and between the pieces of a reply in the files of some clients. */
export const rule = '---';

/** The pieces of a reply that rules stand between, without those rules. */
export function piecesOf(lines: readonly string[]): readonly (readonly string[])[] {
	const fences = new Fences();
	const pieces: string[][] = [[]];
	let isAfterBlank = true;
	for (const line of lines) {
		fences.add(line);
		if (line.trim() === rule && isAfterBlank && !fences.isOpen) {
			pieces.push([]);
		} else {
			pieces.at(-1)?.push(line);
		}
		isAfterBlank = line.trim() === '';
	}
	return pieces;
}

/** Lines without the rules that stand behind a message, and around the pieces of a reply. */
export function withoutRules(lines: readonly string[], isReply: boolean): readonly string[] {
	const isRule = (line: string): boolean => line.trim() === '' || line.trim() === rule;
	const end = lines.findLastIndex((line) => !isRule(line)) + 1;
	const start = isReply ? lines.findIndex((line) => !isRule(line)) : 0;
	return lines.slice(Math.max(start, 0), end);
}
