import type { SessionOutline, SessionRow } from '../../protocol/session.ts';
import { endOf, rowCount, rowOfEntry } from './outlineRows.ts';

/** Rows asked for at once. */
const blockSize = 40;

/** Rows that are held; those that were asked for first go first. */
const mostRows = 2_000;

/** Entries to ask the host for. */
interface EntryRange {
	readonly start: number;
	readonly end: number;
}

/** Rows that were read, and which of them are on their way. */
export class RowCache {
	readonly #outline: SessionOutline;
	readonly #rows = new Map<number, SessionRow>();
	readonly #asked = new Set<number>();

	/** @param before Rows of it are shown until the new ones come, where the same entries stand. */
	constructor(outline: SessionOutline, before?: RowCache) {
		this.#outline = outline;
		for (const [row, drawn] of before === undefined ? [] : before.#rows) {
			const now = this.entriesOf(row);
			const then = before?.entriesOf(row);
			if (row < rowCount(outline) && now.start === then?.start && now.end === then.end) {
				this.#rows.set(row, drawn);
			}
		}
	}

	/** Undefined: it has not come yet. */
	at(row: number): SessionRow | undefined {
		return this.#rows.get(row);
	}

	/** What has to be asked for before these rows can be drawn; each block is asked for once. */
	missing(first: number, last: number): readonly EntryRange[] {
		const ranges: EntryRange[] = [];
		for (let block = Math.floor(first / blockSize); block * blockSize <= last; block += 1) {
			const start = block * blockSize;
			const end = Math.min(start + blockSize, rowCount(this.#outline));
			if (start < end && !this.#asked.has(block)) {
				this.#asked.add(block);
				ranges.push(this.entriesOf(start, end));
			}
		}
		return ranges;
	}

	/** @param end Behind the last row. */
	entriesOf(start: number, end = start + 1): EntryRange {
		return { start: this.#outline.starts[start] ?? 0, end: endOf(this.#outline, end - 1) };
	}

	/** @param start Position of the first entry. */
	add(start: number, rows: readonly SessionRow[]): void {
		const first = rowOfEntry(this.#outline, start);
		rows.forEach((row, at) => this.#rows.set(first + at, row));
		for (const row of this.#rows.keys()) {
			if (this.#rows.size <= mostRows) {
				break;
			}
			this.#rows.delete(row);
			this.#asked.delete(Math.floor(row / blockSize));
		}
	}
}
