import type { PassageLine } from './passage.ts';

/** Stands for what is left out: the lines that are told look like all of them otherwise. */
const gap = '[…]';

/**
 * The lines that are told, with a mark behind each whose next one is left out or that ends in the middle
 * of what it belongs to, and before a first one that refers to what stands before it. On a line of its
 * own a mark would take twice the room.
 * @param told In order.
 */
export function withGaps(told: readonly PassageLine[]): string[] {
	return told.map((line, position) => {
		const following = told[position + 1];
		const isCut = following === undefined ? line.goesOn : following.place > line.place + 1;
		const start = position === 0 && line.refersBack ? `${gap} ` : '';
		return `${start}${line.text}${isCut ? ` ${gap}` : ''}`;
	});
}
