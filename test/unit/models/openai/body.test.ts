import assert from 'node:assert/strict';
import { textOfBody, UnreadableBody, watchBody } from '../../../../src/models/openai/body.ts';

const ample = { bytes: 1_000, line: 1_000 };
const never = new AbortController().signal;

function bodyOf(...chunks: readonly (string | readonly number[])[]): ReadableStream<Uint8Array> {
	return ReadableStream.from(chunks.map((chunk) => Buffer.from(chunk as string)));
}

describe('a body that is watched', () => {
	it('is passed on as it is, however it is torn', async () => {
		const bytes = [...Buffer.from('Größe 🎈')].map((byte) => [byte]);
		const watch = watchBody(bodyOf(...bytes), never, () => {}, ample);
		assert.equal(await textOfBody(watch.body), 'Größe 🎈');
		assert.equal(watch.beginning(), 'Größe 🎈');
	});

	for (const [chunks, done] of [
		[['data: [DONE]\n\n'], true],
		[['data:[DONE]'], true],
		[['data: {}\n\nda', 'ta: [DO', 'NE]\n\n'], true],
		[['data: {"a":"data: [DONE]"}\n\n'], false],
		[['data: {}\n\n'], false],
		[[], false],
	] as const) {
		it(`${done ? 'ends' : 'does not end'} as streams do: ${JSON.stringify(chunks)}`, async () => {
			const watch = watchBody(bodyOf(...chunks), never, () => {}, ample);
			await textOfBody(watch.body);
			assert.equal(watch.sawDone(), done);
		});
	}

	it('shows what holds no event', async () => {
		let comments = 0;
		const watch = watchBody(
			bodyOf(': a\n\n', 'data: {}\n\n', ': b\n\n'),
			never,
			() => {
				comments += 1;
			},
			ample,
		);
		await textOfBody(watch.body);
		assert.equal(comments, 2);
	});

	for (const [what, chunks, message] of [
		['bytes that begin no character', [[0x61, 0xff, 0x62]], /not valid UTF-8/],
		['a character that breaks off', ['abc', [0xc3]], /not valid UTF-8/],
		['more bytes than allowed', ['1234\n', '5678'], /larger than 8 bytes/],
		['a line longer than allowed', ['1234', '5678'], /larger than 7 bytes/],
	] as const) {
		it(`fails: ${what}`, async () => {
			const watch = watchBody(bodyOf(...chunks), never, () => {}, { bytes: 8, line: 7 });
			await assert.rejects(textOfBody(watch.body), (error) => {
				assert.ok(error instanceof UnreadableBody);
				assert.match(error.message, message);
				return true;
			});
		});
	}
});
