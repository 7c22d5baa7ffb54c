import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { objectsIn } from '../../../../src/transcripts/bytes/jsonPieces.ts';
import {
	readJsonRecords,
	type DocumentFields,
	type PlacedRecord,
} from '../../../../src/transcripts/bytes/records.ts';
import { ProblemList } from '../../../../src/transcripts/problems.ts';
import type { TranscriptProblem } from '../../../../src/transcripts/reader.ts';
import { assertLinear } from '../../../support/growth.ts';
import { jsonl, memorySource } from '../memorySource.ts';

async function recordsOf(
	content: string | Uint8Array,
	listKeys?: readonly string[],
): Promise<{
	records: readonly PlacedRecord[];
	fields: DocumentFields;
	problems: readonly TranscriptProblem[];
}> {
	const problems = new ProblemList();
	const source = memorySource(content);
	const records: PlacedRecord[] = [];
	const found = await readJsonRecords(source, problems, listKeys, undefined);
	for await (const record of found.records) {
		records.push(record);
	}
	return { records, fields: found.fields, problems: problems.toArray() };
}

const linesOf = (problems: readonly TranscriptProblem[]): readonly number[] =>
	problems.map(({ line }) => line);

describe('a file of JSON lines', () => {
	const record = (text: string): string =>
		JSON.stringify({ kind: 'said', content: [{ type: 'text', text }], nested: { other: 1 } });
	const textsOf = (records: readonly PlacedRecord[]): readonly string[] =>
		records.map(({ value }) => (value as { content: [{ text: string }] }).content[0].text);

	it('ends its lines at \\n, which \\r may precede, and at no other separator', async () => {
		const { records, problems } = await recordsOf('"a"\r\n\r\n\n"b\u2028c\u0085"\n"d"');
		assert.deepEqual(
			records.map(({ line, value }) => [line, value]),
			[
				[1, 'a'],
				[4, 'b\u2028c\u0085'],
				[5, 'd'],
			],
		);
		assert.deepEqual(problems, []);
	});

	it('tells which line has bytes that are not UTF-8', async () => {
		const { records, problems } = await recordsOf(Buffer.from('"é"\n"\u00e9"\n', 'latin1'));
		assert.deepEqual([records[0]?.value, linesOf(problems)], ['\uFFFD', [1, 2]]);
	});

	it('has what is whole behind a torn record on the same line, wherever that was torn', async () => {
		const torn = record('torn "{" here');
		for (let end = 1; end < torn.length; end += 1) {
			const line = `${torn.slice(0, end)}${record('whole')}${record('another')}`;
			const { records, problems } = await recordsOf(
				`${record('first')}\n${line}\n${record('last')}\n`,
			);
			const all = textsOf(records);
			assert.deepEqual(all, ['first', 'whole', 'another', 'last'], torn.slice(0, end));
			assert.deepEqual(linesOf(problems), [2]);
		}
	});

	it('has the record behind zeros, and what begins as records before it behind rubbish', async () => {
		const text = `${record('first')}\n\0\0\0${record('second')}\n…"}}${record('third')}\n`;
		const { records, problems } = await recordsOf(text);
		assert.deepEqual(textsOf(records), ['first', 'second', 'third']);
		assert.deepEqual(linesOf(problems), [2, 3]);
	});

	it('is read in time linear in its torn records, in a line and in a list', () => {
		for (const isList of [false, true]) {
			assertLinear(250, (count) => {
				const text = '{"type":"a","x":1 {"type":"a","x":1} '.repeat(count);
				return () => objectsIn(text, [], { isList });
			});
		}
	});

	it('has nothing of what stands within a torn record', async () => {
		const { records, problems } = await recordsOf(
			`${record('first')}\n{"kind":"said","list":[{"kind":1},{"kind":2}],"x":\n`,
		);
		assert.deepEqual([records.length, problems.length], [1, 1]);
	});

	it('is read past a line that is nested too deeply', async () => {
		const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
		const text = `{"a":1}\n{"b":${nested(100_000)}}\n${nested(500)}\n${nested(501)}{"c":3}\n{"d":4}\n`;
		const { records, problems } = await recordsOf(text);
		assert.deepEqual(
			records.map(({ line }) => line),
			[1, 3, 5],
		);
		assert.deepEqual(linesOf(problems), [2, 4]);
	});

	it('keeps lone surrogates and keys of any name as what they are', async () => {
		const text = '{"a":"\\ud800","__proto__":{"polluted":true},"constructor":1}\n';
		const { records } = await recordsOf(text);
		assert.equal(JSON.stringify(records[0]?.value), text.trim());
		assert.equal('polluted' in {}, false);
	});

	it('can be left in the middle', async () => {
		const stop = new AbortController();
		const source = memorySource('"x"\n'.repeat(1e6));
		const reading = await readJsonRecords(source, new ProblemList(), undefined, stop.signal);
		const reason = new Error('closed');
		await assert.rejects(async () => {
			for await (const { line } of reading.records) {
				if (line === 10) {
					stop.abort(reason);
				}
			}
		}, reason);
	});
});

