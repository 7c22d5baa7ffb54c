import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../src/conversations/store/openStore.ts';
import { freshState } from '../../../src/conversations/store/state.ts';
import { filesIn } from '../../../src/conversations/store/files.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { at } from '../../support/logs.ts';
import { session, type WorkerRig, workerBench } from '../../support/workerRig.ts';

/** What lists of conversations show, without making any of them the one a person looks at. */

describe('a conversation in a list', () => {
	const bench = workerBench();
	const row = async (rig: WorkerRig) => at(await rig.methods.list(null), 0);

	it('says where it came from, how large it is and that it was only looked at', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		const { logTokens } = await rig.view(id);
		const { updatedAt: _, title: __, ...rest } = await row(rig);
		assert.deepEqual(rest, {
			id,
			source: 'OpenAI or Anthropic messages',
			file,
			workspace: 'file:///work',
			messages: session.length,
			tokens: logTokens,
			context: { used: logTokens, window: 8_000 },
			records: 0,
			hasHandoff: false,
			kept: false,
			viewed: true,
		});
	});

	it('says how often it was compacted, and how small its context is now', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		const { meter } = await rig.view(id);
		const { context, records, hasHandoff, kept, viewed } = await row(rig);
		assert.deepEqual(
			{ records, hasHandoff, kept, viewed },
			{ records: 1, hasHandoff: true, kept: true, viewed: false },
		);
		assert.equal(context?.used, meter.head + meter.summary + meter.tail);
		await rig.methods.undo({ id });
		const undone = await row(rig);
		assert.deepEqual([undone.records, undone.hasHandoff], [1, false]);
	});

	it('has the same size after a reload, before anybody has read it', async () => {
		const first = bench.start();
		const id = await first.opened(
			bench.session([{ role: 'system', content: 'Be brief.' }, ...session]),
		);
		await first.compacted(id);
		await first.say(id, 'And now?');
		const before = await row(first);
		const rig = await bench.restart(first);
		const { context, records, hasHandoff } = await row(rig);
		assert.deepEqual([context, records, hasHandoff], [before.context, 1, true]);
		await rig.methods.undo({ id });
		const undone = await row(rig);
		assert.deepEqual((await row(await bench.restart(rig))).context, undone.context);
	});

	it('is there without its size where its record cannot be read', async () => {
		const first = bench.start();
		await first.compacted(await first.opened(bench.session(session)));
		await first.shutDown();
		const database = new DatabaseSync(filesIn(bench.storage()).database);
		database.exec("update record set body = '{}'");
		database.close();
		const { context, records } = await row(bench.start());
		assert.deepEqual([context, records], [undefined, 1]);
	});
});

describe('the history of a conversation', () => {
	const bench = workerBench();

	it('is that of its view, without reading the conversation', async () => {
		const first = bench.start();
		const id = await first.opened(bench.session(session));
		await first.compacted(id, { focus: redact('the parser') });
		await first.compacted(id, { source: 'originals' });
		const { history, active } = (await first.view(id)).status;
		const rig = await bench.restart(first);
		assert.deepEqual(await rig.methods.history({ id }), { history, active });
	});
});

describe('the size a person is shown', () => {
	const bench = workerBench();

	it('is pending from a compaction until the next request tells it', async () => {
		const rig = bench.start();
		const about = { title: 'Chat', source: 'VS Code chat', messages: session };
		const { id } = await rig.methods.create(about);
		assert.equal((await rig.view(id)).meter.pending, false);
		await rig.compacted(id);
		assert.equal((await rig.view(id)).meter.pending, true);
		await rig.say(id, 'Go on.');
		assert.equal((await rig.view(id)).meter.pending, false);
	});

	it('comes with what a compaction has saved so far, once a request was made with it', async () => {
		const rig = bench.start();
		const about = { title: 'Chat', source: 'VS Code chat', messages: session };
		const { id } = await rig.methods.create(about);
		await rig.compacted(id);
		assert.equal((await rig.view(id)).meter.savedSince, undefined);
		await rig.say(id, 'Go on.');
		const { saved = 0, savedSince } = (await rig.view(id)).meter;
		assert.ok(saved > 0 && savedSince !== undefined && savedSince.requests > 0);
		assert.equal(savedSince.tokens, saved * savedSince.requests);
	});

	it('is our own count in what was read from a file: nobody will ask a model about it', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		assert.equal((await rig.view(id)).meter.pending, false);
	});
});

describe('automatic compaction that has not helped', () => {
	const bench = workerBench();

	/** A conversation whose last two automatic compactions have saved too little. */
	async function helpless(): Promise<{ readonly rig: WorkerRig; readonly id: string }> {
		const before = bench.start();
		const id = await before.opened(bench.session(session));
		await before.methods.rename({ id, title: 'Helpless' });
		const { store } = openStore(bench.storage(), { now: Date.now });
		store.saveState(id, { ...freshState, guard: { unhelpful: 2, restsUntil: 1e6 } });
		store.close();
		return { rig: await bench.restart(before), id };
	}

	it('is said to have stopped, until a person compacts', async () => {
		const { rig, id } = await helpless();
		assert.equal((await rig.view(id)).status.stopped, true);
		await rig.compacted(id);
		assert.equal((await rig.view(id)).status.stopped, false);
	});

	it('is not said to have stopped where a person has turned it off', async () => {
		const { rig, id } = await helpless();
		await rig.methods.pause({ id, paused: true });
		assert.equal((await rig.view(id)).status.stopped, false);
		await rig.methods.pause({ id, paused: false });
		rig.configure({ automatic: false });
		assert.equal((await rig.view(id)).status.stopped, false);
	});
});
