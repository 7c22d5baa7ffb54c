import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LineSplitter, type Line } from '../../../../src/transcripts/bytes/lines.ts';
import { memorySource } from '../memorySource.ts';

async function linesOf(
	content: string | Uint8Array,
	{ chunkBytes = 1e9 } = {},
): Promise<readonly Line[]> {
	const splitter = new LineSplitter('a.jsonl');
	const all: Line[] = [];
	for await (const chunk of memorySource(content, { chunkBytes }).bytes()) {
		all.push(...splitter.push(chunk));
	}
	return [...all, ...splitter.end()];
}

async function textsOf(content: string | Uint8Array): Promise<readonly string[]> {
	return (await linesOf(content)).map((line) => line.text);
}

describe('lines of a file', () => {
	it('are numbered from one and end at \\n', async () => {
		assert.deepEqual(await linesOf('a\n\nb\n'), [
			{ number: 1, text: 'a', complete: true, isDamaged: false },
			{ number: 2, text: '', complete: true, isDamaged: false },
			{ number: 3, text: 'b', complete: true, isDamaged: false },
		]);
	});

	it('say when the last one was not ended', async () => {
		assert.deepEqual((await linesOf('a\nb')).at(-1), {
			number: 2,
			text: 'b',
			complete: false,
			isDamaged: false,
		});
	});

	it('may end with \\r\\n', async () => {
		assert.deepEqual(await textsOf('a\r\nb\r\n'), ['a', 'b']);
	});

	it('do not end at other separators, which JSON strings may hold as they are', async () => {
		assert.deepEqual(await textsOf('a\u2028b\u0085c\u000Bd\re\n'), ['a\u2028b\u0085c\u000Bd\re']);
	});

	it('do not include a byte order mark', async () => {
		assert.deepEqual(await textsOf('\uFEFFa\n\uFEFFb\n'), ['a', '\uFEFFb']);
	});

	it('replace and report bytes that are not UTF-8, on their line only', async () => {
		const lines = await linesOf(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a]));
		assert.deepEqual(lines, [
			{ number: 1, text: 'a\uFFFD', complete: true, isDamaged: true },
			{ number: 2, text: 'b', complete: true, isDamaged: false },
		]);
	});

	it('are refused as UTF-16, with or without a byte order mark', async () => {
		const refusal = {
			code: 'unknown-format',
			message: /"a\.jsonl" is UTF-16 text\. Save it as UTF-8/,
		};
		const text = '{"type":"user","uuid":"1"}\n{"type":"user"}\n';
		await assert.rejects(linesOf(Buffer.from(`\uFEFF${text}`, 'utf16le')), refusal);
		await assert.rejects(linesOf(Buffer.from(text, 'utf16le')), refusal);
		await assert.rejects(linesOf(Buffer.from(text, 'utf16le').swap16()), refusal);
	});

	it('do not depend on where the bytes were cut into chunks', async () => {
		const character = fc.constantFrom(
			'a',
			'"',
			'\n',
			'\r',
			'\r\n',
			'é',
			'→',
			'😀',
			'\u2028',
			'\uFEFF',
		);
		const content = fc
			.array(
				fc.oneof(
					character.map((text) => Buffer.from(text)),
					fc.uint8Array({ maxLength: 2 }),
				),
			)
			.map((pieces) => Buffer.concat(pieces));
		await fc.assert(
			fc.asyncProperty(content, fc.integer({ min: 1, max: 9 }), async (bytes, chunkBytes) => {
				const whole = linesOf(bytes).catch((error: unknown) => String(error));
				const pieces = linesOf(bytes, { chunkBytes }).catch((error: unknown) => String(error));
				assert.deepEqual(await pieces, await whole);
			}),
		);
	});
});
