import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { readBytes, readStart, sourceOf } from '../../../../src/transcripts/bytes/content.ts';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import { jsonl, memorySource } from '../memorySource.ts';
import { only } from '../reading.ts';

describe('what a file holds', () => {
	it('is refused where it is larger than what is held in memory', async () => {
		const large = { ...memorySource(''), size: 2 ** 28 + 1 };
		await assert.rejects(readBytes(large), { name: 'TranscriptError', code: 'too-large' });
		const grown = sourceOf('x', Buffer.alloc(2 ** 28 + 1));
		await assert.rejects(readBytes({ ...grown, size: 1 }), { code: 'too-large' });
		assert.equal((await readStart(large)).length, 0);
	});
});

const chat = jsonl({ role: 'user', content: 'go' }, { role: 'assistant', content: 'Done.' });

describe('a file packed with Zstandard', () => {
	it('is opened as what it holds', async () => {
		for (const text of [chat, JSON.stringify([{ role: 'user', content: 'go' }])]) {
			const transcript = await openTranscript(memorySource(zlib.zstdCompressSync(text)));
			assert.equal(transcript.format, 'messages');
			assert.ok(only(transcript).messages.length > 0);
		}
	});

	it('is refused when it holds more than is read of any file', async () => {
		const packed = memorySource(zlib.zstdCompressSync(Buffer.alloc(2 ** 28 + 1)));
		await assert.rejects(openTranscript(packed), { code: 'too-large' });
	});
});
