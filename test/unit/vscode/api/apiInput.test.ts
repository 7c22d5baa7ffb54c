import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readCompact, readMessages } from '../../../../src/vscode/api/apiInput.ts';
import { call } from '../../../support/logs.ts';

const invalid = { name: 'PrecisError', code: 'invalid-input' };
const tooLarge = { name: 'PrecisError', code: 'too-large' };

describe('messages that another extension gives', () => {
	it('are taken as they are when it calls, and shared with nobody', async () => {
		const given = [
			{ role: 'user', content: 'half a pair \ud83d', origin: undefined },
			{ role: 'assistant', content: [{ type: 'text', text: 'x' }], toolCalls: [call('c1')] },
		];
		const expected = JSON.parse(JSON.stringify(given)) as unknown;
		const reading = readMessages(given);
		Object.assign(given[0] ?? {}, { content: 'another' });
		given.pop();
		assert.deepEqual(await reading, expected);
	});

	it('are refused whatever else they are, with a place and without repeating them', async () => {
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const circular: unknown[] = [];
		circular.push(circular);
		await fc.assert(
			fc.asyncProperty(fc.oneof(fc.anything(), fc.constant(circular)), async (value) => {
				const taken = readMessages([{ role: secret, content: value }]);
				const error: unknown = await taken.catch((reason: unknown) => reason);
				assert.ok(error instanceof Error && Reflect.get(error, 'code') === 'invalid-input');
				assert.ok(!error.message.includes(secret) && error.message.length < 200);
			}),
		);
	});

	it('are 10,000 with 16 million characters at most', async () => {
		const many = Array.from({ length: 10_001 }, () => ({ role: 'user', content: '' }));
		await assert.rejects(readMessages(many), tooLarge);
		assert.equal((await readMessages(many.slice(1))).length, 10_000);
		const long = { role: 'user', content: 'x'.repeat(8_000_001) };
		await assert.rejects(readMessages([long, long]), tooLarge);
	});
});

describe('options that another extension gives', () => {
	it('may have a signal, and lose the secrets of a focus', () => {
		const { signal } = new AbortController();
		const focus = 'the token ghp_0123456789abcdefghijABCDEFGHIJ012345';
		assert.deepEqual(readCompact({ signal, focus }), { signal, focus: 'the token [REDACTED]' });
		assert.deepEqual(readCompact({ focus: undefined }), {});
	});

	it('are refused where they cannot be read', () => {
		const throwing = {
			get focus(): string {
				throw new Error('not now');
			},
		};
		for (const wrong of [throwing, { signal: { aborted: false } }, { focus: 7 }, 'fast']) {
			assert.throws(() => readCompact(wrong), invalid);
		}
	});
});
