import { redactedLine } from '../redactedLine.ts';

/** Why files were changed, as the assistant said. */

/** Characters of all reasons of an action; of one reason where that is the only one. */
const reasonsLength = 160;

/**
 * The reasons of changes that are told as one action, behind what was changed. Where not every change has
 * one of those that are shown, an ellipsis stands in front: no reason stands for another change.
 * @param reasons One for each change, oldest first; undefined: none was said.
 */
export function reasonsText(reasons: readonly (string | undefined)[]): string {
	const said = new Set(reasons.filter((reason) => reason !== undefined));
	const shown: string[] = [];
	let length = 0;
	for (const reason of [...said].toReversed()) {
		const line = redactedLine(reason, reasonsLength);
		length += line.length;
		if (shown.length > 0 && length > reasonsLength) {
			break;
		}
		shown.unshift(`“${line}”`);
	}
	if (shown.length === 0) {
		return '';
	}
	const isPart = shown.length < said.size || reasons.includes(undefined);
	return ` (${isPart ? '… ' : ''}${shown.join(' · ')})`;
}
