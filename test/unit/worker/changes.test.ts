import assert from 'node:assert/strict';
import { totalTokens } from '../../../src/protocol/contextTokens.ts';
import type { ConversationView } from '../../../src/protocol/conversationView.ts';
import type { StoredItem } from '../../../src/protocol/toPanel.ts';
import { at, prose } from '../../support/logs.ts';
import {
	session,
	turns,
	workerBench,
	workerSettings,
	type WorkerRig,
} from '../../support/workerRig.ts';

/** The first item of the first section that has one. */
function placeOf({ sections = [], status }: ConversationView): StoredItem {
	const { title, items } = sections.find(({ items }) => items.length > 0) ?? assert.fail();
	return { record: status.active ?? -1, section: title, index: 0, text: at(items, 0).text };
}

describe('a person’s changes to a summary, as the worker does them', () => {
	const bench = workerBench();

	async function compacted(): Promise<{ rig: WorkerRig; id: string; view: ConversationView }> {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		return { rig, id, view: await rig.view(id) };
	}

	it('are shown with their section, in the history, and in no count of compactions', async () => {
		const { rig, id, view: before } = await compacted();
		const place = placeOf(before);
		const { changeItem } = rig.methods;
		assert.deepEqual(await changeItem({ id, place, change: { kind: 'pin' } }), {
			kind: 'changed',
		});
		const pinned = await rig.view(id);
		const shown = pinned.sections?.find(({ title }) => title === place.section)?.items[0];
		assert.deepEqual([shown?.text, shown?.kept], [place.text, 'pinned']);
		const change = { kind: 'edit', text: `Otherwise:\n${prose(400)}` } as const;
		await changeItem({ id, place: placeOf(pinned), change });
		const view = await rig.view(id);
		assert.equal(view.compactions, 1);
		const [compaction, pin, edit] = view.status.history;
		assert.deepEqual(
			view.status.history.map(({ kind }) => kind),
			['compaction', 'pin', 'edit'],
		);
		assert.deepEqual(
			view.status.history.map(({ number }) => number),
			[1, 1, 1],
		);
		assert.equal(compaction?.change, undefined);
		assert.equal(pin?.parent, compaction?.id);
		assert.equal(pin?.change?.section, place.section);
		assert.equal(pin.change.before, undefined);
		assert.match(edit?.change?.after ?? '', /^Otherwise: [^\n]{100,190}…$/);
		assert.equal(view.status.active, edit?.id);
	});

	it('are told with the new view before they are answered, and so is every step among records', async () => {
		const { rig, id, view } = await compacted();
		const { changeItem, undo, redo, restore, compact } = rig.methods;
		await rig.show(id);
		const steps: readonly (() => Promise<unknown>)[] = [
			() => changeItem({ id, place: placeOf(view), change: { kind: 'pin' } }),
			() => undo({ id }),
			() => redo({ id }),
			() => restore({ id }),
			() => compact({ id }),
		];
		for (const step of steps) {
			const before = rig.of('changed').length;
			await step();
			const { view: told } = rig.of('changed').slice(before).at(-1) ?? {};
			assert.deepEqual(told, await rig.view(id));
		}
		const other = await rig.opened(bench.session(turns(2, 70), 'other.json'));
		await rig.show(other);
		await undo({ id });
		assert.equal(rig.of('changed').at(-1)?.view, undefined);
	});

	it('leave the size in a list what it is, after a reload too', async () => {
		const { rig, id } = await compacted();
		await rig.say(id, 'And now?');
		const change = { kind: 'edit', text: prose(700) } as const;
		const place = placeOf(await rig.view(id));
		await rig.methods.changeItem({ id, place, change });
		const sizeIn = async (one: WorkerRig): Promise<unknown> =>
			at(await one.methods.list(null), 0).context;
		const size = await sizeIn(rig);
		assert.deepEqual(await sizeIn(await bench.restart(rig)), size);
	});

	it('warn and are refused with their reasons', async () => {
		const { rig, id, view } = await compacted();
		const { changeItem } = rig.methods;
		const place = placeOf(view);
		const ends = [
			await changeItem({ id, place, change: { kind: 'edit', text: ' ' } }),
			await changeItem({ id, place, change: { kind: 'edit', text: prose(9_000) } }),
			await changeItem({ id, place: { ...place, index: 9 }, change: { kind: 'pin' } }),
		];
		assert.deepEqual(
			ends.map((end) => (end.kind === 'refused' ? end.reason : end.kind)),
			['blank', 'no-room', 'stale'],
		);
		assert.deepEqual(await changeItem({ id, place, change: { kind: 'unpin' } }), {
			kind: 'unchanged',
		});
		rig.configure({ compaction: { ...workerSettings.compaction, window: 24_000 } });
		const much = await changeItem({ id, place, change: { kind: 'edit', text: prose(6_000) } });
		assert.ok(much.kind === 'changed');
		assert.equal(much.overBudget?.sensible, 1_000);
	});

	it('can be undone alone, or taken along below the compaction', async () => {
		const { rig, id, view: first } = await compacted();
		await rig.methods.append({ id, messages: turns(16, 50) });
		await rig.compacted(id);
		const change = { kind: 'edit', text: 'Kept word for word' } as const;
		await rig.methods.changeItem({ id, place: placeOf(await rig.view(id)), change });
		await rig.methods.undo({ id });
		const { status } = await rig.view(id);
		assert.equal(status.active, status.history[1]?.id);
		await rig.methods.redo({ id });
		await rig.methods.undoCompaction({ id });
		const view = await rig.view(id);
		const carrying = at(view.status.history, -1);
		assert.deepEqual(
			[carrying.kind, carrying.change, carrying.parent],
			['pin', undefined, first.status.active],
		);
		assert.match((await rig.methods.handoff({ id })) ?? '', /Kept word for word/);
		const { tokensAfter } = view.receipt ?? {};
		assert.deepEqual(view.receipt, { ...first.receipt, tokensAfter });
	});

	it('leave receipt, meter and history with the same size', async () => {
		const { rig, id, view } = await compacted();
		const change = { kind: 'edit', text: prose(700) } as const;
		await rig.methods.changeItem({ id, place: placeOf(view), change });
		const { receipt, meter, status } = await rig.view(id);
		assert.equal(status.history[0]?.tokensAfter, receipt?.tokensAfter);
		assert.notEqual(receipt?.tokensAfter, view.receipt?.tokensAfter);
		assert.equal(receipt?.tokensAfter, totalTokens(meter));
	});
});
