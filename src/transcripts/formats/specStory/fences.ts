/** A line that opens or closes a block of code. */
const fenceLine = /^ {0,3}(`{3,}|~{3,})/;

/** Marks at the start of a line that opens or closes a block of code; empty where none do. */
function marksOf(line: string): string {
	return fenceLine.exec(line)?.[1] ?? '';
}

/** Whether a line can close a block of code. */
export function isBareFence(line: string): boolean {
	const marks = marksOf(line);
	return marks !== '' && line.trim() === marks;
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
		const marks = marksOf(line);
		const info = line.trim().slice(marks.length);
		const innermost = this.#open.at(-1);
		if (marks === '' || (marks.startsWith('`') && info.includes('`'))) {
			return;
		}
		if (innermost !== undefined && info === '') {
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
