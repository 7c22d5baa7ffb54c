import assert from 'node:assert/strict';
import { withReadableJson } from '../../../src/summary/readableJson.ts';

const lines = (from: number, to: number): string =>
	Array.from({ length: to - from }, (_, index) => `line ${from + index} of the old text`).join(
		'\n',
	);

describe('JSON for a writer', () => {
	it('shows long texts as they are, and short ones as they were', () => {
		const text = JSON.stringify({ path: 'a\\b.ts', content: lines(0, 9) });
		assert.equal(withReadableJson(text), `{"path":"a\\\\b.ts","content":"${lines(0, 9)}"}`);
	});

	it('is found behind other lines', () => {
		const text = `Wall time: 2 s\nOutput:\n${JSON.stringify({ diff: lines(0, 9) }, null, 2)}`;
		assert.ok(withReadableJson(text).includes(lines(0, 9)));
	});

	it('tells a text once that a tool gives twice', () => {
		const shown = withReadableJson(JSON.stringify([lines(0, 20), { again: lines(0, 20) }]));
		assert.equal(shown.split('line 7 ').length, 2);
	});

	it('shows of an edit the lines that both its texts have once', () => {
		const [old, changed] = [lines(0, 20), `${lines(0, 9)}\nmended\n${lines(10, 20)}`];
		const shown = withReadableJson(JSON.stringify({ old_string: old, new_string: changed }));
		assert.match(shown, /9 lines as in the text before⟫\nmended\n⟪precis: 10 lines as/);
		assert.equal(shown.split('line 9 ').length, 2);
	});

	it('leaves every other text as it is', () => {
		for (const text of ['', 'plain', '{ not: JSON }', `${lines(0, 9)}\n{"cut": "off`]) {
			assert.equal(withReadableJson(text), text);
		}
	});
});
