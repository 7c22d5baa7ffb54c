import assert from 'node:assert/strict';

import { fileFacts } from '../../../../src/summary/facts/files.ts';
import { Session } from './session.ts';

describe('what git tells of files', () => {
	const session = (): Session => new Session();

	it('is no deletion where a commit cut a file that was longer before', () => {
		const half = session()
			.read('/p/a.txt', 'one\ntwo\nthree\nfour')
			.write('/p/a.txt', 'one\ntwo\n')
			.run('cd /p && git commit -qam "Cut" && git show --stat', ' a.txt | 2 --');
		const twice = session()
			.write('/p/a.txt', 'one\ntwo\nthree\nfour\n')
			.write('/p/a.txt', 'one\ntwo\n')
			.run('cd /p && git show --stat', ' a.txt | 2 --');
		assert.deepEqual(half.files, ['/p/a.txt: modified']);
		assert.deepEqual(twice.files, ['/p/a.txt: created']);
	});

	it('is no deletion where a status lists the file, or its folder, as one that is not tracked', () => {
		for (const [status, state] of [
			['\n\nUntracked files:\n  (use "git add")\n\ta.txt\n', 'modified'],
			['\n\nUntracked files:\r\n\ta.txt\r\n', 'modified'],
			['\n\nUntracked files:\n\tb.txt\n\nnothing more\n\ta.txt', 'deleted'],
			['', 'deleted'],
		] as const) {
			const again = session()
				.edit('/p/a.txt', 'a', 'b')
				.run('cd /p && git rm --cached b.txt')
				.edit('/p/a.txt', 'b', 'c')
				.run('cd /p && git status', `Changes:\n\tdeleted:    a.txt${status}`);
			assert.deepEqual(again.files, [`/p/a.txt: ${state}`], status);
		}
		const folder = session()
			.edit('/p/d/a.txt', 'a', 'b')
			.run('cd /p && git status --short', 'D  d/a.txt\n?? d/');
		assert.deepEqual(folder.files, ['/p/d/a.txt: modified']);
	});

	it('has a path of a commit begin at the root of the repository, wherever the shell stands', () => {
		const committed = (...known: string[]): string[] =>
			known
				.reduce((told, path) => told.edit(path, 'a', 'b'), session())
				.run('cd /p/b && git commit -qm "Drop"', ' delete mode 100644 b/a.txt').files;
		assert.deepEqual(committed('/p/b/a.txt'), ['/p/b/a.txt: deleted']);
		assert.deepEqual(committed('/p/b/b/a.txt'), ['/p/b/b/a.txt: deleted']);
		assert.deepEqual(committed('/p/b/a.txt', '/p/b/b/a.txt'), [
			'/p/b/a.txt: modified',
			'/p/b/b/a.txt: modified',
		]);
		assert.deepEqual(committed('/q/b/a.txt'), ['/q/b/a.txt: modified']);
		const made = session()
			.run('gen', 'Created a.txt')
			.edit('/p/b/a.txt', 'a', 'b')
			.run('cd /p/b && git commit -m "Add"', ' create mode 100644 b/a.txt');
		assert.deepEqual(made.files, ['/p/b/a.txt: created']);
	});
});

describe('what programs tell of as made', () => {
	const stateAfter = (printed: string): string =>
		new Session()
			.run('gen', printed)
			.edit('/p/data.ts', 'a', 'b')
			.run('cd /p && git commit -m "Add"', ' create mode 100644 data.ts')
			.files.join();

	it('is a file by its whole name', () => {
		for (const printed of [
			'Created data.ts.',
			'wrote "src/data.ts"',
			'Generating: src\\data.ts, ok',
		]) {
			assert.equal(stateAfter(printed), '/p/data.ts: created', printed);
		}
		for (const printed of [
			'Created meta-data.ts',
			'Created data.ts.map',
			'Created a.ts\ndata.ts',
		]) {
			assert.equal(stateAfter(printed), '/p/data.ts: modified', printed);
		}
	});

	it('is read once, however many files a commit tells of as new', () => {
		const session = new Session();
		const names = Array.from({ length: 300 }, (_, at) => `f${at}.ts`);
		for (let at = 0; at < 1_500; at += 1) {
			session.run('gen', `Created part ${at}\n${'of the work\n'.repeat(100)}`);
		}
		names.forEach((name) => session.edit(`/p/${name}`, 'a', 'b'));
		session.run(
			'cd /p && git commit -m "Add"',
			names.map((name) => ` create mode 100644 ${name}`).join('\n'),
		);
		const { uses } = session;
		let read = 0;
		const counted = uses.map((use) =>
			Object.defineProperty({ ...use }, 'result', {
				get: () => {
					read += 1;
					return use.result;
				},
			}),
		);
		assert.equal(fileFacts(counted).length, 300);
		assert.ok(read < 50 * uses.length, `${read}`);
	});
});

describe('where shells begin', () => {
	it('is at no bare drive', () => {
		const session = new Session()
			.read('W:\\src\\a.ts')
			.run('cat src/a.ts')
			.run('echo 1 > src/new.ts');
		assert.deepEqual(session.files, ['W:\\src\\a.ts: read', 'src/new.ts: created']);
	});
});
