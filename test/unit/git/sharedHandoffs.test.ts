import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitFailure, type GitFailureCode } from '../../../src/git/gitFailure.ts';
import { gitRunner, Repository } from '../../../src/git/repository.ts';
import {
	fetchShared,
	headerOf,
	listShared,
	readShared,
	share,
	type ListedHandoff,
} from '../../../src/git/sharedHandoffs.ts';
import { Repositories } from '../../support/repositories.ts';

const id = '0d4f1c4e-6b52-4c25-9f44-2f3f4f1f8a01';
const another = '5b7c8a52-7e0d-4b0b-8a58-0b8c6a3f9d02';
const shared = { title: 'Fix the üpload', handoff: 'a handoff\n' };

const listed = async (repository: Repository): Promise<readonly ListedHandoff[]> =>
	(await listShared(repository)).handoffs;

const failsAs =
	(code: GitFailureCode) =>
	(error: unknown): boolean => {
		assert.ok(error instanceof GitFailure, String(error));
		assert.equal(error.code, code, error.detail);
		return true;
	};

describe('a handoff shared through a repository', function () {
	let places: Repositories;
	let ada: Repository;
	let ben: Repository;

	beforeEach(async () => {
		places = new Repositories();
		ada = await places.clone('ada');
		ben = await places.clone('ben');
	});
	afterEach(() => places.dispose());

	const hook = (folder: string, name: string, script: string): void =>
		writeFileSync(join(folder, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

	it('is listed in another clone with author, date, commit and title, and read to the byte', async () => {
		const commit = await share(ada, 'origin', shared, id);
		assert.deepEqual(await listed(ben), []);
		await fetchShared(ben, 'origin');
		const [found, ...others] = await listed(ben);
		assert.deepEqual(others, []);
		assert.deepEqual(
			{ ...found, date: 0 },
			{ name: id, commit, title: shared.title, author: 'ada', date: 0 },
		);
		const seconds = places.git(places.bare, 'show', '-s', '--format=%at', commit);
		assert.equal(found?.date, Number(seconds) * 1_000);
		const read = await readShared(ben, commit);
		assert.equal(Buffer.from(read).toString(), shared.handoff);
	});

	it('says in its commit what its header told before: title, author and committer', async () => {
		const key = ['sk', 'ant', 'api03', 'A'.repeat(93) + 'AA'].join('-');
		const titled = { ...shared, title: `Use\n${key} \u202E${'y'.repeat(500)}` };
		places.git(ada.folder, 'config', 'author.name', 'Ada Löw');
		const { title, author, committer } = await headerOf(ada, titled);
		assert.ok(!title.includes(key));
		assert.equal(author, 'Ada Löw <ada@example.com>');
		const commit = await share(ada, 'origin', titled, id);
		assert.equal(
			places.git(places.bare, 'show', '-s', '--format=%B%an <%ae>%n%cn <%ce>', commit),
			[title, '', author, committer].join('\n').replace('\n\n', '\n'),
		);
		places.git(ada.folder, 'config', '--unset', 'user.email');
		await assert.rejects(headerOf(ada, titled), failsAs('no-identity'));
	});

	it('touches no branch, tag, file or index, here or there', async () => {
		writeFileSync(join(ada.folder, 'staged.txt'), 'mine');
		places.git(ada.folder, 'add', 'staged.txt');
		const before = places.git(ada.folder, 'status', '--porcelain');
		await share(ada, 'origin', shared, id);
		await fetchShared(ben, 'origin');
		assert.equal(places.git(ada.folder, 'status', '--porcelain'), before);
		for (const folder of [ada.folder, ben.folder, places.bare]) {
			assert.equal(
				places.git(folder, 'for-each-ref', '--format=%(refname)'),
				`refs/precis/handoffs/${id}`,
			);
		}
		assert.equal(existsSync(join(ben.folder, '.git', 'FETCH_HEAD')), false);
	});

	it('is pushed alone, whatever else the repository is set to push', async () => {
		places.git(ada.folder, 'commit', '--quiet', '--allow-empty', '--message=mine');
		places.git(ada.folder, 'tag', '-a', '-m', 'mine', 'v1');
		places.git(ada.folder, 'config', 'push.followTags', 'true');
		places.git(ada.folder, 'config', 'remote.origin.push', 'refs/heads/*:refs/heads/*');
		await share(ada, 'origin', shared, id);
		assert.equal(
			places.git(places.bare, 'for-each-ref', '--format=%(refname)'),
			`refs/precis/handoffs/${id}`,
		);
	});

	it('is refused by the remote with the words of its hook, and then not listed here', async () => {
		hook(places.bare, 'pre-receive', 'echo "No handoffs on this server" >&2; exit 1');
		await assert.rejects(share(ada, 'origin', shared, id), (error) => {
			failsAs('refused')(error);
			return error instanceof GitFailure && error.detail.includes('No handoffs on this server');
		});
		assert.deepEqual(await listed(ada), []);
	});

	it('is refused by a hook of the repository, which runs once, as with every push', async () => {
		const runs = join(places.folder, 'runs');
		hook(join(ada.folder, '.git'), 'pre-push', `echo run >> '${runs}'; exit 1`);
		await assert.rejects(share(ada, 'origin', shared, id), failsAs('refused'));
		assert.equal(readFileSync(runs, 'utf8'), 'run\n');
	});

	it('conflicts with something else under its name, which stays', async () => {
		const planted = places.plant(id, { 'handoff.md': 'theirs' });
		await assert.rejects(share(ada, 'origin', shared, id), failsAs('conflict'));
		assert.equal(places.git(places.bare, 'rev-parse', `refs/precis/handoffs/${id}`), planted);
	});

	for (const replacement of ['commit-tree', 'tag', 'blob'] as const) {
		it(`stays as fetched when the remote puts something else in its place (${replacement}), and others are fetched`, async () => {
			const commit = await share(ada, 'origin', shared, id);
			await fetchShared(ben, 'origin');
			places.supplant(id, replacement);
			const other = places.plant(another, { 'handoff.md': 'other' });
			assert.deepEqual(await fetchShared(ben, 'origin'), [id]);
			const commits = (await listed(ben)).map((one) => one.commit);
			assert.deepEqual(commits.toSorted(), [commit, other].toSorted());
		});
	}

	it('leaves nothing of a fetch that is cancelled', async () => {
		await share(ada, 'origin', shared, id);
		const stopped = fetchShared(ben, 'origin', AbortSignal.abort());
		await assert.rejects(stopped, failsAs('cancelled'));
		assert.equal(places.git(ben.folder, 'for-each-ref'), '');
	});

	it('is fetched as long as there is room, whatever number of them the remote has', async () => {
		const commit = await share(ada, 'origin', shared, id);
		await fetchShared(ben, 'origin');
		places.gitReading(
			Array.from(
				{ length: 2_010 },
				(_, index) => `create refs/precis/handoffs/flood-${index} ${commit}\n`,
			).join(''),
			places.bare,
			'update-ref',
			'--stdin',
		);
		for (let time = 0; time < 2; time += 1) {
			assert.deepEqual(await fetchShared(ben, 'origin'), []);
			const references = places.git(ben.folder, 'for-each-ref', '--format=%(refname)').split('\n');
			assert.equal(references.length, 2_000);
			assert.ok(references.every((one) => one.startsWith('refs/precis/handoffs/')));
			assert.ok(references.includes(`refs/precis/handoffs/${id}`));
		}
	});

	it('stays here when the remote no longer has it', async () => {
		places.git(ben.folder, 'config', 'fetch.prune', 'true');
		const commit = await share(ada, 'origin', shared, id);
		await fetchShared(ben, 'origin');
		places.git(places.bare, 'update-ref', '-d', `refs/precis/handoffs/${id}`);
		await fetchShared(ben, 'origin');
		assert.deepEqual(
			(await listed(ben)).map((one) => one.commit),
			[commit],
		);
	});

	it('cannot be pushed or fetched when the remote is gone, and what was fetched stays', async () => {
		await share(ada, 'origin', shared, id);
		await fetchShared(ben, 'origin');
		renameSync(places.bare, `${places.bare}.gone`);
		await assert.rejects(share(ada, 'origin', shared, another), failsAs('unreachable'));
		await assert.rejects(fetchShared(ben, 'origin'), failsAs('unreachable'));
		assert.equal((await listed(ben)).length, 1);
	});

	it('names what is missing: the repository, a name of the author, git; and takes no option for a remote', async () => {
		await assert.rejects(fetchShared(ada, '--upload-pack=touch x'), failsAs('failed'));
		await assert.rejects(Repository.at(places.folder, places.run), failsAs('no-repository'));
		await assert.rejects(
			Repository.at(ada.folder, gitRunner('no-such-git', places.env)),
			failsAs('no-git'),
		);
		places.git(ada.folder, 'config', '--unset', 'user.email');
		await assert.rejects(share(ada, 'origin', shared, id), failsAs('no-identity'));
	});

	it('ends with what it started when it is cancelled', async () => {
		const pid = join(places.folder, 'pid');
		hook(
			join(ada.folder, '.git'),
			'pre-push',
			`echo $$ > '${pid}.new'; mv '${pid}.new' '${pid}'; sleep 60`,
		);
		const stop = new AbortController();
		const pushed = share(ada, 'origin', shared, id, stop.signal);
		const poll = setInterval(() => existsSync(pid) && stop.abort(), 20);
		await assert.rejects(pushed, failsAs('push-unclear'));
		clearInterval(poll);
		assert.deepEqual(await listed(ada), []);
		assert.equal(places.git(places.bare, 'for-each-ref'), '');
	});

	it('works in a folder below the top and in a bare repository', async () => {
		const below = await Repository.at(join(ada.folder, 'src'), places.run);
		assert.equal(below.folder, ada.folder);
		const bare = await Repository.at(places.bare, places.run);
		assert.deepEqual(await listed(bare), []);
	});

	it('shows remotes without the names and passwords in their addresses', async () => {
		places.git(ada.folder, 'remote', 'add', 'hub', 'https://ada:geheim@git.example.com/a.git');
		assert.deepEqual(await ada.remotes(), [
			{ name: 'hub', address: 'https://git.example.com/a.git' },
			{ name: 'origin', address: places.bare },
		]);
	});

	describe('by somebody hostile', () => {
		it('is not read where it is too large, here or there', async () => {
			const huge = 'x'.repeat(600 * 1024);
			const commit = places.plant(id, { 'handoff.md': huge });
			await fetchShared(ben, 'origin');
			await assert.rejects(readShared(ben, commit), failsAs('too-large'));
			await assert.rejects(
				share(ada, 'origin', { ...shared, handoff: huge }, another),
				failsAs('too-large'),
			);
		});

		it('shows title and author in one line without controls and secrets', async () => {
			const key = ['sk', 'ant', 'api03', 'A'.repeat(93) + 'AA'].join('-');
			places.plant(
				id,
				{ 'handoff.md': 'x' },
				`A\u001B[31m red\u202E title ${key} ${'y'.repeat(500)}`,
			);
			await fetchShared(ben, 'origin');
			const title = (await listed(ben))[0]?.title ?? '';
			assert.match(title, /^A\[31m red title \S/);
			assert.ok(!title.includes(key));
			assert.ok(title.length <= 120);
		});

		it('is counted and not listed where its title is huge, and keeps no other from the list', async () => {
			places.plant(id, { 'handoff.md': 'x' }, 'y'.repeat(100 * 1024));
			const commit = places.plant(another, { 'handoff.md': 'x' });
			await fetchShared(ben, 'origin');
			const { handoffs, unlisted } = await listShared(ben);
			assert.deepEqual([handoffs.map((one) => one.commit), unlisted], [[commit], 1]);
		});

		it('is left out where its name could be a folder or another name on some disks', async () => {
			const commit = places.plant('a/b', { 'handoff.md': 'x' });
			places.git(places.bare, 'update-ref', 'refs/precis/handoffs/Upper', commit);
			await fetchShared(ben, 'origin');
			assert.equal(places.git(ben.folder, 'for-each-ref'), '');
		});

		it('is no handoff without its file, or with a link in its place', async () => {
			const none = places.plant(id, { 'other.md': 'x' });
			const target = places.gitReading('/etc/passwd', places.bare, 'hash-object', '-w', '--stdin');
			const tree = places.gitReading(`120000 blob ${target}\thandoff.md\n`, places.bare, 'mktree');
			const link = places.git(
				places.bare,
				'-c',
				'user.name=M',
				'-c',
				'user.email=m@m',
				'commit-tree',
				'-m',
				'x',
				tree,
			);
			places.git(places.bare, 'update-ref', `refs/precis/handoffs/${another}`, link);
			await fetchShared(ben, 'origin');
			await assert.rejects(readShared(ben, none), failsAs('not-a-handoff'));
			await assert.rejects(readShared(ben, link), failsAs('not-a-handoff'));
			await assert.rejects(readShared(ben, '--help'), failsAs('not-a-handoff'));
		});
	});
});
