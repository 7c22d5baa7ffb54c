import assert from 'node:assert/strict';
import { describeKeyProblem, parseKey, type KeyProblem } from '../../../src/models/secret.ts';

describe('a key as it is typed', () => {
	it('is taken without the space around it', () => {
		for (const typed of ['sk-proj-0123', ' sk-proj-0123\n', '\tsk-proj-0123 ']) {
			assert.deepEqual(parseKey(typed), { kind: 'valid', key: 'sk-proj-0123' });
		}
		assert.deepEqual(parseKey('abc='), { kind: 'valid', key: 'abc=' });
	});

	for (const [typed, problem] of [
		['', 'blank'],
		[' \n', 'blank'],
		['sk-1 sk-2', 'spaces'],
		['sk-1\nsk-2', 'spaces'],
		['OPENAI_API_KEY=sk-1', 'not-a-key'],
		['"sk-1"', 'not-a-key'],
		['`sk-1`', 'not-a-key'],
		['https://example.com/keys', 'not-a-key'],
		['sk-ключ', 'characters'],
		['sk-1\u0000', 'characters'],
		['sk-1\u200b', 'characters'],
	] as const satisfies readonly (readonly [string, KeyProblem])[]) {
		it(`is none: ${JSON.stringify(typed)}`, () => {
			const parsed = parseKey(typed);
			assert.deepEqual(parsed, { kind: 'invalid', problem });
			assert.match(describeKeyProblem(problem), /^(?:A|The|This).*\.$/);
			assert.doesNotMatch(describeKeyProblem(problem), /sk-|Escape|Precis/);
		});
	}
});
