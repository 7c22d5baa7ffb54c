import type { NewEntry } from '../src/conversations/store/store.ts';

/** Made-up text with the word frequencies of real one: few words make up most of it. */

/** In about a third of all messages. */
export const commonWord = 'error';
/** In a tenth. */
export const lessCommonWord = 'timeout';
/** In one message of fifty thousand, and in the first. */
export const rareWord = 'xylophonist';
export const rareIdentifier = 'retryXylophonistQueue';

const vocabularySize = 50_000;

/** A source of messages of about so many characters, the same in every run. */
export function storedText(characters: number): () => NewEntry {
	let seed = 7;
	const random = (): number => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed / 2 ** 31;
	};
	const letters = (count: number): string =>
		Array.from({ length: count }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join(
			'',
		);
	const vocabulary = Array.from({ length: vocabularySize }, (_, rank) =>
		letters(2 + Math.floor(Math.log2(rank + 2) / 2) + Math.floor(random() * 3)),
	);
	const word = (): string => vocabulary[Math.floor(vocabularySize ** random()) - 1] ?? commonWord;
	const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
	const piece = (): string => {
		const kind = random();
		if (kind < 0.06) {
			return `${word()}${capital(word())}${capital(word())}`;
		}
		if (kind < 0.1) {
			return `src/${word()}/${word()}_${word()}.ts`;
		}
		return word();
	};
	let made = 0;
	return () => {
		const parts: string[] = [];
		let length = 0;
		while (length < characters) {
			const next = piece();
			parts.push(next);
			length += next.length + 1;
		}
		if (random() < 0.33) {
			parts.push(commonWord);
		}
		if (random() < 0.1) {
			parts.push(lessCommonWord);
		}
		if (made % 50_000 === 0) {
			parts.push(rareWord, rareIdentifier);
		}
		made += 1;
		const content = parts.join(' ');
		return {
			message: made % 2 === 0 ? { role: 'assistant', content } : { role: 'user', content },
			tokens: Math.ceil(content.length / 4),
			counter: 'letters-1',
		};
	};
}
