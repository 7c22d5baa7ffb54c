import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { objectsIn, parseJsonStart } from '../../../../src/transcripts/bytes/jsonPieces.ts';

describe('objects that run into each other', () => {
	it('are found one by one', () => {
		assert.deepEqual(objectsIn('{"a":"}{"} {"b":{"c":"\\"}"}}'), {
			objects: [{ a: '}{' }, { b: { c: '"}' } }],
			complete: true,
		});
	});

	it('are kept up to what is not JSON', () => {
		assert.deepEqual(objectsIn('{"a":1}{"b":'), { objects: [{ a: 1 }], complete: false });
		assert.deepEqual(objectsIn('{"a":{"a":1},{"a":2}'), { objects: [{ a: 2 }], complete: false });
		assert.deepEqual(objectsIn('{"a":1} rubbish'), { objects: [{ a: 1 }], complete: false });
		assert.deepEqual(objectsIn('rubbish'), { objects: [], complete: false });
	});

	it('are as many as were written, whatever they hold', () => {
		fc.assert(
			fc.property(fc.array(fc.dictionary(fc.string(), fc.json())), (objects) => {
				const text = objects.map((object) => JSON.stringify(object)).join('');
				assert.deepEqual(objectsIn(text).objects, JSON.parse(JSON.stringify(objects)));
			}),
		);
	});
});

describe('the start of a document', () => {
	it('shows what was there before the cut', () => {
		assert.deepEqual(parseJsonStart('[{"role":"user","content":"Hel'), [
			{ role: 'user', content: 'Hel' },
		]);
		assert.deepEqual(parseJsonStart('{"a":[1,2,{"b":tr'), { a: [1, 2, {}] });
		assert.deepEqual(parseJsonStart('{"a":1,"key cut in the mid'), { a: 1 });
		assert.deepEqual(parseJsonStart('{"a":1,"b":'), { a: 1 });
	});

	it('may be cut inside an escape', () => {
		assert.deepEqual(parseJsonStart('["a\\'), ['a']);
		assert.deepEqual(parseJsonStart('["a\\u00'), ['a']);
	});

	it('is undefined when it is not JSON', () => {
		assert.equal(parseJsonStart('# A chat'), undefined);
		assert.equal(parseJsonStart(''), undefined);
	});

	it('is what the whole document says, wherever it is cut', () => {
		const document = { a: [{ b: 'x "y" \\ z', c: -1.5e3 }, null, true], d: { e: {} } };
		const text = JSON.stringify(document);
		assert.deepEqual(parseJsonStart(text), document);
		for (let end = 1; end < text.length; end += 1) {
			const start = parseJsonStart(text.slice(0, end));
			assert.ok(typeof start === 'object' && start !== null, text.slice(0, end));
		}
	});
});
