import { randomFrom } from '../../../test/support/random.ts';
import { tokensIn } from '../extraction/tokens.ts';
import { writtenAfter } from '../extraction/needed.ts';
import { writtenText } from '../extraction/texts.ts';
import { linesWithin, type Method } from './method.ts';
import { linesOf } from './truncation.ts';

/** Baselines that choose lines or words from the text. */

/** Lines at random, the same ones for the same seed. */
export function randomLines(seed: number): Method {
	return {
		name: 'random lines',
		plain: true,
		write: (cut, budget, counter) => {
			const next = randomFrom(seed);
			const lines = linesOf(cut).map((line, at) => ({ line, at, order: next() }));
			lines.sort((a, b) => a.order - b.order);
			return linesWithin(
				lines.map(({ line }) => line),
				budget,
				counter,
			).join('\n');
		},
	};
}

/** Lines whose words are nearest to those of the whole, weighed by how few lines have them. */
export const tfIdf: Method = {
	name: 'TF-IDF extract',
	plain: true,
	write: (cut, budget, counter) => {
		const lines = [...new Set(linesOf(cut))];
		const words = lines.map((line) => line.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []);
		const frequency = new Map<string, number>();
		for (const list of words) {
			for (const word of new Set(list)) {
				frequency.set(word, (frequency.get(word) ?? 0) + 1);
			}
		}
		const weight = (word: string): number => {
			const lineCount = frequency.get(word) ?? 1;
			return lineCount * Math.log(lines.length / lineCount) ** 2;
		};
		const score = (list: readonly string[]): number =>
			[...new Set(list)].reduce((sum, word) => sum + weight(word), 0) / Math.sqrt(list.length + 8);
		const ranked = lines
			.map((line, at) => ({ line, score: score(words[at] ?? []) }))
			.sort((a, b) => b.score - a.score);
		return linesWithin(
			ranked.map(({ line }) => line),
			budget,
			counter,
		).join('\n');
	},
};

/** Every word a needed token could be, newest first: what listing words alone is worth. */
export const bagOfWords: Method = {
	name: 'bag of words',
	plain: false,
	write: ({ compacted }, budget, counter) => {
		const words = compacted.toReversed().flatMap((message) => tokensIn(writtenText(message)));
		return linesWithin([...new Set(words)], budget, counter).join('\n');
	},
};

/** Knows what will be needed, and tells the cheapest first: nobody can do better. */
export const oracle: Method = {
	name: 'oracle',
	plain: false,
	write: (cut, budget, counter) => {
		const words = writtenAfter(cut).needed.map((word) => ({ word, tokens: counter.count(word) }));
		words.sort((a, b) => a.tokens - b.tokens);
		return linesWithin(
			words.map(({ word }) => word),
			budget,
			counter,
		).join('\n');
	},
};
