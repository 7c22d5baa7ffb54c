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

async function read(text: string, wholeBytes?: number): Promise<ReadDocument> {
	const problems = new ProblemList();
	const document = new JsonDocument(memorySource(text), problems, { listKeys, wholeBytes });
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

	it('gives its elements and what stands beside them, streamed or not', async () => {
		const expected = {
			values: [{ id: 'inner' }, 'text'],
			fields: { id: 's', version: 3, title: 'A "title"' },
			problems: [],
		};
		assert.deepEqual(await read(JSON.stringify(session)), expected);
		assert.deepEqual(await read(JSON.stringify(session, null, 1), 0), expected);
	});

	it('may be the list itself, which has nothing beside it', async () => {
		const expected = { values: [1, { title: 'x' }], fields: {}, problems: [] };
		assert.deepEqual(await read('[1,{"title":"x"}]'), expected);
		assert.deepEqual(await read('[1,{"title":"x"}]', 0), expected);
	});

	it('gives what comes before the place where it is cut off', async () => {
		const text = JSON.stringify(session);
		assert.deepEqual(await read(text.slice(0, text.indexOf('"text"') + 3)), {
			values: [{ id: 'inner' }],
			fields: { id: 's', version: 3 },
			problems: ['The document is cut off in the middle; the one entry before it was read.'],
		});
	});

	it('keeps keys that mean something to JavaScript apart from it', async () => {
		const text = '{"__proto__":"x","history":[{"__proto__":{"polluted":true}}]}';
		for (const wholeBytes of [undefined, 0]) {
			const { fields } = await read(text, wholeBytes);
			assert.equal(Object.getOwnPropertyDescriptor(fields, '__proto__')?.value, 'x');
			assert.equal(({} as { polluted?: boolean }).polluted, undefined);
		}
	});
});
