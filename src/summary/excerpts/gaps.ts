import type { PassageLine } from './passage.ts';

/** Stands for what is left out: the lines that are told look like all of them otherwise. */
const gap = '[…]';

/**
 * The lines that are told, with a mark where something between them is left out, before a first one that
 * refers to what stands before it, and behind a last one in the middle of what it belongs to.
 * @param told In order.
 */
export function withGaps(told: readonly PassageLine[]): string[] {
	return told.flatMap((line, position) => {
		const before = told[position - 1];
		const isCut = before === undefined ? line.refersBack : line.place > before.place + 1;
		const isOpen = position === told.length - 1 && line.goesOn;
		return [...(isCut ? [gap] : []), line.text, ...(isOpen ? [gap] : [])];
	});
}
