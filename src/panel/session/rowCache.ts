import type { SessionOutline, SessionRow } from '../../protocol/session.ts';
import { endOf, rowCount, rowOfEntry } from './outlineRows.ts';

/** Rows requested at once. */
const blockSize = 40;

/** Maximum number of cached rows; the oldest are evicted first. */
const maxRows = 2_000;

/** Entries to request from the host. */
interface EntryRange {
	readonly start: number;
	readonly end: number;
}

/** Cache of rows and requested blocks. */
export class RowCache {
	readonly #outline: SessionOutline;
	readonly #rows = new Map<number, SessionRow>();
	readonly #requested = new Set<number>();

	/** @param before Its rows with the same entries are shown until the new ones arrive. */
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

	/** Undefined: not received yet. */
	at(row: number): SessionRow | undefined {
		return this.#rows.get(row);
	}

	/** Ranges to request before these rows can be drawn; each block is requested once. */
	missing(first: number, last: number): readonly EntryRange[] {
		const ranges: EntryRange[] = [];
		for (let block = Math.floor(first / blockSize); block * blockSize <= last; block += 1) {
			const start = block * blockSize;
			const end = Math.min(start + blockSize, rowCount(this.#outline));
			if (start < end && !this.#requested.has(block)) {
				this.#requested.add(block);
				ranges.push(this.entriesOf(start, end));
			}
		}
		return ranges;
	}

	/** @param end The row after the last. */
	entriesOf(start: number, end = start + 1): EntryRange {
		return { start: this.#outline.starts[start] ?? 0, end: endOf(this.#outline, end - 1) };
	}

	/** @param start Position of the first entry. */
	add(start: number, rows: readonly SessionRow[]): void {
		const first = rowOfEntry(this.#outline, start);
		rows.forEach((row, at) => this.#rows.set(first + at, row));
		for (const row of this.#rows.keys()) {
			if (this.#rows.size <= maxRows) {
				break;
			}
			this.#rows.delete(row);
			this.#requested.delete(Math.floor(row / blockSize));
		}
	}
}
