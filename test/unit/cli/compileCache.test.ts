import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compileCacheFolder, isPrivate } from '../../../src/cli/compileCache.ts';

describe('the compiled program of the command line', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-compiled-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	it('lies below the cache folder of the person, and never in the shared temporary folder', () => {
		const of = (platform: NodeJS.Platform, variables: NodeJS.ProcessEnv = {}) =>
			compileCacheFolder(variables, platform, '/home/sam');
		assert.equal(of('linux'), path.join('/home/sam', '.cache', 'precis'));
		assert.equal(of('linux', { XDG_CACHE_HOME: '/caches' }), path.join('/caches', 'precis'));
		assert.equal(
			of('linux', { XDG_CACHE_HOME: 'here' }),
			path.join('/home/sam', '.cache', 'precis'),
		);
		assert.equal(of('darwin'), path.join('/home/sam', 'Library', 'Caches', 'precis'));
		assert.equal(of('win32'), undefined);
		assert.equal(of('linux', { NODE_COMPILE_CACHE: '/chosen' }), undefined);
	});

	it('is kept where its folder is the person’s alone, or can be made so', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const made = path.join(folder, 'new', 'precis');
		assert.equal(isPrivate(made), true);
		assert.equal((await stat(made)).mode & 0o777, 0o700);
		assert.equal(isPrivate(made), true);
	});

	it('is not kept where others can write, another account was first, or a link leads elsewhere', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const open = path.join(folder, 'open');
		await mkdir(open);
		await chmod(open, 0o777);
		assert.equal(isPrivate(open), false);
		const own = path.join(folder, 'own');
		await mkdir(own, { mode: 0o700 });
		const link = path.join(folder, 'link');
		await symlink(own, link);
		assert.equal(isPrivate(link), false);
		const { getuid } = process;
		process.getuid = () => (getuid?.() ?? 0) + 1;
		try {
			assert.equal(isPrivate(own), false);
		} finally {
			process.getuid = getuid as () => number;
		}
	});
});
