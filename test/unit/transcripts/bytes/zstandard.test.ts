import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import {
	createDecompress as create,
	isZstandard,
	unpackedZstandard,
} from '../../../../src/transcripts/bytes/zstandard.ts';
import { jsonl, memorySource } from '../memorySource.ts';
import { only } from '../reading.ts';

const chat = jsonl({ role: 'user', content: 'go' }, { role: 'assistant', content: 'Done.' });

const describeWhereNodeCan = create === undefined ? describe.skip : describe;

describeWhereNodeCan('a file packed with Zstandard', () => {
	it('is opened as what it holds, however it is cut', async () => {
		const packed = zlib.zstdCompressSync(chat);
		assert.ok(isZstandard(packed));
		for (const chunkBytes of [1, 7, 1_000]) {
			const transcript = await openTranscript(memorySource(packed, { chunkBytes }));
			assert.equal(transcript.format, 'openai-chat');
			assert.equal(only(transcript).messages.length, 2);
		}
	});

	it('may be a document', async () => {
		const document = JSON.stringify([{ role: 'user', content: 'go' }]);
		const transcript = await openTranscript(memorySource(zlib.zstdCompressSync(document)));
		assert.equal(only(transcript).messages.length, 1);
	});

	it('is unpacked once: what unpacks to something packed is no session', async () => {
		const twice = zlib.zstdCompressSync(zlib.zstdCompressSync(chat));
		await assert.rejects(openTranscript(memorySource(twice)), {
			code: 'unknown-format',
			message: /it is a Zstandard file\b/,
		});
	});

	it('is refused when it is cut off', async () => {
		const packed = zlib.zstdCompressSync(Buffer.from(chat.repeat(100)));
		await assert.rejects(openTranscript(memorySource(packed.subarray(0, 20), { name: 'x.zst' })), {
			name: 'TranscriptError',
			message: /^"x\.zst" cannot be read: /,
		});
	});

	it('is refused when it holds more than is read of any file', async () => {
		const packed = memorySource(zlib.zstdCompressSync(Buffer.alloc(2 ** 28 + 1)));
		await assert.rejects(openTranscript(packed), { code: 'too-large' });
	});
});

describe('a file packed with Zstandard where Node.js cannot unpack it', () => {
	it('is refused, and it says what to do', async () => {
		await assert.rejects(unpackedZstandard(memorySource('', { name: 'x.zst' }), undefined), {
			code: 'unknown-format',
			message: /^"x\.zst" is packed with Zstandard\. Unpack it first \(`zstd -d`\)/,
		});
	});
});
