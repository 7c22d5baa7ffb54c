import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, symlink, utimes } from 'node:fs/promises';
import { findSessions } from '../../../../src/transcripts/discovery/findSessions.ts';
import { type SessionStore, storeOf } from '../../../../src/transcripts/discovery/stores.ts';
import { claudeCodeSession, Machine, uncancelled } from './machine.ts';

const store = storeOf('claude-code');

describe('finding sessions', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	const search = (where: SessionStore = store, signal = uncancelled) =>
		findSessions(where, machine.environment(), signal);

	it('tells path, size, time and project, the newest first', async () => {
		const content = claudeCodeSession('Hi', '/work/shop');
		const older = await machine.write('.claude/projects/p/older.jsonl', content);
		const newer = await machine.write('.claude/projects/p/newer.jsonl', content);
		await utimes(older, 1_000, 1_000);
		await utimes(newer, 2_000, 2_000);
		const about = { size: content.length, project: '/work/shop' };
		assert.deepEqual(await search(), {
			sessions: [
				{ path: newer, modified: 2_000_000, ...about },
				{ path: older, modified: 1_000_000, ...about },
			],
			unreadable: [],
		});
	});

	it('passes over files without content, and folders with the name of a session', async () => {
		await machine.write('.claude/projects/p/empty.jsonl', '');
		await mkdir(machine.path('.claude/projects/p/folder.jsonl'));
		await symlink('folder.jsonl', machine.path('.claude/projects/p/link.jsonl'));
		await machine.write('.claude/projects/file-not-folder', 'x');
		assert.deepEqual(await search(), { sessions: [], unreadable: [] });
	});

	it('takes the project from the first session of its folder that tells it', async () => {
		await machine.write('.claude/projects/p/a.jsonl', '{"type":"summary"}\n');
		await machine.write('.claude/projects/p/b.jsonl', claudeCodeSession('Hi', '/work/shop'));
		const { sessions } = await search();
		const told = sessions.map(({ project }) => project).filter((project) => project !== undefined);
		assert.deepEqual(new Set(told), new Set(['/work/shop']));
	});

	it('leaves out what vanishes after its name was read', async () => {
		const stays = await machine.write('.claude/projects/p/stays.jsonl');
		const vanishes = await machine.write('.claude/projects/p/vanishes.jsonl');
		class Vanishing extends RegExp {
			override test(name: string): boolean {
				rmSync(vanishes, { force: true });
				return super.test(name);
			}
		}
		const folder = machine.path('.claude/projects');
		const names = [/^/, new Vanishing(/\.jsonl$/)];
		const { sessions, unreadable } = await search({ ...store, places: () => [{ folder, names }] });
		assert.deepEqual(
			sessions.map((session) => session.path),
			[stays],
		);
		assert.deepEqual(unreadable, []);
	});

	it('says what could not be searched, in the words of the system', async function () {
		if (process.platform === 'win32') {
			console.log('      Windows takes names of this length: skipped');
			this.skip();
		}
		const folder = machine.path('x'.repeat(300));
		const { unreadable } = await search({ ...store, places: () => [{ folder, names: [/^/] }] });
		assert.deepEqual(
			unreadable.map((one) => one.path),
			[folder],
		);
		assert.match(unreadable[0]?.reason ?? '', /ENAMETOOLONG/);
	});

	it('says which folder may not be read, and searches the others', async function () {
		if (process.getuid?.() === 0 || process.platform === 'win32') {
			console.log('      nobody keeps this user out of a folder: skipped');
			this.skip();
		}
		const found = await machine.write('.claude/projects/open/a.jsonl');
		await machine.write('.claude/projects/closed/b.jsonl');
		const closed = machine.path('.claude/projects/closed');
		await chmod(closed, 0o000);
		const { sessions, unreadable } = await search();
		await chmod(closed, 0o700);
		assert.deepEqual(
			sessions.map((session) => session.path),
			[found],
		);
		assert.deepEqual(
			unreadable.map((one) => one.path),
			[closed],
		);
		assert.match(unreadable[0]?.reason ?? '', /EACCES/);
	});

	it('follows links, and is not led in circles', async () => {
		await machine.write('elsewhere/a.jsonl');
		await mkdir(machine.path('.claude/projects'), { recursive: true });
		await symlink(machine.path('elsewhere'), machine.path('.claude/projects/linked'));
		await symlink(machine.path('.claude/projects'), machine.path('.claude/projects/circle'));
		await symlink('itself.jsonl', machine.path('elsewhere/itself.jsonl'));
		await symlink('nowhere.jsonl', machine.path('elsewhere/broken.jsonl'));
		const { sessions, unreadable } = await search();
		assert.deepEqual(
			sessions.map((session) => session.path),
			[machine.path('.claude/projects/linked/a.jsonl')],
		);
		assert.deepEqual(unreadable, []);
	});

	it('stops when it is told to', async () => {
		await machine.write('.claude/projects/p/a.jsonl');
		const reason = new Error('enough');
		await assert.rejects(search(store, AbortSignal.abort(reason)), reason);
	});

	it('finds thousands of files, and changes nothing', async () => {
		const files = Array.from({ length: 2_500 }, (_, index) => `p${index % 50}/${index}.jsonl`);
		for (let start = 0; start < files.length; start += 100) {
			const some = files.slice(start, start + 100);
			await Promise.all(some.map((file) => machine.write(`.claude/projects/${file}`)));
		}
		const before = await stat(machine.path('.claude/projects/p0'));
		const { sessions } = await search();
		assert.equal(sessions.length, 2_500);
		const after = await stat(machine.path('.claude/projects/p0'));
		assert.equal(after.mtimeMs, before.mtimeMs);
		assert.equal((await readdir(machine.path('.claude/projects/p0'))).length, 50);
	});
});
