import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import {
	createDecompress as create,
	isZstandard,
	unpackedZstandard,
} from '../../../../src/transcripts/bytes/zstandard.ts';
import { firstBytes } from '../../../../src/transcripts/bytes/sourceBytes.ts';
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

	it('is refused when it holds more than any session', async () => {
		const packed = memorySource(zlib.zstdCompressSync(Buffer.alloc(2 ** 22)), { name: 'x.zst' });
		const source = unpackedZstandard(packed, { create, maxBytes: 2 ** 20 });
		const read = async (): Promise<void> => {
			for await (const chunk of source.bytes()) {
				assert.ok(chunk.length > 0);
			}
		};
		await assert.rejects(read, {
			code: 'too-large',
			message: '"x.zst" holds more than 1 MiB unpacked.',
		});
	});

	it('is read no further than it is asked for', async () => {
		const packed = zlib.zstdCompressSync(randomBytes(2 ** 22));
		let given = 0;
		const whole = memorySource(packed, { chunkBytes: 2 ** 16 });
		const source = unpackedZstandard(
			{
				...whole,
				async *bytes() {
					for await (const chunk of whole.bytes()) {
						given += chunk.length;
						yield chunk;
					}
				},
			},
			{ create },
		);
		assert.equal((await firstBytes(source, 100)).length, 100);
		assert.ok(given < packed.length);
	});
});

describe('a file packed with Zstandard where Node.js cannot unpack it', () => {
	it('is refused, and it says what to do', () => {
		assert.throws(
			() => unpackedZstandard(memorySource('', { name: 'x.zst' }), { create: undefined }),
			{
				code: 'unknown-format',
				message: /^"x\.zst" is packed with Zstandard\. Unpack it first \(`zstd -d`\)/,
			},
		);
	});
});
