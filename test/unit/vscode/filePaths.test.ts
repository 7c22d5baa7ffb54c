import assert from 'node:assert/strict';
import path from 'node:path';
import { candidatePaths, parseFileReference } from '../../../src/vscode/filePaths.ts';

const work = path.resolve('/work');
const beside = path.resolve('/home/ada');

describe('files named in a conversation', () => {
	it('may carry a line', () => {
		assert.deepEqual(parseFileReference('src/a.ts'), { path: 'src/a.ts' });
		assert.deepEqual(parseFileReference('src/a.ts:12'), { path: 'src/a.ts', line: 12 });
		assert.deepEqual(parseFileReference(' src/a.ts:12:5 '), { path: 'src/a.ts', line: 12 });
		assert.deepEqual(parseFileReference('C:\\a.ts:3'), { path: 'C:\\a.ts', line: 3 });
	});

	it('are looked for in every folder, in order', () => {
		assert.deepEqual(candidatePaths('src/a.ts', [work, beside]), [
			path.join(work, 'src', 'a.ts'),
			path.join(beside, 'src', 'a.ts'),
		]);
	});

	it('may be absolute when they lie inside a folder', () => {
		const inside = path.join(work, 'src', 'a.ts');
		assert.deepEqual(candidatePaths(inside, [work, beside]), [inside]);
	});

	it('never lie outside the folders', () => {
		for (const name of [
			'../secrets',
			'src/../../secrets',
			'/etc/passwd',
			'/work-2/a.ts',
			'..',
			'.',
		]) {
			assert.deepEqual(candidatePaths(name, [work]), [], name);
		}
	});

	it('may start with dots', () => {
		assert.deepEqual(candidatePaths('..a/.env.example', [work]), [
			path.join(work, '..a', '.env.example'),
		]);
	});
});
