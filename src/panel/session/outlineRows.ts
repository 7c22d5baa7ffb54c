import {
	type ContextPart,
	places,
	type RowKind,
	rowKinds,
	type SessionOutline,
} from '../../protocol/session.ts';

/** Tallest page that browsers can draw, pixels, with a margin. */
const maxHeight = 30_000_000;

/** Estimated heights of the parts of a row, pixels. */
const parts = { row: 14, heading: 26, line: 20, call: 26 };

/** Number of rows. */
export function rowCount({ starts }: SessionOutline): number {
	return starts.length;
}

/** A path relative to one of these folders, if it is in one. */
export function shortPath(path: string, folders: readonly string[]): string {
	const folder = folders.find(
		(one) => path.startsWith(one) && /[\\/]/.test(path.charAt(one.length)),
	);
	return folder === undefined ? path : path.slice(folder.length + 1);
}

/** Who speaks in a row. */
export function kindAt({ kinds }: SessionOutline, row: number): RowKind {
	return rowKinds[kinds[row] ?? 0] ?? 'person';
}

/** Place of a row in the context. */
export function placeAt({ places: column }: SessionOutline, row: number): ContextPart {
	return places[column[row] ?? 0] ?? 'conversation';
}

/** Position after the last entry of a row. */
export function endOf({ starts, entries }: SessionOutline, row: number): number {
	return starts[row + 1] ?? entries;
}

/** Estimated heights of rows that are not drawn yet, pixels. */
export function estimatedHeights(outline: SessionOutline): Float64Array {
	const maxRowHeight = maxHeight / Math.max(1, rowCount(outline));
	return Float64Array.from(outline.starts, (_, row) => {
		const isHeaded =
			kindAt(outline, row) !== 'assistant' || kindAt(outline, row - 1) !== 'assistant';
		const height =
			parts.row +
			(isHeaded ? parts.heading : 0) +
			(outline.lines[row] ?? 0) * parts.line +
			(outline.calls[row] ?? 0) * parts.call;
		return Math.min(height, maxRowHeight);
	});
}

/** The row of a message; undefined: none. @param number From 1. */
export function rowOfNumber(outline: SessionOutline, number: number): number | undefined {
	const row = outline.numbers.findIndex((first, at) => {
		const count = endOf(outline, at) - (outline.starts[at] ?? 0);
		return first > 0 && number >= first && number < first + count;
	});
	return row < 0 ? undefined : row;
}

/** The row of the next message after a missing one. @param number From 1. */
export function nearestRow({ numbers }: SessionOutline, number: number): number {
	const next = numbers.findIndex((first) => first >= number);
	return next < 0 ? Math.max(0, numbers.length - 1) : next;
}

/** The row of an entry. @param position From 0. */
export function rowOfEntry({ starts }: SessionOutline, position: number): number {
	let [low, high] = [0, starts.length];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		[low, high] = (starts[middle] ?? 0) <= position ? [middle, high] : [low, middle];
	}
	return low;
}

/** Rows of these entries, each once. @param entries Ascending. */
export function rowsOfEntries(outline: SessionOutline, entries: Uint32Array): readonly number[] {
	const rows: number[] = [];
	for (const position of entries) {
		const row = rowOfEntry(outline, position);
		if (rows.at(-1) !== row) {
			rows.push(row);
		}
	}
	return rows;
}

/** A turn: a message of the user and everything until their next one. */
export interface SessionTurn {
	/** First row, and the row after the last. */
	readonly start: number;
	readonly end: number;
	readonly tokens: number;
}

/** The turn a row belongs to. */
export function turnOfRow(outline: SessionOutline, row: number): SessionTurn {
	const begins = (at: number): boolean => kindAt(outline, at) === 'person';
	let start = row;
	while (start > 0 && !begins(start)) {
		start -= 1;
	}
	let end = row + 1;
	while (end < rowCount(outline) && !begins(end)) {
		end += 1;
	}
	const tokens = outline.tokens.subarray(start, end).reduce((sum, one) => sum + one, 0);
	return { start, end, tokens };
}

/** Consecutive rows with the same place. */
export interface Zone {
	readonly place: ContextPart;
	readonly start: number;
	readonly end: number;
	readonly tokens: number;
	readonly messages: number;
}

/** All zones, in order. */
export function zonesOf(outline: SessionOutline): readonly Zone[] {
	const zones: Zone[] = [];
	for (let start = 0; start < rowCount(outline); ) {
		const place = placeAt(outline, start);
		let end = start;
		let tokens = 0;
		while (end < rowCount(outline) && placeAt(outline, end) === place) {
			tokens += outline.tokens[end] ?? 0;
			end += 1;
		}
		const messages = endOf(outline, end - 1) - (outline.starts[start] ?? 0);
		zones.push({ place, start, end, tokens, messages });
		start = end;
	}
	return zones;
}

/** Tokens of each place, in the order of first appearance. */
export function tokensByPlace(zones: readonly Zone[]): ReadonlyMap<ContextPart, number> {
	const sums = new Map<ContextPart, number>();
	for (const { place, tokens } of zones) {
		sums.set(place, (sums.get(place) ?? 0) + tokens);
	}
	return sums;
}

/** Maximum number of bars that can be distinguished on a screen. */
const maxSlots = 480;

/** Width of the drawing. */
export const mapWidth = 100;

/** Start of the bars, after the rail that shows places. */
const barStart = 14;

/** Shapes of the map: each slot represents one or more rows of the session. */
export interface MapBars {
	/** Height of the drawing. */
	readonly slots: number;
	/** Path of each place: a rail without gaps, and a bar for the tokens of each slot. */
	readonly shapes: ReadonlyMap<ContextPart, string>;
	/** Path that marks messages of the user. */
	readonly turns: string;
}

interface Slot {
	tokens: number;
	place: ContextPart;
	/** Tokens of the row that determines the slot's place. */
	largest: number;
	isTurn: boolean;
}

/**
 * Draws the map of an outline. Lengths grow with the square root of the tokens, so that a huge output does not
 * hide all others.
 */
export function mapBars(outline: SessionOutline): MapBars {
	const rows = rowCount(outline);
	const slots = Math.min(rows, maxSlots);
	const filled = slotsOf(outline, slots);
	const largest = filled.reduce((best, { tokens }) => Math.max(best, tokens), 1);
	const shapes = new Map<ContextPart, string>();
	let turns = '';
	filled.forEach(({ tokens, place, isTurn }, at) => {
		const length = Math.max(2, Math.sqrt(tokens / largest) * (mapWidth - barStart));
		const shape = `M0 ${at}h8v1.02h-8zM${barStart} ${at + 0.08}h${length.toFixed(1)}v.84h-${length.toFixed(1)}z`;
		shapes.set(place, (shapes.get(place) ?? '') + shape);
		turns += isTurn ? `M8.5 ${at + 0.1}h4v.8h-4z` : '';
	});
	return { slots, shapes, turns };
}

function slotsOf(outline: SessionOutline, slots: number): readonly Slot[] {
	const rows = rowCount(outline);
	const filled: Slot[] = [];
	for (let row = 0; row < rows; row += 1) {
		const at = Math.floor((row * slots) / rows);
		const tokens = outline.tokens[row] ?? 0;
		const slot = (filled[at] ??= {
			tokens: 0,
			place: placeAt(outline, row),
			largest: 0,
			isTurn: false,
		});
		slot.tokens += tokens;
		slot.isTurn ||= kindAt(outline, row) === 'person';
		if (tokens > slot.largest) {
			slot.largest = tokens;
			slot.place = placeAt(outline, row);
		}
	}
	return filled;
}
