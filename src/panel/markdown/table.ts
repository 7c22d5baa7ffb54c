import { readInlines } from './inlines.ts';
import { trimmed } from './lineCursor.ts';
import type { MarkdownElement } from './tree.ts';

/** Columns of a table; what has more stays text. */
const mostColumns = 100;

/** Cells that are added to the rows of one table that have too few: a line of one sign must not become a hundred. */
const mostAddedCells = 10_000;

/** Whether the second of two lines makes the first the head of a table. */
export function beginsTable(head: string, delimiters: string): boolean {
	if (!head.includes('|') || delimiters.length < 2 || !/^(?:\||:?-(?![ \t]))/.test(delimiters)) {
		return false;
	}
	const marks = cellsOf(delimiters);
	return (
		marks.every((mark) => /^:?-+:?$/.test(mark)) &&
		marks.length > 0 &&
		marks.length <= mostColumns &&
		cellsOf(head).length === marks.length
	);
}

/**
 * A table of its lines.
 * @param head The line above the delimiters.
 * @param rows The lines below.
 */
export function tableOf(head: string, rows: readonly string[]): MarkdownElement {
	const titles = cellsOf(head);
	let added = 0;
	const body = rows.map((row): MarkdownElement => {
		const cells = cellsOf(row).slice(0, titles.length);
		while (cells.length < titles.length && added < mostAddedCells) {
			cells.push('');
			added += 1;
		}
		return rowOf(cells, 'td');
	});
	const children: MarkdownElement[] = [{ tag: 'thead', children: [rowOf(titles, 'th')] }];
	if (body.length > 0) {
		children.push({ tag: 'tbody', children: body });
	}
	return { tag: 'table', children };
}

function rowOf(cells: readonly string[], tag: 'th' | 'td'): MarkdownElement {
	return {
		tag: 'tr',
		children: cells.map((cell): MarkdownElement => ({ tag, children: readInlines(cell) })),
	};
}

/** What stands between the bars of a line; a bar behind a backslash is a character of the cell. */
function cellsOf(line: string): string[] {
	const cells: string[] = [];
	let cell = '';
	for (const [piece] of trimmed(line).matchAll(/\\\||\||\\|[^\\|]+/g)) {
		if (piece === '|') {
			cells.push(cell);
			cell = '';
		} else {
			cell += piece === '\\|' ? '|' : piece;
		}
	}
	cells.push(cell);
	if (cells[0] === '') {
		cells.shift();
	}
	if (cells.at(-1) === '') {
		cells.pop();
	}
	return cells.map(trimmed);
}
