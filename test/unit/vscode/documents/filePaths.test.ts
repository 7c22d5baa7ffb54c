import assert from 'node:assert/strict';
import path from 'node:path';
import {
	candidatePaths,
	parseFileReference,
	shortPath,
} from '../../../../src/vscode/documents/filePaths.ts';

const work = path.resolve('/work');
const home = path.resolve('/home/ada');
const beside = path.resolve('/home/ada/sessions');

describe('files named in a conversation', () => {
	it('may carry a line', () => {
		assert.deepEqual(parseFileReference('src/a.ts'), { path: 'src/a.ts' });
		assert.deepEqual(parseFileReference('src/a.ts:12'), { path: 'src/a.ts', line: 12 });
		assert.deepEqual(parseFileReference(' src/a.ts:12:5 '), { path: 'src/a.ts', line: 12 });
		assert.deepEqual(parseFileReference('C:\\a.ts:3'), { path: 'C:\\a.ts', line: 3 });
	});

	it('are looked for in every folder, in order', () => {
		assert.deepEqual(candidatePaths('src/a.ts', [work, beside], home), [
			path.join(work, 'src', 'a.ts'),
			path.join(beside, 'src', 'a.ts'),
		]);
	});

	it('may be absolute when they lie inside a folder', () => {
		const inside = path.join(work, 'src', 'a.ts');
		assert.deepEqual(candidatePaths(inside, [work, beside], home), [inside]);
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
			assert.deepEqual(candidatePaths(name, [work], home), [], name);
		}
	});

	it('may start with dots', () => {
		assert.deepEqual(candidatePaths('..a/.env.example', [work], home), [
			path.join(work, '..a', '.env.example'),
		]);
	});

	it('may be named from the home folder on', () => {
		assert.deepEqual(candidatePaths('~/sessions/a.ts', [beside], home), [
			path.join(beside, 'a.ts'),
		]);
		assert.deepEqual(candidatePaths('~/secrets', [beside], home), []);
		assert.deepEqual(candidatePaths('~ada/a.ts', [work], home), [path.join(work, '~ada', 'a.ts')]);
	});

	describe('on Windows', () => {
		const on = (name: string, ...folders: readonly string[]): readonly string[] =>
			candidatePaths(name, folders, 'C:\\Users\\ada', path.win32);

		it('lie inside a folder in whatever case it is written', () => {
			// VS Code writes drives in lower case, assistants in upper case.
			assert.deepEqual(on('C:\\Work\\src\\a.ts', 'c:\\work'), ['C:\\Work\\src\\a.ts']);
			assert.deepEqual(on('src/a.ts', 'c:\\work'), ['c:\\work\\src\\a.ts']);
			assert.deepEqual(on('~\\work\\a.ts', 'c:\\users\\ada\\work'), ['C:\\Users\\ada\\work\\a.ts']);
		});

		it('may be on a server', () => {
			assert.deepEqual(on('\\\\nas\\work\\a.ts', '\\\\nas\\work'), ['\\\\nas\\work\\a.ts']);
		});

		it('never lie outside the folders', () => {
			for (const name of [
				'..\\secrets',
				'D:\\work\\a.ts',
				'D:a.ts',
				'\\work-2\\a.ts',
				'C:\\work-2\\a.ts',
				'\\\\nas\\work\\a.ts',
				'C:\\WORK',
			]) {
				assert.deepEqual(on(name, 'c:\\work'), [], name);
			}
		});
	});
});

describe('a path in a row', () => {
	it('begins at the folder of the workspace, else at the home folder, else at the root', () => {
		const short = (whole: string): string =>
			shortPath(whole, ['/work/shop'], '/home/ada', path.posix);
		assert.equal(short('/work/shop/out/session.jsonl'), 'out/session.jsonl');
		assert.equal(short('/home/ada/.claude/a.jsonl'), '~/.claude/a.jsonl');
		assert.equal(short('/var/a.jsonl'), '/var/a.jsonl');
		assert.equal(short('/work/shop'), '/work/shop');
	});
});
