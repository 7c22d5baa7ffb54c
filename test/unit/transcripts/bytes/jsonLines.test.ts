import assert from 'node:assert/strict';
import { readJsonLines, type JsonRecord } from '../../../../src/transcripts/bytes/jsonLines.ts';
import { ProblemList } from '../../../../src/transcripts/problems.ts';
import type { TranscriptProblem, TranscriptSource } from '../../../../src/transcripts/reader.ts';
import { memorySource } from '../memorySource.ts';

async function recordsOf(
	source: TranscriptSource,
): Promise<{ records: readonly JsonRecord[]; problems: readonly TranscriptProblem[] }> {
	const problems = new ProblemList();
	const records: JsonRecord[] = [];
	for await (const record of readJsonLines(source, problems)) {
		records.push(record);
	}
	return { records, problems: problems.toArray() };
}

function nested(levels: number): string {
	return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

describe('a file of JSON lines', () => {
	it('is refused where it is larger than what is held in memory', async () => {
		const chunk = Buffer.from(`${'x'.repeat(2 ** 20 - 1)}\n`);
		const endless: TranscriptSource = {
			...memorySource(''),
			async *bytes() {
				for (;;) {
					yield chunk;
				}
			},
		};
		await assert.rejects(recordsOf(endless), { name: 'TranscriptError', code: 'too-large' });
		const large = { ...memorySource(''), size: 2 ** 28 + 1 };
		await assert.rejects(recordsOf(large), { name: 'TranscriptError', code: 'too-large' });
	});

	const record = (text: string): string =>
		JSON.stringify({ kind: 'said', content: [{ type: 'text', text }], nested: { other: 1 } });
	const textsOf = (records: readonly JsonRecord[]): readonly string[] =>
		records.map(({ value }) => (value as { content: [{ text: string }] }).content[0].text);

	it('has what is whole behind a torn record on the same line, wherever that was torn', async () => {
		const torn = record('torn "{" here');
		for (let end = 1; end < torn.length; end += 1) {
			const line = `${torn.slice(0, end)}${record('whole')}${record('another')}`;
			const { records, problems } = await recordsOf(
				memorySource(`${record('first')}\n${line}\n${record('last')}\n`),
			);
			const all = textsOf(records);
			assert.deepEqual(all, ['first', 'whole', 'another', 'last'], torn.slice(0, end));
			assert.deepEqual(
				problems.map((problem) => problem.line),
				[2],
			);
		}
	});

	it('has the record behind zeros, and what begins as records before it behind rubbish', async () => {
		const text = `${record('first')}\n\0\0\0${record('second')}\n…"}}${record('third')}\n`;
		const { records, problems } = await recordsOf(memorySource(text));
		assert.deepEqual(textsOf(records), ['first', 'second', 'third']);
		assert.deepEqual(
			problems.map(({ line }) => line),
			[2, 3],
		);
	});

	it('has nothing of what stands within a torn record', async () => {
		const { records, problems } = await recordsOf(
			memorySource(`${record('first')}\n{"kind":"said","list":[{"kind":1},{"kind":2}],"x":\n`),
		);
		assert.deepEqual([records.length, problems.length], [1, 1]);
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
