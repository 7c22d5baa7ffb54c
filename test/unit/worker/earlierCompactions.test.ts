import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { assistant, compaction, user } from '../transcripts/formats/claudeCode/claudeLines.ts';
import { at, prose } from '../../support/logs.ts';
import { workerBench, workerSettings, type WorkerRig } from '../../support/workerRig.ts';

/** Lines of turns of about 180 tokens each. */
function talk(count: number, first = 0): object[] {
	return Array.from({ length: count }, (_, index) => [
		user(`Request ${first + index}: ${prose(200, first + index)}`),
		assistant(`m${first + index}`, prose(600, first + index)),
	]).flat();
}

const first = compaction(
	'1. Primary Request and Intent:\n   Ship the importer.\n8. Current Work:\n   Tests',
	{ trigger: 'auto', preTokens: 167_094 },
	{ timestamp: '2026-02-11T21:18:41.543Z' },
);
const second = compaction('## Goal\nShip the exporter as well.');

/** Two compactions, and turns behind each: 40 messages. */
const lines = [...talk(10), ...first, ...talk(8, 10), ...second, ...talk(2, 18)];

describe('a saved session that was compacted before', () => {
	const bench = workerBench();
	const save = (content: readonly object[]): string => {
		const path = bench.path('session.jsonl');
		writeFileSync(path, content.map((line) => `${JSON.stringify(line)}\n`).join(''));
		return path;
	};
	const large = { compaction: { ...workerSettings.compaction, window: 200_000 } };
	const textOfContext = async (rig: WorkerRig, id: string): Promise<string> =>
		JSON.stringify((await rig.methods.context({ id })).messages);

	it('has these compactions in its history, the newest active, over the full log', async () => {
		const rig = bench.start(large);
		const id = await rig.opened(save(lines));
		const { messages, compactions, status, receipt, sections, meter } = await rig.view(id);
		assert.deepEqual([messages, compactions], [40, 2]);
		assert.deepEqual(
			status.history.map(({ number, assistant: by, parent }) => [number, by, parent]),
			[
				[1, 'Claude Code', undefined],
				[2, 'Claude Code', at(status.history, 0).id],
			],
		);
		assert.equal(status.active, at(status.history, 1).id);
		assert.equal(at(status.history, 0).createdAt, Date.UTC(2026, 1, 11, 21, 18, 41, 543));
		assert.deepEqual(receipt?.summariser, { kind: 'assistant', assistant: 'Claude Code' });
		assert.deepEqual(receipt?.range, [1, 36]);
		const goal = sections?.find(({ title }) => title === 'Goal');
		assert.deepEqual(
			goal?.items.map(({ text }) => text),
			['Ship the exporter as well.'],
		);
		assert.equal(meter.before, receipt?.tokensBefore);
		assert.ok((receipt?.tokensBefore ?? 0) > (receipt?.tokensAfter ?? 0));
	});

	it('is sent as its newest summary and what came after', async () => {
		const rig = bench.start(large);
		const id = await rig.opened(save(lines));
		const text = await textOfContext(rig, id);
		assert.match(text, /Ship the exporter/);
		assert.match(text, /Request 18/);
		// The latest request before the compaction stands behind the summary, word for word.
		assert.match(text, /Request 17/);
		assert.doesNotMatch(text, /Request 16|Ship the importer/);
	});

	it('is its full log again when they are undone, one by one', async () => {
		const rig = bench.start(large);
		const id = await rig.opened(save(lines));
		await rig.view(id);
		await rig.methods.undoCompaction({ id });
		assert.match(await textOfContext(rig, id), /Ship the importer/);
		await rig.methods.undoCompaction({ id });
		const text = await textOfContext(rig, id);
		assert.match(text, /Request 0:/);
		assert.doesNotMatch(text, /Ship the/);
		const { meter, logTokens } = await rig.view(id);
		assert.equal(meter.head + meter.tail, logTokens);
		await rig.methods.redo({ id });
		assert.match(await textOfContext(rig, id), /Ship the importer/);
	});

	it('has them once, however often it is opened and looked at', async () => {
		const rig = bench.start(large);
		const file = save(lines);
		const id = await rig.opened(file);
		await rig.view(id);
		assert.equal(await rig.opened(file), id);
		assert.equal((await rig.view(id)).compactions, 2);
	});

	it('that grew has the new ones too, the newest active', async () => {
		const rig = bench.start(large);
		const id = await rig.opened(save([...talk(10), ...first, ...talk(2, 10)]));
		assert.equal((await rig.view(id)).compactions, 1);
		assert.equal(await rig.opened(save(lines)), id);
		const { messages, status } = await rig.view(id);
		assert.deepEqual([messages, status.history.length], [40, 2]);
		assert.equal(status.active, at(status.history, 1).id);
	});

	it('that was compacted right where it had ended has that one too', async () => {
		const rig = bench.start(large);
		const id = await rig.opened(save(talk(10)));
		await rig.view(id);
		for (let time = 0; time < 2; time += 1) {
			assert.equal(await rig.opened(save([...talk(10), ...first])), id);
			assert.equal((await rig.view(id)).compactions, 1);
		}
	});

	it('is only a view with them, and leaves nothing behind', async () => {
		const rig = bench.start(large);
		const id = await rig.opened(save(lines));
		const { status } = await rig.view(id);
		assert.deepEqual([status.viewed, status.kept], [true, false]);
		await rig.methods.undoCompaction({ id });
		assert.equal((await rig.view(id)).status.viewed, true);
		const next = await bench.restart(rig);
		assert.deepEqual(await next.methods.list(null), []);
	});

	it('is compacted on top of them, and kept with all', async () => {
		const rig = bench.start({ compaction: { ...workerSettings.compaction, window: 32_000 } });
		const file = save([...lines, ...talk(80, 20)]);
		const id = await rig.opened(file);
		await rig.view(id);
		await rig.compacted(id);
		const { status } = await rig.view(id);
		assert.equal(status.kept, true);
		assert.deepEqual(
			status.history.map(({ assistant: by }) => by),
			['Claude Code', 'Claude Code', undefined],
		);
		assert.equal(at(status.history, 2).parent, at(status.history, 1).id);
		const next = await bench.restart(rig);
		assert.equal(await next.opened(file), id);
		assert.equal((await next.view(id)).compactions, 3);
	});

	it('is what another window has made of it, where this one only looked', async () => {
		const here = bench.start();
		const file = save([...lines, ...talk(14, 20)]);
		const id = await here.opened(file);
		assert.equal((await here.view(id)).compactions, 2);
		const there = bench.start();
		await there.opened(file);
		await there.compacted(id);
		const { compactions, status } = await here.view(id);
		assert.deepEqual([compactions, status.kept], [3, true]);
	});

	it('keeps what was pinned when the assistant has compacted it once more', async () => {
		const rig = bench.start(large);
		const id = await rig.opened(save([...talk(10), ...first]));
		const { status } = await rig.view(id);
		const place = {
			record: status.active ?? 0,
			section: 'Goal' as const,
			index: 0,
			text: 'Ship the importer.',
		};
		await rig.methods.changeItem({ id, place, change: { kind: 'pin' } });
		await rig.opened(save(lines));
		const view = await rig.view(id);
		assert.equal(view.status.active, view.status.history.at(-1)?.id);
		const goal = view.sections?.find(({ title }) => title === 'Goal');
		assert.deepEqual(
			goal?.items.map(({ text, kept }) => [text, kept]),
			[
				['Ship the importer.', 'pinned'],
				['Ship the exporter as well.', undefined],
			],
		);
	});

	it('that went on elsewhere and here stays as the person had it', async () => {
		const rig = bench.start();
		const id = await rig.opened(save(talk(24)));
		await rig.view(id);
		await rig.compacted(id);
		const before = (await rig.view(id)).status.active;
		await rig.opened(save([...talk(24), ...talk(2, 24), ...first]));
		const { messages, status } = await rig.view(id);
		assert.deepEqual([messages, status.active], [52, before]);
		assert.deepEqual(
			status.history.map(({ assistant: by }) => by),
			[undefined, 'Claude Code'],
		);
	});

	it('that went on elsewhere and here has no redo that leads to what the person never had', async () => {
		const rig = bench.start();
		const id = await rig.opened(save(talk(24)));
		await rig.compacted(id);
		await rig.opened(save([...talk(24), ...talk(2, 24), ...first]));
		await rig.view(id);
		await rig.methods.undo({ id });
		for (const window of [rig, bench.start()]) {
			await window.methods.redo({ id });
			const { status } = await window.view(id);
			assert.equal(status.active, status.history[0]?.id);
			await window.methods.undo({ id });
		}
	});

	it('has no secret in the summary', async () => {
		const rig = bench.start(large);
		const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
		const id = await rig.opened(save([...talk(10), ...compaction(`The token is ${secret}.`)]));
		const view = await rig.view(id);
		assert.equal(view.compactions, 1);
		assert.doesNotMatch(JSON.stringify(view.sections), new RegExp(secret));
		assert.doesNotMatch(await textOfContext(rig, id), new RegExp(secret));
	});
});
