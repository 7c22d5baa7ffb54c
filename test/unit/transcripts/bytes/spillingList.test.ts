import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { SpillFile } from '../../../../src/transcripts/bytes/spillFile.ts';
import { SpillingList } from '../../../../src/transcripts/bytes/spillingList.ts';

/** More than a list holds in memory. */
const large = 3 * 2 ** 20;

describe('a list that does not fit into memory', () => {
	it('is in memory as long as it is small', () => {
		const list = new SpillingList<string>();
		list.push('a', 100);
		list.push('b', 100);
		assert.equal(list.spilled, 0);
		assert.deepEqual([...list], ['a', 'b']);
	});

	it('is in a file when it is large, with lone surrogates and all', () => {
		const list = new SpillingList<object>();
		const items = Array.from({ length: 1_000 }, (_, index) => ({ index, text: '\ud800→😀' }));
		items.forEach((item) => list.push(item, 10_000));
		assert.ok(list.spilled > 700);
		assert.deepEqual([...list], items);
		assert.deepEqual(list.slice(500, 503), items.slice(500, 503));
		assert.deepEqual(list.last, items.at(-1));
	});

	it('is what an array would be, whatever is pushed, cut and read', () => {
		const size = fc.constantFrom(10, 1_000_000, large);
		const step = fc.oneof(
			fc.record({ push: fc.string(), size }),
			fc.record({ cut: fc.nat({ max: 12 }) }),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 30 }), fc.nat(12), fc.nat(12), (steps, from, to) => {
				const list = new SpillingList<string>();
				const model: string[] = [];
				for (const step of steps) {
					if ('push' in step) {
						list.push(step.push, step.size);
						model.push(step.push);
					} else {
						list.cut(step.cut);
						model.length = Math.min(model.length, step.cut);
					}
				}
				assert.deepEqual([...list], model);
				assert.deepEqual(list.slice(from, to), model.slice(from, to));
				assert.deepEqual([list.last, list.length], [model.at(-1), model.length]);
			}),
		);
	});

	it('is read while it grows', () => {
		const list = new SpillingList<number>();
		for (let count = 0; count < 2_000; count += 1) {
			list.push(count, 100_000);
			assert.equal(list.at(Math.floor(count / 2)), Math.floor(count / 2));
		}
	});

	it('lies where nobody else can read it', function () {
		if (process.platform === 'win32') {
			console.log('      Windows has no modes of files: skipped');
			this.skip();
		}
		assert.deepEqual(new SpillFile().stats, { mode: 0o600, links: 0 });
	});
});
