import assert from 'node:assert/strict';
import path from 'node:path';
import { MachineSessions } from '../../../../src/vscode/transcripts/machineSessions.ts';
import { sessionOf } from './sessions.ts';

const day = 24 * 60 * 60 * 1000;
const now = 100 * day;
const shop = path.resolve('/work/shop');

describe('sessions of this machine', () => {
	function grouped(sessions: MachineSessions) {
		return sessions.groups().map(([group, members]) => [group, members.map((one) => one.path)]);
	}

	it('are those of the open workspace first, then by age, the newest first', () => {
		const sessions = new MachineSessions([shop], now);
		sessions.add([
			sessionOf('old', { modified: now - 40 * day }),
			sessionOf('week', { modified: now - 3 * day }),
			sessionOf('today', { modified: now - 2_000 }),
			sessionOf('now', { modified: now - 1_000 }),
			sessionOf('month', { modified: now - 8 * day }),
			sessionOf('here, old', { modified: now - 50 * day, project: shop }),
			sessionOf('here, new', { modified: now, project: path.join(shop, 'web') }),
		]);
		assert.deepEqual(grouped(sessions), [
			['here', ['here, new', 'here, old']],
			['day', ['now', 'today']],
			['week', ['week']],
			['month', ['month']],
			['older', ['old']],
		]);
		assert.equal(sessions.inOrder()[0]?.path, 'here, new');
	});

	it('are elsewhere when only the name of their project begins like the workspace', () => {
		const sessions = new MachineSessions([shop], now);
		for (const project of [`${shop}-old`, path.dirname(shop), 'shop', 'vscode-remote://wsl/work']) {
			sessions.add([sessionOf(project, { modified: now, project })]);
		}
		assert.deepEqual(
			sessions.groups().map(([group]) => group),
			['day'],
		);
	});

	it('are elsewhere when their project is no path of this machine', () => {
		const sessions = new MachineSessions([process.cwd()], now);
		const project = 'vscode-remote://wsl/work';
		sessions.add([sessionOf('remote', { modified: now, project })]);
		assert.deepEqual(grouped(sessions), [['day', ['remote']]]);
	});

	for (const [platform, folder, project, isHere] of [
		['win32', 'c:\\Users\\ada\\shop', 'C:\\Users\\Ada\\shop\\web', true],
		['win32', 'c:\\shop', 'd:\\shop', false],
		['win32', '\\\\nas\\shop', '\\\\NAS\\shop\\web', true],
		['darwin', '/Users/ada/Caf\u00e9', '/users/ada/Cafe\u0301/web', true],
		['darwin', '/Users/ada/shop', '/Users/ada/shop-old', false],
		['linux', '/home/ada/Shop', '/home/ada/shop', false],
	] as const) {
		it(`are ${isHere ? '' : 'not '}of ${folder} when they are of ${project}, ${platform}`, () => {
			const sessions = new MachineSessions([folder], now, platform);
			sessions.add([sessionOf('a', { modified: now, project })]);
			assert.deepEqual(grouped(sessions), [[isHere ? 'here' : 'day', ['a']]]);
		});
	}

	it('are in no group of the future when clocks differ', () => {
		const sessions = new MachineSessions([], now);
		sessions.add([sessionOf('ahead', { modified: now + day })]);
		assert.deepEqual(grouped(sessions), [['day', ['ahead']]]);
	});

	it('are listed once, by what their own store tells', () => {
		const sessions = new MachineSessions([], now);
		const extra = sessionOf('a', { title: 'From an extra folder' });
		const own = sessionOf('a', { store: 'claude-code', title: 'From its store' });
		for (const found of [extra, own, extra]) {
			sessions.add([found]);
		}
		assert.equal(sessions.size, 1);
		assert.deepEqual(sessions.inOrder(), [own]);
	});

	it('get their titles later', () => {
		const sessions = new MachineSessions([], now);
		sessions.add([sessionOf('a')]);
		sessions.name('a', 'Sort the invoices');
		sessions.name('gone', 'Nothing');
		assert.deepEqual(sessions.inOrder(), [sessionOf('a', { title: 'Sort the invoices' })]);
	});
});
