import assert from 'node:assert/strict';
import {
	readJsonLines,
	type JsonLinesOptions,
	type JsonRecord,
} from '../../../../src/transcripts/bytes/jsonLines.ts';
import { ProblemList } from '../../../../src/transcripts/problems.ts';
import type { TranscriptProblem, TranscriptSource } from '../../../../src/transcripts/reader.ts';
import { memorySource } from '../memorySource.ts';

async function recordsOf(
	source: TranscriptSource,
	options: JsonLinesOptions = {},
): Promise<{ records: readonly JsonRecord[]; problems: readonly TranscriptProblem[] }> {
	const problems = new ProblemList();
	const records: JsonRecord[] = [];
	for await (const record of readJsonLines(source, problems, options)) {
		records.push(record);
	}
	return { records, problems: problems.toArray() };
}

function nested(levels: number): string {
	return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

describe('a file of JSON lines', () => {
	it('is read past a line that is too long to be held', async () => {
		const source = memorySource(`{"a":1}\n{"b":"${'x'.repeat(100)}"}\n{"c":3}\n`);
		const { records, problems } = await recordsOf(source, { wholeBytes: 50, maxBytes: 50 });
		assert.deepEqual(records, [
			{ line: 1, value: { a: 1 } },
			{ line: 3, value: { c: 3 } },
		]);
		assert.deepEqual(problems, [
			{ line: 2, message: 'This line is longer than 50 bytes; it was left out.' },
		]);
	});

	it('keeps start and end of a very long text, and says so', async () => {
		const source = memorySource(`{"a":1}\n{"b":"${'x'.repeat(1_000_000)}"}\n`);
		const { records, problems } = await recordsOf(source, { wholeBytes: 1_000 });
		assert.deepEqual(
			records.map(({ line }) => line),
			[1, 2],
		);
		assert.deepEqual(problems, [
			{
				line: 2,
				message: 'This line is very long; of a text in it only start and end were kept.',
			},
		]);
	});

	it('is read past a line that is nested too deeply', async () => {
		const text = `{"a":1}\n{"b":${nested(100_000)}}\n${nested(500)}\n${nested(501)}{"c":3}\n{"d":4}\n`;
		const { records, problems } = await recordsOf(memorySource(text));
		assert.deepEqual(
			records.map(({ line }) => line),
			[1, 3, 5],
		);
		assert.deepEqual(problems, [
			{ line: 2, message: 'This line is nested more than 500 levels deep; it was left out.' },
			{ line: 4, message: 'This line is not valid JSON; it was left out.' },
		]);
	});

	it('keeps what was read when the disk fails in the middle', async () => {
		const source: TranscriptSource = {
			...memorySource(''),
			async *bytes() {
				yield Buffer.from('{"a":1}\n{"b":2}\n{"c');
				throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
			},
		};
		const { records, problems } = await recordsOf(source);
		assert.equal(records.length, 2);
		assert.deepEqual(problems, [
			{
				line: 3,
				message: 'The file could not be read on from here: the disk reported an error.',
			},
		]);
	});

	it('keeps lone surrogates and keys of any name as what they are', async () => {
		const text = '{"a":"\\ud800","__proto__":{"polluted":true},"constructor":1}\n';
		const { records } = await recordsOf(memorySource(text));
		assert.equal(JSON.stringify(records[0]?.value), text.trim());
		assert.equal('polluted' in {}, false);
	});
});
