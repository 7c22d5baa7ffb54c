/**
 * Words by number. A text becomes a list of small integers once, and all weighing is arithmetic on
 * arrays: the words of a long log are compared many times.
 */
export class Vocabulary {
	readonly #numbers = new Map<string, number>();

	/** How many different words were seen. */
	get size(): number {
		return this.#numbers.size;
	}

	/** The different words of a text, each once. Linear in its length. */
	wordsOf(text: string): number[] {
		const lower = text.toLowerCase();
		const found = new Set<number>();
		let start = -1;
		for (let at = 0; at <= lower.length; at += 1) {
			const code = at < lower.length ? lower.charCodeAt(at) : 0;
			if (code >= firstIdeograph) {
				start = -1;
				// Scripts without spaces: two characters in a row are as telling as a word.
				if (lower.charCodeAt(at + 1) >= firstIdeograph) {
					found.add(this.#numberOf(lower.slice(at, at + 2)));
				}
			} else if (isWordCode(code)) {
				start = start < 0 ? at : start;
			} else if (start >= 0) {
				if (at - start >= shortestWord && at - start <= longestWord) {
					found.add(this.#numberOf(lower.slice(start, at)));
				} else if (at - start === 2 && isDigit(lower.charCodeAt(start))) {
					found.add(this.#numberOf(lower.slice(start, at)));
				}
				start = -1;
			}
		}
		return [...found];
	}

	#numberOf(word: string): number {
		const known = this.#numbers.get(word);
		if (known !== undefined) {
			return known;
		}
		this.#numbers.set(word, this.#numbers.size);
		return this.#numbers.size - 1;
	}
}

/** Shorter words tell nothing; longer ones are hashes and encoded data. Characters. */
const shortestWord = 3;
const longestWord = 80;

/** First code unit of the scripts that are written without spaces. */
const firstIdeograph = 0x2e80;

function isWordCode(code: number): boolean {
	return (
		(code >= 97 && code <= 122) ||
		isDigit(code) ||
		code === 95 ||
		(code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7)
	);
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}
