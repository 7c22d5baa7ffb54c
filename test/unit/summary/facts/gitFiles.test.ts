import assert from 'node:assert/strict';

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
