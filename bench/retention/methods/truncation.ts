import { plainText } from '../extraction/texts.ts';
import type { Cut } from '../sessions/cuts.ts';
import { linesWithin, type Method } from './method.ts';

/** Baselines that keep a part of the text as it is. */

/** The compacted part, line by line. */
function linesOf({ compacted }: Cut): string[] {
	return compacted.flatMap((message) => plainText(message).split('\n'));
}

export const head: Method = {
	name: 'head',
	write: (cut, budget, counter) => linesWithin(linesOf(cut), budget, counter).join('\n'),
};

export const tail: Method = {
	name: 'tail',
	write: (cut, budget, counter) =>
		linesWithin(linesOf(cut).reverse(), budget, counter).reverse().join('\n'),
};

/** Share of the budget that the beginning gets: what peers use. */
const headShare = 0.2;

export const dropMiddle: Method = {
	name: 'drop middle',
	write: (cut, budget, counter) =>
		[
			head.write(cut, budget * headShare, counter),
			tail.write(cut, budget * (1 - headShare) - 1, counter),
		].join('\n'),
};

/** Tool results give way to their size; of the rest the end stays. */
export const masking: Method = {
	name: 'observation masking + tail',
	write: (cut, budget, counter) => {
		const lines = cut.compacted.flatMap((message) => {
			const text = plainText(message);
			return message.role === 'tool' ? [`tool: [${text.length} characters]`] : text.split('\n');
		});
		return linesWithin(lines.reverse(), budget, counter).reverse().join('\n');
	},
};

/** What people wrote, newest first. */
export const userMessages: Method = {
	name: 'keep user messages',
	write: ({ compacted }, budget, counter) => {
		const said = compacted.filter(({ role }) => role === 'user').map(plainText);
		return linesWithin(
			said.reverse().flatMap((text) => text.split('\n')),
			budget,
			counter,
		).join('\n');
	},
};
