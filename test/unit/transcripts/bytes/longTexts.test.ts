import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LongTextCutter } from '../../../../src/transcripts/bytes/longTexts.ts';

const origin = { name: 'a.jsonl', line: 7, offset: 1_000 };

function cut(json: string, { kept = 16, chunk = 1e9 } = {}): { text: string; cuts: number } {
	const cutter = new LongTextCutter(origin, kept);
	const bytes = Buffer.from(json);
	for (let start = 0; start < bytes.length; start += chunk) {
		cutter.push(bytes.subarray(start, start + chunk));
	}
	return { text: Buffer.from(cutter.take()).toString(), cuts: cutter.cuts };
}

describe('cutting long texts out of JSON', () => {
	it('keeps start and end of a text, and says what is missing and where it is', () => {
		const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(4);
		const { text: json, cuts } = cut(JSON.stringify({ short: 'text', long: text }));
		const { short, long } = JSON.parse(json) as { short: string; long: string };
		assert.equal(short, 'text');
		assert.equal(cuts, 1);
		const [head, mark, tail] = long.split('\n');
		assert.equal(head, 'abcdefghijklmnop');
		assert.equal(
			mark,
			'⟪precis: 78 of 104 bytes left out · the whole text is in a.jsonl, line 7, from byte 1,024⟫',
		);
		assert.ok(text.endsWith(tail ?? '?') && (tail ?? '').length >= 9);
	});

	it('leaves everything as it is that is not long', () => {
		const json = JSON.stringify([{ 'a "b" \\': 'x'.repeat(32) }, 1.5, null, '\\', '"']);
		assert.deepEqual(cut(json), { text: json, cuts: 0 });
	});

	it('cuts no character, escape or pair of escapes in half, wherever the bytes were cut', () => {
		const character = fc.constantFrom('a', '"', '\\', '\n', 'é', '→', '😀', '\u0001', ' ', 'u');
		const text = fc.string({ unit: character, minLength: 0, maxLength: 300 });
		const escaped = fc.constantFrom(
			(json: string) => json,
			// As Python writes it: everything beyond ASCII is an escape.
			(json: string) =>
				json.replace(
					/[\u0080-\uffff]/g,
					(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
				),
		);
		fc.assert(
			fc.property(text, escaped, fc.integer({ min: 1, max: 40 }), (text, write, chunk) => {
				const json = write(JSON.stringify([text]));
				const { text: kept, cuts } = cut(json, { chunk });
				assert.equal(kept, cut(json).text);
				const [value = ''] = JSON.parse(kept) as string[];
				assert.ok(value.isWellFormed() && !value.includes('\uFFFD'));
				if (cuts === 0) {
					assert.equal(value, text);
					return;
				}
				const [head = '?', tail = '?'] = value.split(/\n⟪precis: [^⟫]*⟫\n/);
				assert.ok(text.startsWith(head) && text.endsWith(tail));
			}),
			{ numRuns: 500 },
		);
	});

	it('holds little of a text of any length', () => {
		const cutter = new LongTextCutter(origin);
		const piece = Buffer.alloc(1 << 20, 'x');
		cutter.push(Buffer.from('["'));
		for (let count = 0; count < 300; count += 1) {
			cutter.push(piece);
			assert.ok(cutter.length < 3 << 20);
		}
		cutter.push(Buffer.from('"]'));
		assert.ok(cutter.take().length < 600_000);
	});
});
