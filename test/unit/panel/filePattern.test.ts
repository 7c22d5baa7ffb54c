import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isFileName, splitAtPaths } from '../../../src/panel/filePattern.ts';
import { assertLinear } from '../../support/growth.ts';

function paths(text: string): readonly string[] {
	return splitAtPaths(text)
		.filter(({ kind }) => kind === 'path')
		.map((run) => run.text);
}

describe('files in code', () => {
	it('are names with a known extension, and paths', () => {
		for (const code of [
			'src/a.ts',
			'./a.ts:12',
			'a.test.tsx:3:4',
			'package.json',
			'/etc/app.conf',
			'C:\\work\\a.cs',
			'c:/work/a.cs',
			'\\\\server\\share\\a.cs',
			'~/work/a.ts',
			'docs/Überblick.md',
			'.github/ci.yml',
			'src/@types/x.d.ts',
		]) {
			assert.equal(isFileName(code), true, code);
		}
	});

	it('are not calls, members, numbers, commands or addresses', () => {
		for (const code of [
			'refresh()',
			'session.refresh',
			'3.14',
			'npm test',
			'https://a.b/c.js',
			'a/b',
			'',
			'x'.repeat(500) + '.ts',
		]) {
			assert.equal(isFileName(code), false, code);
		}
	});
});

describe('files in prose', () => {
	it('are paths with a folder', () => {
		assert.deepEqual(paths('EDIT src/a.ts:12 and ./b/c.py, see (docs/d.md).'), [
			'src/a.ts:12',
			'./b/c.py',
			'docs/d.md',
		]);
		assert.deepEqual(paths('C:\\work\\a.cs — changed'), ['C:\\work\\a.cs']);
		assert.deepEqual(paths('see \\\\server\\share\\a.cs:7, ~/b/c.ts'), [
			'\\\\server\\share\\a.cs:7',
			'~/b/c.ts',
		]);
	});

	it('are not words, versions or web addresses', () => {
		assert.deepEqual(paths('e.g. example.com, and/or 1.2/3.4 https://a.b/c/d.html'), []);
	});

	it('leave the text as it is', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				assert.equal(
					splitAtPaths(text)
						.map((run) => run.text)
						.join(''),
					text,
				);
			}),
		);
	});

	it('are found in linear time', () => {
		for (const piece of ['a/', 'a.', '-', '+', 'a+', '+a/', '@.', '~/']) {
			assertLinear(20_000, (size) => {
				const text = piece.repeat(size / piece.length);
				return () => splitAtPaths(text);
			});
		}
	});
});
