/**
 * Words by number. A text becomes a list of small integers once, and all weighing is arithmetic on
 * arrays: the words of a long log are compared many times.
 */
export class Vocabulary {
	readonly #numbers = new Map<string, number>();
	/** The text in which each word was found last, by number. */
	#lastIn = new Int32Array(1 << 11);
	#texts = 0;

	/** How many different words were seen. */
	get size(): number {
		return this.#numbers.size;
	}

	/** The different words of a text, each once. Linear in its length. */
	wordsOf(text: string): number[] {
		const lower = text.toLowerCase();
		const found: number[] = [];
		this.#texts += 1;
		let start = -1;
		for (let at = 0; at <= lower.length; at += 1) {
			const code = at < lower.length ? lower.charCodeAt(at) : 0;
			if (code >= firstIdeograph) {
				start = -1;
				// Scripts without spaces: two characters in a row are as telling as a word.
				if (lower.charCodeAt(at + 1) >= firstIdeograph) {
					this.#find(lower.slice(at, at + 2), found);
				}
			} else if (isWordCode(code)) {
				start = start < 0 ? at : start;
			} else if (start >= 0) {
				const isNumber = at - start === 2 && isDigit(lower.charCodeAt(start));
				if (isNumber || (at - start >= shortestWord && at - start <= longestWord)) {
					this.#find(lower.slice(start, at), found);
				}
				start = -1;
			}
		}
		return found;
	}

	#find(word: string, found: number[]): void {
		const number = this.#numberOf(word);
		if (this.#lastIn[number] !== this.#texts) {
			this.#lastIn[number] = this.#texts;
			found.push(number);
		}
	}

	#numberOf(word: string): number {
		const known = this.#numbers.get(word);
		if (known !== undefined) {
			return known;
		}
		const number = this.#numbers.size;
		this.#numbers.set(word, number);
		if (number === this.#lastIn.length) {
			const more = new Int32Array(number * 2);
			more.set(this.#lastIn);
			this.#lastIn = more;
		}
		return number;
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
