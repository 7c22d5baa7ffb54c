import assert from 'node:assert/strict';
import {
	mapBars,
	estimatedHeights,
	nearestRow,
	rowOfNumber,
	rowsOfEntries,
	tokensByPlace,
	turnOfRow,
	zonesOf,
} from '../../../../src/panel/session/outlineRows.ts';
import { RowCache } from '../../../../src/panel/session/rowCache.ts';
import {
	places,
	rowKinds,
	type ContextPart,
	type RowKind,
	type SessionOutline,
	type SessionRow,
} from '../../../../src/protocol/session.ts';

/** Who speaks, how many entries the row has, its tokens and its place. */
type Sketch = readonly [kind: RowKind, entries: number, tokens: number, place: ContextPart];

function outlineOf(rows: readonly Sketch[]): SessionOutline {
	const starts = rows.map((_, at) => rows.slice(0, at).reduce((sum, [, count]) => sum + count, 0));
	return {
		starts: Uint32Array.from(starts),
		numbers: Uint32Array.from(starts, (start) => start + 1),
		tokens: Uint32Array.from(rows, ([, , tokens]) => tokens),
		kinds: Uint8Array.from(rows, ([kind]) => rowKinds.indexOf(kind)),
		places: Uint8Array.from(rows, ([, , , place]) => places.indexOf(place)),
		lines: Uint16Array.from(rows, () => 2),
		calls: Uint16Array.from(rows, ([, count]) => count - 1),
		entries: rows.reduce((sum, [, count]) => sum + count, 0),
	};
}

const outline = outlineOf([
	['system', 1, 10, 'head'],
	['person', 1, 20, 'head'],
	['assistant', 3, 500, 'summarised'],
	['assistant', 2, 40, 'summarised'],
	['person', 1, 30, 'tail'],
	['assistant', 2, 60, 'tail'],
]);

describe('rows of an outline', () => {
	it('are found by the number of a message, that of an outcome too', () => {
		assert.deepEqual(
			[1, 3, 4, 5, 6, 10].map((number) => rowOfNumber(outline, number)),
			[0, 2, 2, 2, 3, 5],
		);
		assert.equal(rowOfNumber(outline, 11), undefined);
	});

	it('are found once for all of their entries', () => {
		assert.deepEqual(rowsOfEntries(outline, Uint32Array.of(0, 2, 3, 4, 9)), [0, 2, 5]);
	});

	it('leave the next one where a message is not among them', () => {
		const context = { ...outline, numbers: Uint32Array.of(1, 2, 0, 40, 41, 42) };
		assert.equal(rowOfNumber(context, 20), undefined);
		assert.deepEqual([nearestRow(context, 20), nearestRow(context, 99)], [3, 5]);
	});

	it('make turns that begin where the person speaks', () => {
		assert.deepEqual(turnOfRow(outline, 3), { start: 1, end: 4, tokens: 560 });
		assert.deepEqual(turnOfRow(outline, 0), { start: 0, end: 1, tokens: 10 });
	});

	it('make stretches of a place, which have all tokens', () => {
		assert.deepEqual(
			zonesOf(outline).map(({ place, messages, tokens }) => [place, messages, tokens]),
			[
				['head', 2, 30],
				['summarised', 5, 540],
				['tail', 3, 90],
			],
		);
		assert.deepEqual(
			[...tokensByPlace(zonesOf(outline))],
			[
				['head', 30],
				['summarised', 540],
				['tail', 90],
			],
		);
	});

	it('never make a page that no browser draws', () => {
		const count = 1_000_000;
		const many: SessionOutline = {
			...outline,
			starts: Uint32Array.from({ length: count }, (_, at) => at),
			kinds: new Uint8Array(count),
			lines: new Uint16Array(count).fill(60),
			calls: new Uint16Array(count),
			entries: count,
		};
		const total = estimatedHeights(many).reduce((sum, height) => sum + height, 0);
		assert.ok(total <= 30_000_001);
	});
});

describe('the map of the context', () => {
	it('has a longer bar for more tokens, and a mark where the person speaks', () => {
		const { slots, shapes, turns } = mapBars(outline);
		assert.equal(slots, 6);
		assert.deepEqual([...shapes.keys()], ['head', 'summarised', 'tail']);
		assert.equal(turns.match(/M/g)?.length, 2);
		const [longer = 0, shorter = 0] = [
			...(shapes.get('summarised') ?? '').matchAll(/M14 [\d.]+h([\d.]+)/g),
		].map(([, length]) => Number(length));
		assert.ok(longer > shorter * 2);
	});

	it('has no more bars than a screen shows, with the place of the most tokens', () => {
		const rows = Array.from(
			{ length: 4_800 },
			(_, at): Sketch =>
				at % 10 === 7 ? ['assistant', 1, 1_000, 'summarised'] : ['assistant', 1, 5, 'tail'],
		);
		const { slots, shapes } = mapBars(outlineOf(rows));
		assert.equal(slots, 480);
		assert.deepEqual([...shapes.keys()], ['summarised']);
	});
});

describe('rows that were read', () => {
	const row = (): SessionRow => ({ parts: [], calls: [], outcomes: [] });

	it('are asked for once, by their entries', () => {
		const cache = new RowCache(outline);
		assert.deepEqual(cache.missing(0, 5), [{ start: 0, end: 10 }]);
		assert.deepEqual(cache.missing(2, 4), []);
	});

	it('stand where their entries begin', () => {
		const cache = new RowCache(outline);
		const rows = [row(), row()];
		cache.add(2, rows);
		assert.equal(cache.at(1), undefined);
		assert.equal(cache.at(2), rows[0]);
		assert.equal(cache.at(3), rows[1]);
	});

	it('stay until newer ones come, where the same entries still stand', () => {
		const before = new RowCache(outline);
		const rows = Array.from({ length: 6 }, row);
		before.add(0, rows);
		const longer = outlineOf([
			['system', 1, 10, 'head'],
			['person', 1, 20, 'head'],
			['assistant', 4, 500, 'tail'],
		]);
		const cache = new RowCache(longer, before);
		assert.equal(cache.at(1), rows[1]);
		assert.deepEqual([cache.at(2), cache.at(5)], [undefined, undefined]);
		assert.equal(cache.missing(0, 2).length, 1);
	});
});
