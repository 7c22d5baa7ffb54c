import type { ContextPart, SessionOutline } from '../../protocol/session.ts';
import { kindAt, placeAt, rowCount } from './outlineRows.ts';

/** Most bars that can be distinguished on a screen. */
const mostSlots = 480;

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
	/** Path that marks messages of the person. */
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
	const slots = Math.min(rows, mostSlots);
	const filled = fill(outline, slots);
	const most = filled.reduce((best, { tokens }) => Math.max(best, tokens), 1);
	const shapes = new Map<ContextPart, string>();
	let turns = '';
	filled.forEach(({ tokens, place, isTurn }, at) => {
		const length = Math.max(2, Math.sqrt(tokens / most) * (mapWidth - barStart));
		const shape = `M0 ${at}h8v1.02h-8zM${barStart} ${at + 0.08}h${length.toFixed(1)}v.84h-${length.toFixed(1)}z`;
		shapes.set(place, (shapes.get(place) ?? '') + shape);
		turns += isTurn ? `M8.5 ${at + 0.1}h4v.8h-4z` : '';
	});
	return { slots, shapes, turns };
}

function fill(outline: SessionOutline, slots: number): readonly Slot[] {
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
