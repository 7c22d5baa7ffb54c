/** A line that opens or closes a block of code. */
const fenceLine = /^\s{0,3}(`{3,}|~{3,})(.*)$/;

/** A line that can close a block of code. */
const bareFence = /^\s{0,3}(?:`{3,}|~{3,})\s*$/;

/** Whether a line can close a block of code. */
export function isBareFence(line: string): boolean {
	return bareFence.test(line);
}

/**
 * Follows the blocks of code of a text, line by line. Models put a block into another with as many
 * marks, which Markdown does not know: a fence that names a language opens one in there.
 */
export class Fences {
	readonly #open: string[] = [];

	get isOpen(): boolean {
		return this.#open.length > 0;
	}

	/** Whether the outermost block has more marks than any line in it, so that its end is sure. */
	get isLong(): boolean {
		return (this.#open[0]?.length ?? 0) > 3;
	}

	add(line: string): void {
		const [, marks = '', info = ''] = fenceLine.exec(line) ?? [];
		const innermost = this.#open.at(-1);
		if (marks === '' || (marks.startsWith('`') && info.includes('`'))) {
			return;
		}
		if (innermost !== undefined && info.trim() === '') {
			if (marks.startsWith(innermost)) {
				this.#open.pop();
			}
		} else if (innermost === undefined || marks.length >= innermost.length) {
			this.#open.push(marks);
		}
	}

	clear(): void {
		this.#open.length = 0;
	}
}
