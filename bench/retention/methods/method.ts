import type { TokenCounter } from '../../../src/messages/tokens.ts';
import type { Cut } from '../sessions/cuts.ts';

/** A way to say in a budget what a compacted part held. */
export interface Method {
	readonly name: string;
	/** @returns At most `budget` tokens. */
	readonly write: (cut: Cut, budget: number, counter: TokenCounter) => string;
}

/** Whole lines in the order given while they fit; the first that does not is cut, and ends it. */
export function linesWithin(
	lines: Iterable<string>,
	budget: number,
	counter: TokenCounter,
): string[] {
	const taken: string[] = [];
	let spent = 0;
	for (const line of lines) {
		const tokens = counter.count(line) + 1;
		if (spent + tokens > budget) {
			const share = (budget - spent) / tokens;
			taken.push(line.slice(0, Math.floor(line.length * share * 0.9)));
			break;
		}
		spent += tokens;
		taken.push(line);
	}
	return taken;
}
