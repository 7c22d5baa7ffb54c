import assert from 'node:assert/strict';
import type { SessionSearches } from '../../../../src/protocol/workerRequests.ts';
import { stores } from '../../../../src/transcripts/discovery/stores.ts';
import type { UnreadablePath } from '../../../../src/transcripts/discovery/sessionSearch.ts';
import {
	MachineSessions,
	workspaceSessions,
	sessionTexts,
	type MachineSession,
	type SearchOptions,
} from '../../../../src/vscode/transcripts/machineSessions.ts';
import { workerCodes, WorkerError } from '../../../../src/vscode/worker/workerError.ts';

/** A session of 1.2 MB, of nobody known. */
const sessionOf = (path: string, about: Partial<MachineSession> = {}): MachineSession => ({
	path,
	size: 1_234_567,
	modified: 0,
	...about,
});

describe('searching the machine for sessions', () => {
	type Asked = { [Method in keyof SessionSearches]: SessionSearches[Method]['parameters'] };
	let found: Record<string, readonly MachineSession[] | Error>;
	let asked: string[];
	let titled: string[];
	let unreadable: UnreadablePath[];
	beforeEach(() => {
		found = {};
		asked = [];
		titled = [];
		unreadable = [];
	});

	async function call(method: string, parameters: unknown): Promise<unknown> {
		if (method === 'titles') {
			const { sessions } = parameters as Asked['titles'];
			titled.push(...sessions.map(({ path }) => path));
			return sessions.map(({ path }) => `Title of ${path}`);
		}
		const place =
			method === 'findSessions'
				? (parameters as Asked['findSessions']).store
				: (parameters as Asked['findSessionsBelow']).folder;
		asked.push(place);
		const sessions = found[place] ?? [];
		if (sessions instanceof Error) {
			throw sessions;
		}
		const closed = { path: '/closed', reason: 'EACCES' };
		return { sessions, unreadable: place === 'pi' && sessions.length > 0 ? [closed] : [] };
	}

	async function search(about: Partial<SearchOptions> = {}): Promise<readonly MachineSession[]> {
		const sessions = new MachineSessions();
		await sessions.search({
			worker: { call: call as SearchOptions['worker']['call'] },
			environment: {
				home: '/home/me',
				platform: 'linux',
				pathRules: 'posix',
				variables: {},
				userFolder: '/home/me/.config/Code/User',
				workspaceFolders: ['/work'],
			},
			extraFolders: ['~/backup'],
			onFound: () => undefined,
			onUnreadable: (one) => unreadable.push(one),
			signal: new AbortController().signal,
			...about,
		});
		return sessions.all;
	}

	it('asks for every assistant and every extra folder, and names what has no title yet', async () => {
		found = {
			codex: Array.from({ length: 120 }, (_, index) => sessionOf(`c${index}`)),
			'claude-code': [sessionOf('here', { project: '/work' })],
			opencode: [sessionOf('opencode.db')],
			'~/backup': [sessionOf('extra', { title: 'Known', modified: 1 }), sessionOf('c0')],
		};
		const sessions = await search();
		assert.deepEqual(asked, [...stores.map(({ id }) => id), '~/backup']);
		assert.deepEqual([titled.length, titled[0]], [121, 'here']);
		const byPath = new Map(sessions.map((session) => [session.path, session]));
		assert.equal(byPath.size, 123);
		assert.equal(sessions[0]?.path, 'extra');
		assert.equal(byPath.get('extra')?.title, 'Known');
		assert.equal(byPath.get('c119')?.title, 'Title of c119');
		assert.equal(byPath.get('c0')?.assistant, 'Codex');
		assert.equal(byPath.get('opencode.db')?.title, undefined);
	});

	it('goes on where one search fails, and tells of it', async () => {
		found = { codex: new Error('broken'), pi: [sessionOf('a')] };
		assert.equal((await search()).length, 1);
		assert.deepEqual(unreadable, [
			{ path: 'Codex', reason: 'broken' },
			{ path: '/closed', reason: 'EACCES' },
		]);
	});

	it('tells of nothing when it was cancelled, and asks for no titles', async () => {
		const cancelled = new WorkerError({ code: workerCodes.cancelled, message: 'Cancelled.' });
		found = { codex: cancelled, 'claude-code': [sessionOf('a')] };
		await search({ signal: AbortSignal.abort() });
		assert.deepEqual([unreadable, titled], [[], []]);
	});
});

describe('sessions of the workspace', () => {
	it('are those whose project lies in one of its folders, by the rules of the system', () => {
		for (const [platform, folder, project, isHere] of [
			['linux', '/work/shop', '/work/shop/web', true],
			['linux', '/work/shop', '/work/shop-old', false],
			['linux', '/work/shop', '/work', false],
			['linux', '/work/shop', 'vscode-remote://wsl/work/shop', false],
			['linux', '/work/shop', undefined, false],
			['linux', '/home/ada/Shop', '/home/ada/shop', false],
			['win32', 'c:\\Users\\ada\\shop', 'C:\\Users\\Ada\\shop\\web', true],
			['win32', 'c:\\shop', 'd:\\shop', false],
			['win32', '\\\\nas\\shop', '\\\\NAS\\shop\\web', true],
			['darwin', '/Users/ada/Caf\u00e9', '/users/ada/Cafe\u0301/web', true],
			['darwin', '/Users/ada/shop', '/Users/ada/shop-old', false],
		] as const) {
			const session = sessionOf('a', project === undefined ? {} : { project });
			assert.equal(workspaceSessions([folder], platform)(session), isHere, project);
		}
	});
});

describe('the row of a session', () => {
	const texts = (about: Partial<MachineSession>) =>
		sessionTexts(sessionOf('/home/me/.pi/0b1c.jsonl', about), 3 * 3_600_000);

	it('says what it is about, whose it is, how old and how large', () => {
		const about = { title: 'Sort the invoices', assistant: 'Claude Code', project: '/work/shop' };
		const { label, description, detail } = texts({ ...about, store: 'claude-code' });
		assert.equal(label, 'Sort the invoices');
		assert.equal(description, 'Claude Code · shop');
		assert.equal(detail, '3 h ago · 1.2 MB');
	});

	it('goes by its project, else by its file, while it has no title', () => {
		const unnamed = texts({ project: 'C:\\work\\shop\\', assistant: 'Pi' });
		assert.deepEqual([unnamed.label, unnamed.description], ['shop', 'Pi']);
		assert.equal(texts({ project: 'file:///work/all.code-workspace' }).label, 'all');
		assert.equal(texts({ title: '' }).label, '0b1c.jsonl');
	});

	it('shows what is written in a session as text', () => {
		const { label, description } = texts({ title: '$(trash)\nall', project: '/work/$(sync~spin)' });
		assert.doesNotMatch(label + description, /\$\(|\n/);
	});

	it('gives sizes as short as they say something', () => {
		const sizes = [1, 999, 12_345, 123_456_789, 2_500_000_000];
		assert.deepEqual(
			sizes.map((size) => texts({ size }).detail.split(' · ')[1]),
			['1 kB', '1 kB', '13 kB', '123.5 MB', '2,500 MB'],
		);
	});
});
