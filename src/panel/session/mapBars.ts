import type { ContextPart, SessionOutline } from '../../protocol/session.ts';
import { kindAt, placeAt, rowCount } from './outlineRows.ts';

/** More bars than this cannot be told apart on a screen. */
const mostSlots = 480;

/** Width of the drawing, of which a bar takes its share. */
export const mapWidth = 100;

/** Where the bars begin; in front of them stands the rail that shows places. */
const barStart = 14;

/** The map as shapes: each row of it stands for one row of the session or for several. */
export interface MapBars {
	/** Height of the drawing. */
	readonly slots: number;
	/** Shapes of each place: a rail without gaps, and a bar for the tokens of each slot. */
	readonly shapes: ReadonlyMap<ContextPart, string>;
	/** Marks where the person speaks. */
	readonly turns: string;
}

interface Slot {
	tokens: number;
	place: ContextPart;
	/** Of the row that gives the slot its place. */
	largest: number;
	isTurn: boolean;
}

/**
 * The map of an outline. Lengths grow with the square root of the tokens, so that a huge output does not
 * make all others vanish.
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
