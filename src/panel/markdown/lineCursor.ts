/** Columns from one tab stop to the next. */
const tabStop = 4;

/** One line, read from left to right. White space is counted in columns, for a tab is up to four. */
export class LineCursor {
	#text: string;
	#at = 0;
	#column = 0;

	constructor(text: string) {
		this.#text = text;
	}

	/** What has not been read. */
	get rest(): string {
		return this.#text.slice(this.#at);
	}

	/** The rest without the white space around it. */
	get words(): string {
		return trimmed(this.rest);
	}

	get isBlank(): boolean {
		return this.words === '';
	}

	/** Columns of white space that come next. */
	get indent(): number {
		let column = this.#column;
		for (let at = this.#at; isSpace(this.#text[at]); at += 1) {
			column += this.#text[at] === '\t' ? tabStop - (column % tabStop) : 1;
		}
		return column - this.#column;
	}

	/** Passes characters that are no white space. */
	pass(length: number): void {
		this.#at += length;
		this.#column += length;
	}

	/** Passes white space, at most so many columns; what is left of a tab becomes spaces. */
	passIndent(columns: number): void {
		const end = this.#column + columns;
		while (this.#column < end && isSpace(this.#text[this.#at])) {
			this.#column += this.#text[this.#at] === '\t' ? tabStop - (this.#column % tabStop) : 1;
			this.#at += 1;
		}
		if (this.#column > end) {
			this.#text = ' '.repeat(this.#column - end) + this.rest;
			this.#at = 0;
			this.#column = end;
		}
	}
}

function isSpace(character: string | undefined): boolean {
	return character === ' ' || character === '\t';
}

/** Without spaces and tabs around it; other white space is a character like any. */
export function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (isSpace(text[start])) {
		start += 1;
	}
	while (end > start && isSpace(text[end - 1])) {
		end -= 1;
	}
	return text.slice(start, end);
}
