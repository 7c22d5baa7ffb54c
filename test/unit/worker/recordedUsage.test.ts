import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { defaultSettings } from '../../../src/compaction/budgets.ts';
import { totalTokens as usedOf } from '../../../src/protocol/contextTokens.ts';
import { prose } from '../../support/logs.ts';
import { workerBench, workerSettings, type WorkerRig } from '../../support/workerRig.ts';
import { compacted, event, says, typed } from '../transcripts/formats/codex/codexLines.ts';

function talk(first: number, count: number): object[] {
	return Array.from({ length: count }, (_, index) => [
		...typed(`Request ${first + index}: ${prose(200, first + index)}`),
		says('assistant', prose(600, first + index)),
	]).flat();
}

/** What Codex was told of its context; without a window as other assistants record it. */
function recorded(tokens: number, window?: number): object {
	const info = { last_token_usage: { total_tokens: tokens }, model_context_window: window };
	return event('token_count', { info });
}

function jsonl(lines: readonly object[]): string {
	return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('a saved session that records its use', () => {
	const bench = workerBench();
	const save = (...lines: readonly object[]): string => {
		const path = bench.path('session.jsonl');
		writeFileSync(path, jsonl(lines));
		return path;
	};
	const settings = { compaction: { ...workerSettings.compaction, window: defaultSettings.window } };
	const rowOf = async (rig: WorkerRig, id: string) =>
		(await rig.methods.list(null)).find((row) => row.id === id)?.context;

	it('is shown with it and with its window, in the view and in the list', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 10), recorded(195_781, 258_400)));
		const { meter } = await rig.view(id);
		assert.deepEqual([usedOf(meter), meter.window, meter.isReported], [195_781, 258_400, true]);
		const shown = { used: 195_781, window: 258_400, isWindowReported: true, isReported: true };
		assert.deepEqual(await rowOf(rig, id), shown);
	});

	it('has the window of the settings only as an estimate', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 10), recorded(45_000)));
		const { meter } = await rig.view(id);
		const window = { window: defaultSettings.window };
		assert.deepEqual([usedOf(meter), meter.window], [45_000, defaultSettings.window]);
		assert.equal(meter.isWindowReported, undefined);
		assert.deepEqual(await rowOf(rig, id), { used: 45_000, ...window, isReported: true });
	});

	it('claims no window that it has outgrown', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 10), recorded(452_454)));
		const { meter } = await rig.view(id);
		assert.deepEqual([usedOf(meter), meter.window, meter.isReported], [452_454, undefined, true]);
		assert.deepEqual(await rowOf(rig, id), { used: 452_454, isReported: true });
	});

	it('counts what came after, which is no longer all reported', async () => {
		const rig = bench.start(settings);
		const path = save(...talk(0, 10), recorded(50_000, 258_400), ...talk(10, 1));
		const { meter } = await rig.view(await rig.opened(path));
		assert.ok(usedOf(meter) > 50_000 && usedOf(meter) < 51_000);
		assert.equal(meter.isReported, undefined);
	});

	it('goes on with what the file records later', async () => {
		const rig = bench.start(settings);
		const path = save(...talk(0, 10), recorded(50_000, 258_400));
		const id = await rig.opened(path);
		await rig.view(id);
		appendFileSync(path, jsonl([...talk(10, 1), recorded(61_000, 258_400)]));
		assert.equal(await rig.opened(path), id);
		assert.equal(usedOf((await rig.view(id)).meter), 61_000);
	});

	it('is of the context after the assistant has compacted it', async () => {
		const rig = bench.start(settings);
		const summary = compacted('## Goal\nShip the importer.');
		const lines = [...talk(0, 20), recorded(190_000, 258_400), summary];
		const id = await rig.opened(save(...lines, recorded(14_000, 258_400)));
		const { meter, compactions } = await rig.view(id);
		assert.deepEqual([usedOf(meter), meter.isReported, compactions], [14_000, true, 1]);
	});

	it('gives the sizes of the assistant’s own compaction as it recorded them', async () => {
		const rig = bench.start(settings);
		const summary = compacted('## Goal\nShip the importer.');
		const lines = [...talk(0, 20), recorded(190_000, 258_400), summary];
		const path = save(...lines, recorded(14_000, 258_400), ...talk(20, 2));
		const { meter, receipt, status } = await rig.view(await rig.opened(path));
		assert.deepEqual(
			[receipt?.tokensBefore, receipt?.isReported, receipt?.tokensAfter, receipt?.isAfterReported],
			[190_000, true, 14_000, true],
		);
		assert.deepEqual([meter.before, meter.saved], [190_000, 176_000]);
		const [entry] = status.history;
		assert.deepEqual([entry?.tokensBefore, entry?.tokensAfter], [190_000, 14_000]);
		assert.deepEqual([entry?.isReported, entry?.isAfterReported], [true, true]);
		assert.equal(meter.isUntilContinued, undefined);
	});

	it('has nothing saved before it is continued', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 40), recorded(195_781, 258_400)));
		await rig.methods.compact({ id });
		const { meter } = await rig.view(id);
		assert.equal(meter.isUntilContinued, true);
		const listed = async (one: WorkerRig) =>
			(await one.methods.list(null)).map(({ context }) => context?.isUntilContinued);
		assert.deepEqual(await listed(rig), [true]);
		assert.deepEqual(await listed(await bench.restart(rig)), [true]);
		// A session of a file is never compacted automatically.
		assert.equal(meter.thresholds, undefined);
	});

	it('is listed after a restart as it is shown once it was continued', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 40), recorded(195_781, 258_400)));
		await rig.methods.compact({ id });
		const reply = { role: 'assistant', content: 'Now it goes on.' } as const;
		await rig.methods.append({ id, messages: [{ role: 'user', content: 'And now?' }, reply] });
		const again = await bench.restart(rig);
		assert.equal((await rowOf(again, id))?.isUntilContinued, undefined);
		assert.equal((await again.view(id)).meter.isUntilContinued, undefined);
	});

	it('keeps the part that no message takes when it is compacted', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 80)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		const before = (await rig.view(id)).meter;
		await rig.methods.compact({ id });
		const after = (await rig.view(id)).meter;
		assert.ok(before.fixed > 19_000 && before.other > 100_000);
		assert.equal(after.fixed, before.fixed);
		assert.ok(after.other < before.other);
	});

	it('keeps it also where the file has more than was sent', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 320)];
		const id = await rig.opened(save(...lines, recorded(30_000, 258_400)));
		const { meter: before, logTokens } = await rig.view(id);
		assert.ok(logTokens > 30_000 && usedOf(before) === 30_000 && before.fixed > 19_000);
		await rig.methods.compact({ id });
		const { meter, receipt } = await rig.view(id);
		assert.equal(meter.fixed, before.fixed);
		assert.equal(receipt?.tokensAfter, usedOf(meter));
		const outline = await rig.methods.sessionOutline({ id, side: 'conversation' });
		assert.equal(outline.context?.besideBefore, before.fixed);
	});

	it('keeps all that is not in its messages where its first request is not recorded', async () => {
		const rig = bench.start(settings);
		const lines = [says('assistant', prose(600, 1)), says('assistant', prose(600, 2))];
		const id = await rig.opened(save(...lines, ...talk(1, 80), recorded(195_781, 258_400)));
		const before = (await rig.view(id)).meter;
		await rig.methods.compact({ id });
		const after = (await rig.view(id)).meter;
		assert.deepEqual([before.fixed, after.other], [0, before.other]);
	});

	it('is the same in the session editor', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 80)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		await rig.methods.compact({ id });
		const { meter } = await rig.view(id);
		const outline = await rig.methods.sessionOutline({ id, side: 'context' });
		assert.equal(usedOf(outline.context ?? assert.fail()), usedOf(meter));
		const { head, summary, tail } = meter;
		assert.equal(
			outline.tokens.reduce((sum, tokens) => sum + tokens, 0),
			head + summary + tail,
		);
	});

	it('has previews and receipts in the same measure, in which tools and instructions stay', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 80)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		const before = usedOf((await rig.view(id)).meter);
		const end = await rig.methods.preview({ id });
		assert.ok(end.kind === 'preview' && end.summary?.kind === 'written');
		assert.deepEqual([end.preview.before, end.preview.isReported], [before, true]);
		await rig.methods.compact({ id });
		const { meter, receipt } = await rig.view(id);
		assert.equal(end.summary.after, receipt?.tokensAfter);
		assert.deepEqual([receipt?.tokensBefore, receipt?.isReported], [before, true]);
		assert.equal(receipt?.tokensAfter, usedOf(meter));
		assert.equal(meter.before, before);
		assert.ok(usedOf(meter) > 20_000 && usedOf(meter) < 195_781);
		const again = await bench.restart(rig, settings);
		assert.deepEqual(await rowOf(again, id), {
			used: usedOf(meter),
			window: 258_400,
			isWindowReported: true,
			isUntilContinued: true,
		});
		assert.equal(usedOf((await again.view(id)).meter), usedOf(meter));
	});

	it('promises no more than a compaction saves, and again after an undo', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 800)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		const { next } = (await rig.view(id)).meter;
		await rig.methods.compact({ id });
		const { receipt } = await rig.view(id);
		assert.ok(next !== undefined && receipt !== undefined);
		const saved = receipt.tokensBefore - receipt.tokensAfter;
		assert.ok(next.dropped <= saved && next.dropped > 0.9 * saved, `${next.dropped}, ${saved}`);
		await rig.methods.undo({ id });
		assert.deepEqual((await rig.view(id)).meter.next, next);
	});

	it('promises nothing where the length of the summary decides what is saved', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 12), recorded(41_000, 258_400)));
		await rig.methods.compact({ id });
		await rig.methods.undo({ id });
		const { status, meter } = await rig.view(id);
		assert.deepEqual([status.tooShort, meter.next], [undefined, undefined]);
	});

	it('is the size before a summary that was written anew, too', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 80)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		await rig.methods.compact({ id });
		await rig.methods.compact({ id, source: 'same' });
		const { receipt } = await rig.view(id);
		assert.deepEqual([receipt?.tokensBefore, receipt?.isReported], [195_781, true]);
	});

	it('is the size before a summary that was written anew after a change of an item', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 80)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		await rig.methods.compact({ id });
		const { sections = [], status } = await rig.view(id);
		const section = sections.find(({ items }) => items.length > 0) ?? assert.fail();
		const text = section.items[0]?.text ?? assert.fail();
		const place = { record: status.active ?? 0, section: section.title, index: 0, text };
		await rig.methods.changeItem({ id, place, change: { kind: 'pin' } });
		await rig.methods.compact({ id, source: 'same' });
		const { receipt } = await rig.view(id);
		assert.deepEqual([receipt?.tokensBefore, receipt?.isReported], [195_781, true]);
	});

	it('promises no more after what was said since, which stays', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(21_000, 258_400), ...talk(1, 800)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		await rig.tell(id, prose(12_000, 7));
		const { next } = (await rig.view(id)).meter;
		await rig.methods.compact({ id });
		const { receipt } = await rig.view(id);
		assert.ok(next !== undefined && receipt !== undefined);
		const saved = receipt.tokensBefore - receipt.tokensAfter;
		assert.ok(next.dropped <= saved && next.dropped > 0.85 * saved, `${next.dropped}, ${saved}`);
	});

	it('saves no less than our own count where a large beginning is not in the file', async () => {
		const rig = bench.start(settings);
		const lines = [...talk(0, 1), recorded(190_000, 258_400), ...talk(1, 80)];
		const id = await rig.opened(save(...lines, recorded(195_781, 258_400)));
		const { logTokens } = await rig.view(id);
		await rig.methods.compact({ id });
		const { meter, receipt } = await rig.view(id);
		const { head, summary, tail } = meter;
		assert.ok(receipt !== undefined);
		const saved = receipt.tokensBefore - receipt.tokensAfter;
		assert.ok(saved >= logTokens - (head + summary + tail));
		assert.equal(receipt.tokensAfter, usedOf(meter));
	});

	it('leaves no less than our own count where what was recorded was of a smaller context', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 80), recorded(9_000, 258_400)));
		await rig.methods.compact({ id });
		const { meter, receipt } = await rig.view(id);
		assert.equal(receipt?.tokensBefore, 9_000);
		assert.equal(receipt.tokensAfter, usedOf(meter));
	});

	it('is known again when a compaction of its own is undone, and after a reload', async () => {
		const rig = bench.start(settings);
		const id = await rig.opened(save(...talk(0, 40), recorded(195_781, 258_400)));
		await rig.methods.compact({ id });
		assert.equal((await rig.view(id)).meter.isReported, undefined);
		await rig.methods.undo({ id });
		assert.equal(usedOf((await rig.view(id)).meter), 195_781);
		const again = await bench.restart(rig, settings);
		assert.deepEqual(await rowOf(again, id), {
			used: 195_781,
			window: 258_400,
			isWindowReported: true,
			isReported: true,
		});
		assert.equal(usedOf((await again.view(id)).meter), 195_781);
	});
});
