import assert from 'node:assert/strict';
import { JsonDocument } from '../../../../src/transcripts/bytes/jsonDocument.ts';
import { ProblemList } from '../../../../src/transcripts/problems.ts';
import { memorySource } from '../memorySource.ts';

const listKeys = ['history'];

interface ReadDocument {
	readonly values: readonly unknown[];
	readonly fields: Readonly<Record<string, unknown>>;
	readonly problems: readonly string[];
}

async function read(text: string): Promise<ReadDocument> {
	const problems = new ProblemList();
	const document = new JsonDocument(memorySource(text), problems, { listKeys });
	const values: unknown[] = [];
	for await (const { value } of document.elements()) {
		values.push(value);
	}
	return {
		values,
		fields: Object.fromEntries(document.fields),
		problems: problems.toArray().map(({ message }) => message),
	};
}

describe('a JSON document with a list', () => {
	const session = {
		id: 's',
		version: 3,
		nested: { title: 'not this' },
		history: [{ id: 'inner' }, 'text'],
		flag: true,
		title: 'A "title"',
	};

	it('gives its elements and what stands beside them', async () => {
		const expected = {
			values: [{ id: 'inner' }, 'text'],
			fields: { id: 's', version: 3, title: 'A "title"' },
			problems: [],
		};
		assert.deepEqual(await read(JSON.stringify(session)), expected);
		assert.deepEqual(await read(JSON.stringify(session, null, 1)), expected);
	});

	it('may be the list itself, which has nothing beside it', async () => {
		const expected = { values: [1, { title: 'x' }], fields: {}, problems: [] };
		assert.deepEqual(await read('[1,{"title":"x"}]'), expected);
	});

	it('gives what comes before the place where it is cut off', async () => {
		const text = JSON.stringify(session);
		const { values, fields, problems } = await read(text.slice(0, text.indexOf('"text"') + 3));
		assert.deepEqual([values, fields], [[{ id: 'inner' }], { id: 's', version: 3 }]);
		assert.equal(problems.length, 1);
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
			assert.deepEqual([fields, problems.length], [{ id: 's' }, 1]);
		}
	});

	it('may be followed by another one', async () => {
		const { values, problems } = await read('[1,2]\n{"history":[3],"id":"t"} rubbish');
		assert.deepEqual([values, problems.length], [[1, 2, 3], 1]);
	});

	it('keeps keys that mean something to JavaScript apart from it', async () => {
		const text = '{"__proto__":"x","history":[{"__proto__":{"polluted":true}}]}';
		for (const written of [text, `${text}{`]) {
			const { fields } = await read(written);
			assert.equal(Object.getOwnPropertyDescriptor(fields, '__proto__')?.value, 'x');
			assert.equal(({} as { polluted?: boolean }).polluted, undefined);
		}
	});
});
