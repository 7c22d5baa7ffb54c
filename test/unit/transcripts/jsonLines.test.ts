import assert from 'node:assert/strict';
import { readJsonLines } from '../../../src/transcripts/jsonLines.ts';
import { ProblemList } from '../../../src/transcripts/problems.ts';
import { memorySource } from './memorySource.ts';

describe('a file of JSON lines', () => {
	it('is read past a line that is too long to be held', async () => {
		const problems = new ProblemList();
		const source = memorySource(`{"a":1}\n{"b":"${'x'.repeat(100)}"}\n{"c":3}\n`);
		const records: unknown[] = [];
		for await (const record of readJsonLines(source, problems, { maxLineBytes: 50 })) {
			records.push(record);
		}
		assert.deepEqual(records, [
			{ line: 1, value: { a: 1 } },
			{ line: 3, value: { c: 3 } },
		]);
		assert.deepEqual(problems.toArray(), [
			{ line: 2, message: 'This line is longer than 50 bytes; it was left out.' },
		]);
	});
});
