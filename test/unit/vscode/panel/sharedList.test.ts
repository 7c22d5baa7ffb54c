import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fetchShared, listShared, share } from '../../../../src/git/sharedHandoffs.ts';
import { SharedList } from '../../../../src/vscode/panel/sharedList.ts';
import { Repositories } from '../../../support/repositories.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';

describe('the handoffs that the view lists', function () {
	this.timeout(30_000);
	let places: Repositories;
	let memory: FakeMemento;
	let isTrusted: boolean;
	let reads: number;
	let changes: number;

	beforeEach(() => {
		places = new Repositories();
		memory = new FakeMemento();
		isTrusted = true;
		reads = 0;
		changes = 0;
	});
	afterEach(() => places.dispose());

	/** A window of Ben's. */
	const window = (): SharedList =>
		new SharedList({
			read: async () => {
				reads += 1;
				const repository = await places.clone('ben');
				return [{ repository, ...(await listShared(repository)) }];
			},
			memory,
			isTrusted: () => isTrusted,
			changed: () => {
				changes += 1;
			},
		});

	const titles = (list: SharedList): string[] =>
		list.repositories.flatMap(({ handoffs }) => handoffs.map(({ title }) => title));

	async function fetched(title: string): Promise<void> {
		await share(await places.clone('ada'), 'origin', { title, handoff: 'x' }, randomUUID());
		await fetchShared(await places.clone('ben'), 'origin');
	}

	it('are not looked for before a person has used them in the workspace', async () => {
		await fetched('Fix the upload');
		const list = window();
		await list.refresh();
		assert.deepEqual([reads, changes, titles(list)], [0, 0, []]);
	});

	it('are there once a person uses them, also in the next window', async () => {
		await fetched('Fix the upload');
		const list = window();
		assert.equal((await list.use())[0]?.handoffs.length, 1);
		assert.deepEqual([titles(list), changes], [['Fix the upload'], 1]);
		const next = window();
		await next.refresh();
		assert.deepEqual(titles(next), ['Fix the upload']);
	});

	it('are read again when the view asks', async () => {
		const list = window();
		await list.use();
		assert.deepEqual([titles(list), changes], [[], 0]);
		await fetched('Fix the upload');
		await list.refresh();
		assert.deepEqual([titles(list), changes], [['Fix the upload'], 1]);
	});

	it('are not read in a workspace that is not trusted', async () => {
		await fetched('Fix the upload');
		await window().use();
		isTrusted = false;
		const list = window();
		await list.refresh();
		assert.deepEqual([reads, titles(list)], [1, []]);
	});

	it('are gone with what the workspace remembers', async () => {
		await fetched('Fix the upload');
		const list = window();
		await list.use();
		memory.held.clear();
		await list.refresh();
		assert.deepEqual([titles(list), changes], [[], 2]);
	});

	it('are as the latest reading found them, in whatever order readings end', async () => {
		const repository = await places.clone('ben');
		const waiting: ((unlisted: number) => void)[] = [];
		const list = new SharedList({
			read: async () => {
				const { promise, resolve } = Promise.withResolvers<number>();
				waiting.push(resolve);
				return [{ repository, handoffs: [], unlisted: await promise }];
			},
			memory,
			isTrusted: () => true,
			changed: () => undefined,
		});
		const readings = [list.use(), list.use()];
		waiting[1]?.(2);
		waiting[0]?.(1);
		await Promise.all(readings);
		assert.equal(list.repositories[0]?.unlisted, 2);
	});
});
