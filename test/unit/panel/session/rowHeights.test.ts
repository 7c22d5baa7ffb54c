import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { RowHeights } from '../../../../src/panel/session/rowHeights.ts';

describe('heights of rows', () => {
	const heights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 200 });
	const changes = fc.array(fc.tuple(fc.nat(199), fc.integer({ min: 1, max: 2_000 })));

	it('give the place of every row, and the row at every place, whatever was measured', () => {
		fc.assert(
			fc.property(heights, changes, (estimates, measured) => {
				const rows = new RowHeights(Float64Array.from(estimates));
				const known = [...estimates];
				for (const [row, height] of measured) {
					rows.set(row, height);
					if (row < known.length) {
						known[row] = height;
					}
				}
				let offset = 0;
				for (const [row, height] of known.entries()) {
					assert.equal(rows.offsetOf(row), offset);
					assert.equal(rows.rowAt(offset), row);
					assert.equal(rows.rowAt(offset + height - 0.5), row);
					offset += height;
				}
				assert.equal(rows.total, offset);
			}),
		);
	});

	it('say whether a measured height is another one', () => {
		const rows = new RowHeights(Float64Array.of(10, 20));
		assert.equal(rows.set(1, 20.2), false);
		assert.equal(rows.set(1, 25), true);
		assert.equal(rows.set(2, 25), false);
	});

	it('take places outside for the first and the last row', () => {
		const rows = new RowHeights(Float64Array.of(10, 20));
		assert.deepEqual([rows.rowAt(-5), rows.rowAt(1_000)], [0, 1]);
	});
});
