import assert from 'node:assert/strict';
import { appendFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { filesIn } from '../../../src/conversations/store/files.ts';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import type { WatchParts } from '../../../src/worker/follower.ts';
import { claudeTurns } from '../../support/claudeSession.ts';
import { FakeTimers } from '../../support/fakeTimers.ts';
import { until } from '../../support/until.ts';
import {
	assistant as answered,
	store,
	user as said,
} from '../transcripts/formats/openCode/openCodeFiles.ts';
import { workerBench, workerSettings, type WorkerRig } from '../../support/workerRig.ts';

/** Time that passes when a test says so, over real files. */
class Watched implements WatchParts {
	readonly timers = new FakeTimers();

	async stateOf(path: string): Promise<{ size: number; version: string }> {
		const { size, mtimeMs, ino } = statSync(path);
		return { size, version: `${size} ${mtimeMs} ${ino}` };
	}

	/** Lets time pass until something is so. */
	async until(isSo: () => Promise<boolean>): Promise<void> {
		await until(async () => {
			this.timers.pass(1_000);
			return isSo();
		});
	}
}

describe('the file of a conversation that is followed', () => {
	const bench = workerBench();
	const settings = {
		compaction: { ...workerSettings.compaction, window: 200_000, reservedReply: 8_192 },
	};
	let watch: Watched;
	let file: string;
	let sourceOf = fileSource;
	beforeEach(() => {
		sourceOf = fileSource;
		watch = new Watched();
		file = bench.path('session.jsonl');
		writeFileSync(file, claudeTurns(10));
	});
	async function followed(): Promise<{ rig: WorkerRig; id: string }> {
		const rig = bench.start(settings, { watch, sourceOf: (path) => sourceOf(path) });
		const id = await rig.opened(file);
		await rig.view(id);
		await rig.follow(id);
		return { rig, id };
	}
	const shows = async (rig: WorkerRig, id: string, messages: number): Promise<void> =>
		watch.until(async () => (await rig.view(id)).messages === messages);

	it('has its new messages shown as they come', async () => {
		const { rig, id } = await followed();
		assert.equal((await rig.view(id)).following, true);
		const text = claudeTurns(3, 10);
		appendFileSync(file, text.slice(0, -10));
		await shows(rig, id, 51);
		appendFileSync(file, text.slice(-10));
		await shows(rig, id, 52);
		assert.deepEqual((await rig.view(id)).problems, []);
		assert.ok(rig.events.some((event) => event.type === 'changed' && event.conversation === id));
	});

	it('is shown as what it is when it shrank or was replaced', async () => {
		const { rig, id } = await followed();
		writeFileSync(file, claudeTurns(2, 50));
		await shows(rig, id, 8);
		assert.match(await rig.said(id, 1), /Request 50/);
		assert.equal((await rig.view(id)).title, 'Request 50: what is here?');
		const rows = await rig.methods.list(null);
		assert.deepEqual(
			rows.map((row) => [row.id, row.messages]),
			[[id, 8]],
		);
	});

	it('goes on being shown where it was compacted, with what is complete', async () => {
		const { rig, id } = await followed();
		await rig.compacted(id);
		appendFileSync(file, claudeTurns(2, 10));
		// The last reply may go on.
		await shows(rig, id, 47);
		const view = await rig.view(id);
		assert.deepEqual([view.compactions, view.following, view.status.kept], [1, true, true]);
		appendFileSync(file, claudeTurns(1, 12));
		await shows(rig, id, 51);
	});

	it('is compacted while its file is read again, and goes on from there', async () => {
		const { rig, id } = await followed();
		const gate = Promise.withResolvers<void>();
		let isAsked = false;
		sourceOf = async (path) => {
			const source = await fileSource(path);
			isAsked = true;
			await gate.promise;
			return source;
		};
		appendFileSync(file, claudeTurns(2, 10));
		await watch.until(() => Promise.resolve(isAsked));
		await rig.compacted(id);
		assert.equal((await rig.view(id)).messages, 40);
		gate.resolve();
		await shows(rig, id, 47);
		const { compactions, status } = await rig.view(id);
		assert.deepEqual([compactions, status.viewed, status.kept], [1, false, true]);
	});

	it('is read to its end where somebody looked at something else while it was read', async () => {
		const { rig, id } = await followed();
		appendFileSync(file, claudeTurns(400, 10));
		const row = async (): Promise<number> => (await rig.methods.list(null))[0]?.messages ?? 0;
		// Messages come in steps, each with a turn of the event loop.
		while ((await row()) === 40) {
			watch.timers.pass(1_000);
			await new Promise((resolve) => setImmediate(resolve));
		}
		await rig.follow(undefined);
		await until(async () => (await rig.view(id)).messages === 1_640);
	});

	it('takes nothing away that was said here', async () => {
		const { rig, id } = await followed();
		await rig.say(id, 'And now?');
		appendFileSync(file, claudeTurns(2, 10));
		await watch.until(async () => (await rig.view(id)).following === undefined);
		const { messages } = await rig.view(id);
		assert.equal(messages, 42);
		assert.equal(watch.timers.pending, 0);
	});

	it('is not followed any more when that is not wanted', async () => {
		const { rig, id } = await followed();
		await rig.follow(undefined);
		assert.equal((await rig.view(id)).following, false);
		assert.equal(watch.timers.pending, 0);
	});

	it('is not followed any more when it was closed', async () => {
		const { rig, id } = await followed();
		await rig.methods.close({ id });
		assert.equal(watch.timers.pending, 0);
	});

	it('may be gone for a while', async () => {
		const { rig, id } = await followed();
		writeFileSync(file, '');
		for (let count = 0; count < 20; count += 1) {
			watch.timers.pass(1_000);
			await new Promise((resolve) => setImmediate(resolve));
		}
		assert.equal((await rig.view(id)).messages, 40);
		writeFileSync(file, claudeTurns(12));
		await shows(rig, id, 48);
	});

	describe('after a reload', () => {
		async function reloaded(): Promise<{ rig: WorkerRig; id: string }> {
			const { rig: before, id } = await followed();
			await before.compacted(id);
			await before.shutDown();
			watch = new Watched();
			return { rig: bench.start(settings, { watch }), id };
		}

		it('is followed again, with its problems', async () => {
			const { rig, id } = await reloaded();
			appendFileSync(file, 'no record\n');
			await rig.view(id);
			await rig.follow(id);
			await watch.until(async () => (await rig.view(id)).following === true);
			assert.equal((await rig.view(id)).problems.length, 1);
			appendFileSync(file, claudeTurns(2, 10));
			await shows(rig, id, 47);
			assert.deepEqual(
				(await rig.methods.list(null)).map((row) => row.id),
				[id],
			);
		});

		it('is followed again among many in a database, of which the others are left alone', async () => {
			const database = bench.path('opencode.db');
			const messages = Array.from({ length: 40 }, (_, index) =>
				(index % 2 === 0 ? said : answered)(`m${index}`, `${index} ${'words '.repeat(100)}`),
			);
			store(database, { id: 's1', messages }, { id: 's2', messages: [said('n', 'other')] }).close();
			const before = bench.start(settings);
			const { conversations } = await before.methods.open({ path: database });
			assert.equal(conversations.length, 2);
			const followed = conversations.find(({ inside }) => inside === 's1')?.id ?? '';
			await before.view(followed);
			await before.compacted(followed);
			await before.shutDown();
			store(database, { id: 's3', messages: [said('o', 'a third')] }).close();
			const identities = (): unknown => {
				const stored = new DatabaseSync(filesIn(bench.storage()).database, { readOnly: true });
				const row = stored.prepare('select count(*) as number from identity').get();
				stored.close();
				return row?.['number'];
			};
			assert.equal(identities(), 2);
			watch = new Watched();
			const rig = bench.start(settings, { watch });
			await rig.view(followed);
			await rig.follow(followed);
			await watch.until(async () => (await rig.view(followed)).following === true);
			assert.equal(identities(), 2);
		});

		it('is followed again where it had diverged from what it was before', async () => {
			const { rig: before, id: original } = await reloaded();
			writeFileSync(file, claudeTurns(10, 50));
			const id = await before.opened(file);
			assert.notEqual(id, original);
			await before.view(id);
			await before.compacted(id);
			await before.shutDown();
			watch = new Watched();
			const rig = bench.start(settings, { watch });
			await rig.view(id);
			await rig.follow(id);
			await watch.until(async () => (await rig.view(id)).following === true);
			appendFileSync(file, claudeTurns(2, 60));
			await shows(rig, id, 47);
		});

		it('is not said to be followed where the file is gone', async () => {
			const { rig, id } = await reloaded();
			rmSync(file);
			await rig.view(id);
			await rig.follow(id);
			for (let count = 0; count < 5; count += 1) {
				watch.timers.pass(1_000);
				await new Promise((resolve) => setImmediate(resolve));
			}
			assert.equal((await rig.view(id)).following, undefined);
			writeFileSync(file, claudeTurns(12));
			await shows(rig, id, 47);
			assert.equal((await rig.view(id)).following, true);
		});

		it('is not followed where the file says something else by now', async () => {
			const { rig, id } = await reloaded();
			writeFileSync(file, claudeTurns(10, 50));
			await rig.view(id);
			await rig.follow(id);
			await watch.until(async () => watch.timers.pending === 0);
			const { messages, following } = await rig.view(id);
			assert.deepEqual([messages, following], [40, undefined]);
		});
	});

	it('shows what was written between reading and following it', async () => {
		const rig = bench.start(settings, { watch });
		const id = await rig.opened(file);
		await rig.view(id);
		appendFileSync(file, claudeTurns(1, 10));
		await rig.follow(id);
		await shows(rig, id, 44);
	});
});
