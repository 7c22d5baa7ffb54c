import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { OpenedFilesParts } from '../../../src/worker/openedFiles.ts';
import { claudeTurns } from '../../support/claudeSession.ts';
import { until } from '../../support/until.ts';
import { turns, workerBench, workerSettings, type WorkerRig } from '../../support/workerRig.ts';

/** Everything counts as large; what is shown first is two of the three megabytes. */
const large: Partial<OpenedFilesParts> = { largeBytes: 1_000 };

describe('a large file', () => {
	const bench = workerBench();
	const settings = {
		compaction: { ...workerSettings.compaction, window: 200_000, reservedReply: 8_192 },
	};
	const write = (text: string): string => {
		const file = bench.path('large.jsonl');
		writeFileSync(file, text);
		return file;
	};
	const readWhole = async (rig: WorkerRig, id: string): Promise<void> =>
		until(async () => (await rig.view(id)).reading === undefined);

	it('is shown from its beginning while the rest is read', async () => {
		const rig = bench.start({}, large);
		const file = write(claudeTurns(800, 0, 4_000));
		const id = await rig.opened(file);
		const first = await rig.view(id);
		assert.ok(first.reading !== undefined && first.reading.share < 1);
		assert.ok(first.messages > 1_000 && first.messages < 3_200);
		assert.deepEqual(
			[first.title, first.source, first.file, first.problems],
			['Request 0: what is here?', 'Claude Code', file, []],
		);
		await readWhole(rig, id);
		const whole = await rig.view(id);
		assert.equal(whole.messages, 3_200);
		assert.ok(whole.logTokens > first.logTokens);
		assert.equal(whole.meter.head + whole.meter.tail, whole.logTokens);
		assert.equal(whole.meter.estimated, true);
		assert.ok(rig.events.some((event) => event.type === 'changed' && event.conversation === id));
	});

	it('is in no store while it is only looked at, and in the list all the same', async () => {
		const rig = bench.start({}, large);
		const id = await rig.opened(write(claudeTurns(20)));
		await readWhole(rig, id);
		await rig.said(id, 1);
		const rows = await rig.methods.list(null, rig.call());
		assert.deepEqual(
			rows.map((row) => [row.id, row.messages, row.kept, row.viewed]),
			[[id, 80, false, true]],
		);
		const next = await bench.restart(rig);
		assert.deepEqual(await next.methods.list(null, next.call()), []);
	});

	it('shows its messages wherever they stand, and finds words in them', async () => {
		const rig = bench.start({}, large);
		const id = await rig.opened(write(claudeTurns(20)));
		await readWhole(rig, id);
		assert.match(await rig.said(id, 5, 8), /^Request 1:/);
		assert.match(await rig.said(id, 77), /^Request 19:/);
		assert.equal(await rig.said(id, 81), '');
		const side = 'conversation';
		const outline = await rig.methods.sessionOutline({ id, side }, rig.call());
		assert.deepEqual([outline.entries, outline.isEstimated], [80, true]);
		const found = await rig.methods.sessionSearch({ id, side, text: 'request 19:' }, rig.call());
		assert.equal(found[0], 76);
		assert.deepEqual((await rig.view(id)).standing.viewed, true);
	});

	it('is counted, compacted and kept like any other when that is asked for', async () => {
		const rig = bench.start(settings, large);
		const id = await rig.opened(write(claudeTurns(100)));
		await rig.compacted(id);
		const view = await rig.view(id);
		assert.deepEqual([view.messages, view.compactions, view.reading], [400, 1, undefined]);
		assert.equal(view.meter.estimated, undefined);
		assert.equal(view.standing.kept, true);
		const next = await bench.restart(rig);
		assert.equal(await next.opened(bench.path('large.jsonl')), id);
		assert.equal((await next.view(id)).compactions, 1);
	});

	it('is read into the store once, whoever asks, and who waits can leave', async () => {
		const rig = bench.start(settings, large);
		const id = await rig.opened(write(claudeTurns(100)));
		const controller = new AbortController();
		const compacting = rig.compacted(id);
		const breakdown = rig.methods.breakdown({ id }, rig.call());
		const left = rig.methods.breakdown({ id }, rig.call(controller.signal));
		controller.abort();
		await assert.rejects(left, { name: 'AbortError' });
		await Promise.all([compacting, breakdown]);
		const { messages, compactions } = await rig.view(id);
		assert.deepEqual([messages, compactions], [400, 1]);
	});

	it('is not compacted where memory is too short for it, and is still there', async () => {
		const rig = bench.start(settings, { ...large, freeMemory: () => 10_000 });
		const id = await rig.opened(write(claudeTurns(100)));
		await assert.rejects(rig.compact(id), { code: 'too-large' });
		assert.equal((await rig.view(id)).messages, 400);
	});

	it('can be closed while it is being read', async () => {
		const rig = bench.start({}, large);
		const id = await rig.opened(write(claudeTurns(800, 0, 4_000)));
		await rig.methods.close({ id }, rig.call());
		await assert.rejects(rig.view(id), { code: 'unknown-conversation' });
		assert.deepEqual(await rig.methods.list(null, rig.call()), []);
	});

	it('is not compacted when it is closed before it was read to its end', async () => {
		const rig = bench.start(settings, large);
		const id = await rig.opened(write(claudeTurns(800, 0, 4_000)));
		assert.ok((await rig.view(id)).reading !== undefined);
		const compacting = assert.rejects(rig.compact(id), { code: 'not-whole' });
		// As opening another one does.
		await rig.methods.close({ id }, rig.call());
		await compacting;
		assert.deepEqual(await rig.methods.list(null, rig.call()), []);
		const again = await rig.opened(bench.path('large.jsonl'));
		await rig.compacted(again);
		assert.equal((await rig.view(again)).messages, 3_200);
	});

	it('is read to its end before it is shown where its format has no beginning', async () => {
		const rig = bench.start({}, large);
		const file = bench.session(turns(20));
		const id = await rig.opened(file);
		const { messages, reading, meter } = await rig.view(id);
		assert.deepEqual([messages, reading, meter.estimated], [40, undefined, true]);
		assert.deepEqual([...new Set(rig.progress.map(({ phase }) => phase))], ['reading', 'counting']);
	});

	it('is refused when it is none', async () => {
		const rig = bench.start({}, large);
		await assert.rejects(rig.opened(write('x'.repeat(2_000))), { code: 'unknown-format' });
	});
});
