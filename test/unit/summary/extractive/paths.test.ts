import assert from 'node:assert/strict';
import { projectRoot, shortPath } from '../../../../src/summary/extractive/paths.ts';

describe('projectRoot', () => {
	const cases: readonly (readonly [string, readonly string[], string])[] = [
		[
			'the directory all files share',
			['/home/sam/app/a.ts', '/home/sam/app/lib/b.ts'],
			'/home/sam/app/',
		],
		[
			'not the source folder',
			['/home/sam/app/src/a.ts', '/home/sam/app/src/b/c.ts'],
			'/home/sam/app/',
		],
		[
			'a project that is called like a source folder',
			['/home/sam/app/tests/a.py', '/home/sam/app/tests/b.py'],
			'/home/sam/app/',
		],
		[
			'what is in a source folder of a source folder',
			['/srv/x/src/lib/a.ts', '/srv/x/src/lib/b.ts'],
			'/srv/x/',
		],
		['on Windows', ['D:\\work\\app\\src\\a.ts', 'D:\\work\\app\\b.ts'], 'D:\\work\\app\\'],
		[
			'an app folder, which mostly is a project',
			['/usr/src/app/a.ts', '/usr/src/app/b.ts'],
			'/usr/src/app/',
		],
		['in a container', ['/testbed/pkg/a.py', '/testbed/pkg/b.py'], '/testbed/pkg/'],
		[
			'although a scratch file lies elsewhere',
			['/home/sam/app/a.ts', '/home/sam/app/b.ts', '/tmp/x'],
			'/home/sam/app/',
		],
		['nobody’s home', ['/home/sam/a.ts', '/home/sam/b.ts'], ''],
		['nothing where two projects are at work', ['/home/sam/one/a.ts', '/home/tim/two/b.ts'], ''],
		[
			'where relative paths begin',
			['/home/sam/app/src/a.ts', '/home/sam/app/b.ts', 'src/c.ts', 'd.ts'],
			'/home/sam/app/',
		],
		[
			'nothing where nothing shows that relative paths begin there',
			['/work/src/parts/a.py', '/work/src/parts/b.py', 'setup.py', 'src/c.py'],
			'',
		],
		['nothing where all paths are relative', ['src/a.ts', 'src/b.ts'], ''],
	];
	for (const [name, paths, root] of cases) {
		it(`is ${name}`, () => {
			assert.equal(projectRoot(paths), root);
		});
	}

	it('is taken off the paths below it only', () => {
		assert.equal(shortPath('/p/app/a.ts', '/p/app/'), 'a.ts');
		assert.equal(shortPath('/p/app/', '/p/app/'), '/p/app/');
		assert.equal(shortPath('/q/a.ts', '/p/app/'), '/q/a.ts');
		assert.equal(shortPath('/q/a.ts', ''), '/q/a.ts');
		assert.equal(shortPath('/d/app/src/a.ts', 'D:\\app\\'), 'src/a.ts');
	});
});
