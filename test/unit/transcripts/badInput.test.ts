import assert from 'node:assert/strict';
import { textOf } from '../../../src/messages/message.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import type { Transcript } from '../../../src/transcripts/reader.ts';
import { user } from './formats/claudeCode/claudeLines.ts';
import { jsonl, memorySource } from './memorySource.ts';
import { only } from './reading.ts';

/** How formats write what a person said, one value for each message. */
interface Sample {
	readonly said: (text: string) => object;
	/** A file of such values. */
	readonly file: (values: readonly object[]) => string;
	/** Where the second value stands, for people. */
	readonly second: { readonly line: number; readonly what: string };
}

const line = { line: 2, what: 'This line' };
const document = { line: 1, what: 'Entry 2' };
const asLines = (values: readonly object[]): string => jsonl(...values);
const asDocument = (values: readonly object[]): string => JSON.stringify({ messages: values });
const chat = (text: string): object => ({ role: 'user', content: text });

const samples: Readonly<Record<string, Sample>> = {
	'Claude Code': { said: user, file: asLines, second: line },
	'OpenAI chat, document': { said: chat, file: asDocument, second: document },
};

async function open(content: string | Uint8Array): Promise<Transcript> {
	return openTranscript(memorySource(content));
}

function texts(transcript: Transcript): readonly string[] {
	return only(transcript).messages.map(({ content }) => textOf(content));
}

for (const [format, { said, file, second }] of Object.entries(samples)) {
	describe(`${format}: bad input`, () => {
		it('that starts with a byte order mark is read', async () => {
			const { problems, ...transcript } = await open(`\uFEFF${file([said('a'), said('b')])}`);
			assert.deepEqual(texts({ ...transcript, problems }), ['a', 'b']);
			assert.deepEqual(problems, []);
		});

		it('in UTF-16 is refused with what to do about it', async () => {
			const text = file([said('a'), said('b')]);
			for (const bytes of [
				Buffer.from(text, 'utf16le'),
				Buffer.from(`\uFEFF${text}`, 'utf16le'),
				Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
			]) {
				await assert.rejects(open(bytes), /is UTF-16 text\. Save it as UTF-8/);
			}
		});

		it('with bytes that are not UTF-8 is read with a note', async () => {
			const bytes = Buffer.from(file([said('a'), said('b#')]));
			bytes[bytes.indexOf('#')] = 0xe9;
			const transcript = await open(bytes);
			assert.deepEqual(texts(transcript), ['a', 'b\uFFFD']);
			assert.match(transcript.problems[0]?.message ?? '', /bytes that are not UTF-8/);
			assert.equal(transcript.problems[0]?.line, second.line);
		});

		it('nested 100,000 deep in one place is read without that', async () => {
			const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
			const text = file([said('a'), { ...said('b'), extra: '#' }, said('c')]);
			const transcript = await open(text.replace('"#"', deep));
			assert.deepEqual(texts(transcript), ['a', 'c']);
			assert.deepEqual(transcript.problems, [
				{
					line: second.line,
					message: `${second.what} is nested more than 500 levels deep; it was left out.`,
				},
			]);
		});

		it('with a message of many megabytes is read whole', async () => {
			const long = `${'x'.repeat(17 * 2 ** 20)}end`;
			const transcript = await open(file([said('a'), said(long), said('c')]));
			assert.deepEqual(
				texts(transcript).map(({ length }) => length),
				[1, long.length, 1],
			);
			assert.deepEqual(transcript.problems, []);
		});
	});
}