interface ReadDocument {
	readonly values: readonly unknown[];
	readonly fields: Readonly<Record<string, unknown>>;
	readonly problems: number;
}

async function read(text: string): Promise<ReadDocument> {
	const { records, problems, ...rest } = await recordsOf(text, ['history']);
	const fields = Object.entries(rest.fields);
	return {
		values: records.map(({ value }) => value),
		fields: Object.fromEntries(fields.filter(([, value]) => typeof value !== 'object')),
		problems: problems.length,
	};
}

describe('a JSON document with a list', () => {
	const session = {
		id: 's',
		version: 3,
		nested: { title: 'not this', history: [0] },
		history: [{ id: 'inner' }, 'text'],
		flag: true,
		title: 'A "title"',
	};

	it('gives its elements and what stands beside them', async () => {
		const expected = {
			values: [{ id: 'inner' }, 'text'],
			fields: { id: 's', version: 3, flag: true, title: 'A "title"' },
			problems: 0,
		};
		assert.deepEqual(await read(JSON.stringify(session)), expected);
		assert.deepEqual(await read(JSON.stringify(session, null, 1)), expected);
	});

	it('may be the list itself, which has nothing beside it', async () => {
		const expected = { values: [1, { title: 'x' }], fields: {}, problems: 0 };
		assert.deepEqual(await read('[1,{"title":"x"}]'), expected);
	});

	it('gives what comes before the place where it is cut off', async () => {
		const text = JSON.stringify(session);
		const { values, fields, problems } = await read(text.slice(0, text.indexOf('"text"') + 3));
		assert.deepEqual([values, fields], [[{ id: 'inner' }], { id: 's', version: 3 }]);
		assert.equal(problems, 1);
	});

	it('gives what is whole before and behind a fault', async () => {
		const entries = Array.from({ length: 9 }, (_, at) => ({
			at,
			list: [{ type: 'x' }, { no: at }],
		}));
		const text = JSON.stringify({ id: 's', history: entries }, null, 1);
		for (const [from, to] of [
			['"at": 4,', '"at": 4'],
			['"at": 4', '"at": \u0001'],
			['"type": "x"', '"type": x'],
		] as const) {
			const at = text.indexOf(from, text.indexOf('"at": 4'));
			const damaged = text.slice(0, at) + to + text.slice(at + from.length);
			const { values, fields, problems } = await read(damaged);
			assert.deepEqual(values, entries.toSpliced(4, 1), to);
			assert.deepEqual([fields, problems], [{ id: 's' }, 1]);
		}
	});

	it('may be followed by something else, whatever it says', async () => {
		const mark = fc.constantFrom(...'"\\{}[],:a \n'.split(''), 'é', '😀');
		const text = fc.string({ unit: mark, maxLength: 30 });
		const entry = fc.record({ role: text, [' "]}']: text }, { noNullPrototype: true });
		const wrap = fc.constantFrom(
			(list: unknown) => list,
			(list: unknown) => ({ a: '"]', history: list, b: [{ c: '}' }] }),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(entry), wrap, fc.nat(1), async (list, wrapped, indent) => {
				const damaged = `${JSON.stringify(wrapped(list), null, indent)}\n}`;
				const { values, problems } = await read(damaged);
				assert.deepEqual([values, problems], [list, 1]);
			}),
			{ numRuns: 200 },
		);
	});

	it('does no harm by keys that mean something to JavaScript', async () => {
		const text = '{"__proto__":{"polluted":true},"history":[{"__proto__":{"polluted":true}}]}';
		for (const written of [text, `${text}{`]) {
			assert.equal((await read(written)).values.length, 1);
			assert.equal(({} as { polluted?: boolean }).polluted, undefined);
		}
	});
});

describe('a long file', () => {
	it('lets other work run while its records are taken', async () => {
		const values = Array.from({ length: 20 }, (_, index) => ({ index }));
		const document = { content: JSON.stringify(values), listKeys: ['messages'] };
		const lines = { content: jsonl(...values), listKeys: undefined };
		for (const { content, listKeys } of [document, lines]) {
			const source = memorySource(content);
			const { records } = await readJsonRecords(source, new ProblemList(), listKeys, undefined);
			let ran = 0;
			for await (const _ of records) {
				setImmediate(() => {
					ran += 1;
				});
				for (const since = Date.now(); Date.now() - since < 5; ) {
					// Work with the record.
				}
			}
			assert.ok(ran >= 10, String(ran));
		}
	});
});
