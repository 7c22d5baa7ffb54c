import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { cutArguments, pruneContext } from '../../../src/compaction/standIns.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { assistant, call, logOf, prose, result } from '../../support/logs.ts';
import { isJson } from '../../support/providerRules.ts';

function cut(value: unknown): unknown {
	return JSON.parse(cutArguments(JSON.stringify(value)));
}

/** The value without what cutting may change: its long strings. */
function shapeOf(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value), (_key, leaf: unknown) =>
		typeof leaf === 'string' && leaf.length > 200 ? 'long' : leaf,
	) as unknown;
}

describe('arguments of a call outside the tail', () => {
	it('have long strings cut to 200 characters, with a mark', () => {
		const content = prose(6_012);
		const { path, content: left } = cut({ path: 'a.ts', content }) as Record<string, string>;
		assert.equal(path, 'a.ts');
		const [, kept = '', omitted = ''] =
			/^(.*)⟪precis: ([\d,]+) of 6,012 characters omitted⟫$/.exec(left ?? '') ?? [];
		assert.ok(content.startsWith(kept) && kept.length <= 200 && kept.length > 180);
		assert.equal(Number(omitted.replace(',', '')), content.length - kept.length);
	});

	it('keep numbers digit by digit', () => {
		const numbers = '"id": 12345678901234567890, "ratio": 1.0, "huge": 1e999, "small": -0';
		const left = cutArguments(`{${numbers}, "text": ${JSON.stringify(prose(900))}}`);
		for (const number of ['12345678901234567890', '1.0', '1e999', '-0']) {
			assert.ok(left.includes(number), number);
		}
	});

	it('are left alone when they are not JSON', () => {
		for (const text of [
			prose(900),
			`{"path": "${prose(900)}`,
			`${JSON.stringify({ a: prose(900) })},`,
		]) {
			assert.equal(cutArguments(text), text);
		}
	});

	it('keep the end of a long path, which names the file', () => {
		const folders = '/srv/' + 'deep/'.repeat(60);
		const cut = JSON.parse(
			cutArguments(JSON.stringify({ path: `${folders}cart.ts`, text: prose(900) })),
		) as { readonly path: string };
		assert.match(cut.path, /^⟪precis: [^⟫]*⟫(?:\/deep)+\/cart\.ts$/);
	});

	it('survive any nesting', () => {
		const text = `${'['.repeat(50_000)}${JSON.stringify(prose(900))}${']'.repeat(50_000)}`;
		assert.ok(cutArguments(text).length <= text.length);
	});

	it('stay JSON of the same shape, never grow and are not cut twice', () => {
		const long = fc.integer({ min: 0, max: 2_000 }).map((length) => prose(length, length));
		const json = fc.letrec((tie) => ({
			value: fc.oneof(
				{ depthSize: 'small' },
				long,
				fc.string({ unit: 'binary', maxLength: 400 }),
				fc.constantFrom(1, -0.5, true, null),
				fc.array(tie('value'), { maxLength: 4 }),
				fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
			),
		})).value;
		fc.assert(
			fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				const left = cutArguments(text);
				assert.ok(isJson(left));
				assert.ok(left.length <= text.length);
				assert.deepEqual(shapeOf(JSON.parse(left)), shapeOf(value));
				assert.equal(cutArguments(left), left);
			}),
			{ numRuns: 40 },
		);
	});
});

describe('the edit of a message with several calls', () => {
	it('replaces the arguments of those that are long and keeps the others', () => {
		const short = call('a', 'Read', { path: 'a.ts' });
		const long = call('b', 'Write', { path: 'b.ts', content: prose(3_000) });
		const log = logOf(assistant('Both', short, long), result('a'), result('b'));
		const [edit, ...others] = pruneContext(
			{ log, pairs: pairTools(log), counter: estimatedTokens, recall: false },
			{ start: 0, end: 3 },
			{ start: 3, end: 3 },
		);
		assert.deepEqual(others, []);
		assert.equal(edit?.message, 0);
		assert.equal(edit?.arguments?.[0], short.arguments);
		assert.ok((edit?.arguments?.[1]?.length ?? 0) < 400);
		assert.ok((edit?.tokens ?? 0) < (log[0]?.tokens ?? 0));
	});
});
