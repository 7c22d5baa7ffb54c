import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { codeTokens } from '../../../../src/panel/session/codeTokens.ts';
import { processorTime } from '../../../support/processorTime.ts';

const kindsOf = (code: string, language: string) =>
	codeTokens(code, language).flatMap(({ text, kind }) =>
		kind === undefined ? [] : [[kind, text]],
	);

describe('colours of code', () => {
	it('tell keywords, strings, numbers and comments apart', () => {
		assert.deepEqual(kindsOf('const a = "x"; // 1\nreturn 42', 'ts'), [
			['keyword', 'const'],
			['string', '"x"'],
			['comment', '// 1'],
			['keyword', 'return'],
			['number', '42'],
		]);
	});

	it('know which languages have comments with a number sign', () => {
		assert.deepEqual(kindsOf('x = 1 # one', 'py'), [
			['number', '1'],
			['comment', '# one'],
		]);
		assert.deepEqual(kindsOf('#pragma once', 'c'), []);
	});

	it('show what a difference adds and removes', () => {
		assert.deepEqual(kindsOf('@@ -1 +1 @@\n-a\n+b\n c', 'diff'), [
			['note', '@@ -1 +1 @@\n'],
			['removed', '-a\n'],
			['added', '+b\n'],
		]);
	});

	it('leave every character where it was', () => {
		const pieces = fc.constantFrom(
			'"',
			"'",
			'`',
			'/*',
			'*/',
			'//',
			'#',
			'\\',
			'\n',
			'if',
			'1',
			'é',
		);
		fc.assert(
			fc.property(
				fc.array(pieces, { maxLength: 60 }),
				fc.constantFrom('ts', 'py', 'diff', '', 'json'),
				(parts, language) => {
					const code = parts.join('');
					const joined = codeTokens(code, language).map(({ text }) => text);
					assert.equal(joined.join(''), code);
				},
			),
		);
	});

	it('take time in proportion to the code', () => {
		for (const code of ['"\\'.repeat(20_000), '/*'.repeat(20_000), '/* *'.repeat(10_000)]) {
			assert.ok(processorTime(() => codeTokens(code, 'ts')) < 500);
		}
	});
});
