import assert from 'node:assert/strict';
import type { SessionSearches } from '../../../../src/protocol/workerRequests.ts';
import { stores } from '../../../../src/transcripts/discovery/stores.ts';
import type { UnreadablePath } from '../../../../src/transcripts/discovery/findSessions.ts';
import { MachineSessions } from '../../../../src/vscode/transcripts/machineSessions.ts';
import { searchMachine, type SearchParts } from '../../../../src/vscode/transcripts/search.ts';
import { workerCodes, WorkerError } from '../../../../src/vscode/worker/workerError.ts';
import { sessionOf } from './sessions.ts';

type Asked = { [Method in keyof SessionSearches]: SessionSearches[Method]['parameters'] };

/** A worker that finds what a test says. */
class Finder {
	readonly found = new Map<string, Awaited<SessionSearches['findSessions']['result']>>();
	readonly failing = new Map<string, Error>();
	readonly asked: string[] = [];
	readonly titled: string[] = [];

	readonly askAll = async (method: string, parameters: unknown): Promise<unknown> => {
		if (method === 'titles') {
			const { sessions } = parameters as Asked['titles'];
			this.titled.push(...sessions.map(({ path }) => path));
			return sessions.map(({ path }) => `Title of ${path}`);
		}
		const place =
			method === 'findSessions'
				? (parameters as Asked['findSessions']).store
				: (parameters as Asked['findSessionsBelow']).folder;
		this.asked.push(place);
		const failure = this.failing.get(place);
		if (failure !== undefined) {
			throw failure;
		}
		return this.found.get(place) ?? { sessions: [], unreadable: [] };
	};
}

describe('searching the machine', () => {
	const finder = (): Finder => new Finder();

	async function search(worker: Finder, about: Partial<SearchParts> = {}) {
		const sessions = new MachineSessions(['/work'], 1_000);
		const unreadable: UnreadablePath[] = [];
		let draws = 0;
		await searchMachine({
			worker: worker as unknown as SearchParts['worker'],
			environment: {
				home: '/home/me',
				platform: 'linux',
				pathRules: 'posix',
				variables: {},
				userFolder: '/home/me/.config/Code/User',
				workspaceFolders: ['/work'],
			},
			extraFolders: [],
			sessions,
			onFound: () => (draws += 1),
			onUnreadable: (one) => unreadable.push(one),
			signal: new AbortController().signal,
			...about,
		});
		return { sessions: sessions.inOrder(), unreadable, draws };
	}

	it('asks for every assistant and every extra folder', async () => {
		const worker = finder();
		await search(worker, { extraFolders: ['~/backup'] });
		assert.deepEqual(worker.asked, [...stores.map(({ id }) => id), '~/backup']);
	});

	it('names what it found in the order it is shown, but for databases and what has a title', async () => {
		const worker = finder();
		const many = Array.from({ length: 120 }, (_, index) => sessionOf(`c${index}`));
		worker.found.set('codex', { sessions: many, unreadable: [] });
		const here = sessionOf('here', { project: '/work' });
		worker.found.set('claude-code', { sessions: [here], unreadable: [] });
		worker.found.set('opencode', { sessions: [sessionOf('opencode.db')], unreadable: [] });
		const extra = sessionOf('extra', { title: 'Known', assistant: 'Pi' });
		worker.found.set('~/backup', { sessions: [extra], unreadable: [] });
		const { sessions, draws } = await search(worker, { extraFolders: ['~/backup'] });
		assert.equal(worker.titled.length, 121);
		assert.equal(worker.titled[0], 'here');
		const titles = new Map(sessions.map(({ path, title }) => [path, title]));
		assert.equal(titles.get('c119'), 'Title of c119');
		assert.equal(titles.get('extra'), 'Known');
		assert.equal(titles.get('opencode.db'), undefined);
		assert.equal(sessions.find(({ path }) => path === 'c0')?.assistant, 'Codex');
		assert.equal(draws, 4 + 3, 'once for each place, once for each fifty titles');
	});

	it('goes on where one search fails, and tells of it', async () => {
		const worker = finder();
		worker.failing.set('codex', new Error('broken'));
		const closed = { path: '/closed', reason: 'EACCES' };
		worker.found.set('pi', { sessions: [sessionOf('a')], unreadable: [closed] });
		const { sessions, unreadable } = await search(worker);
		assert.equal(sessions.length, 1);
		assert.deepEqual(unreadable, [closed, { path: 'Codex', reason: 'broken' }]);
	});

	it('tells of nothing when it was cancelled, and asks for no titles', async () => {
		const worker = finder();
		const cancelled = new WorkerError({ code: workerCodes.cancelled, message: 'Cancelled.' });
		worker.failing.set('codex', cancelled);
		worker.found.set('pi', { sessions: [sessionOf('a')], unreadable: [] });
		const { unreadable } = await search(worker, { signal: AbortSignal.abort() });
		assert.deepEqual([unreadable, worker.titled], [[], []]);
	});
});
