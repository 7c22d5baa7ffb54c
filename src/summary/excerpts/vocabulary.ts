/**
 * Words by number. A text becomes a list of small integers once, and all weighing is arithmetic on
 * arrays: the words of a long log are compared many times. They are kept as characters in one array, so
 * that looking one up makes no string of it.
 */
export class Vocabulary {
	/** Numbers by the words' hashes, each one more than it is: 0 is a free place. */
	#places = new Int32Array(1 << 12);
	/** By number: the word's hash, and where its characters end; they begin where those before end. */
	#hashes = new Int32Array(1 << 11);
	#ends = new Int32Array(1 << 11);
	#characters = new Uint16Array(1 << 14);
	/** The text in which each word was found last, by number. */
	#lastIn = new Int32Array(1 << 11);
	#size = 0;
	#texts = 0;

	/** How many different words were seen. */
	get size(): number {
		return this.#size;
	}

	/** The different words of a text, each once. Linear in its length. */
	wordsOf(text: string): number[] {
		const lower = text.toLowerCase();
		const found: number[] = [];
		this.#texts += 1;
		let start = -1;
		let hash = 0;
		for (let at = 0; at <= lower.length; at += 1) {
			const code = at < lower.length ? lower.charCodeAt(at) : 0;
			if (code >= firstIdeograph) {
				start = -1;
				const next = lower.charCodeAt(at + 1);
				// Scripts without spaces: two characters in a row are as telling as a word.
				if (next >= firstIdeograph) {
					this.#find(lower, at, at + 2, hashed(hashed(0, code), next), found);
				}
			} else if (isWordCode(code)) {
				hash = hashed(start < 0 ? 0 : hash, code);
				start = start < 0 ? at : start;
			} else if (start >= 0) {
				const isNumber = at - start === 2 && isDigit(lower.charCodeAt(start));
				if (isNumber || (at - start >= shortestWord && at - start <= longestWord)) {
					this.#find(lower, start, at, hash, found);
				}
				start = -1;
			}
		}
		return found;
	}

	#find(text: string, start: number, end: number, hash: number, found: number[]): void {
		const number = this.#numberOf(text, start, end, hash);
		if (this.#lastIn[number] !== this.#texts) {
			this.#lastIn[number] = this.#texts;
			found.push(number);
		}
	}

	#numberOf(text: string, start: number, end: number, hash: number): number {
		const mask = this.#places.length - 1;
		let place = (hash ^ (hash >>> 15)) & mask;
		for (;;) {
			const number = (this.#places[place] ?? 0) - 1;
			if (number < 0) {
				return this.#add(text, start, end, hash, place);
			}
			if (this.#hashes[number] === hash && this.#isWord(number, text, start, end)) {
				return number;
			}
			place = (place + 1) & mask;
		}
	}

	#isWord(number: number, text: string, start: number, end: number): boolean {
		const from = this.#startOf(number);
		if ((this.#ends[number] ?? 0) - from !== end - start) {
			return false;
		}
		for (let at = start; at < end; at += 1) {
			if (this.#characters[from + at - start] !== text.charCodeAt(at)) {
				return false;
			}
		}
		return true;
	}

	#startOf(number: number): number {
		return number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
	}

	#add(text: string, start: number, end: number, hash: number, place: number): number {
		const number = this.#size;
		this.#size += 1;
		if (number === this.#hashes.length) {
			this.#hashes = grown(this.#hashes);
			this.#ends = grown(this.#ends);
			this.#lastIn = grown(this.#lastIn);
		}
		const from = this.#startOf(number);
		const behind = from + end - start;
		if (behind > this.#characters.length) {
			const more = new Uint16Array(2 * this.#characters.length);
			more.set(this.#characters);
			this.#characters = more;
		}
		for (let at = start; at < end; at += 1) {
			this.#characters[from + at - start] = text.charCodeAt(at);
		}
		this.#hashes[number] = hash;
		this.#ends[number] = behind;
		this.#places[place] = number + 1;
		if (2 * this.#size > this.#places.length) {
			this.#spread();
		}
		return number;
	}

	/** Gives all words twice as many places. */
	#spread(): void {
		const places = new Int32Array(2 * this.#places.length);
		const mask = places.length - 1;
		for (let number = 0; number < this.#size; number += 1) {
			const hash = this.#hashes[number] ?? 0;
			let place = (hash ^ (hash >>> 15)) & mask;
			while (places[place] !== 0) {
				place = (place + 1) & mask;
			}
			places[place] = number + 1;
		}
		this.#places = places;
	}
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
	const more = new Int32Array(2 * numbers.length);
	more.set(numbers);
	return more;
}

/** A hash with one character more. */
function hashed(hash: number, code: number): number {
	return Math.imul(hash ^ code, 0x01_00_01_93);
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
