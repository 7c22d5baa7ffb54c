import assert from 'node:assert/strict';
import { assistant, call, numberedLines, prose, result, user } from '../../support/logs.ts';
import { workerBench } from '../../support/workerRig.ts';

describe('where the tokens went, in the worker', () => {
	const bench = workerBench();
	const messages = Array.from({ length: 20 }, (_, index) => [
		user(`Request ${index}: ${prose(200, index)}`),
		assistant('', call(`c${index}`, 'bash', { command: `make ${index}` })),
		result(`c${index}`, numberedLines(60, `output ${index}`)),
		assistant(prose(300, index)),
	]).flat();

	it('is told of a file that was only opened, of all that it holds', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(messages));
		const found = await rig.methods.breakdown({ id }, rig.call());
		const { logTokens } = await rig.view(id);
		assert.equal(found.tokens, logTokens);
		assert.deepEqual(
			found.groups.map(({ kind, tool, messages }) => `${kind} ${tool} ${messages}`).toSorted(),
			['assistant undefined 40', 'tool bash 20', 'user undefined 20'],
		);
		assert.ok(found.saving > logTokens / 4);
		assert.equal((await rig.view(id)).standing.viewed, true);
	});

	it('counts what a compaction has left', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(messages));
		const before = await rig.methods.breakdown({ id }, rig.call());
		await rig.compacted(id);
		const after = await rig.methods.breakdown({ id }, rig.call());
		assert.equal(after.tokens, before.tokens);
		assert.ok(after.saving < before.saving / 4);
		assert.ok(after.largest.some(({ isSummarised }) => isSummarised));
	});

	it('is not told of what is not there', async () => {
		const rig = bench.start();
		await assert.rejects(rig.methods.breakdown({ id: 'gone' }, rig.call()), {
			code: 'unknown-conversation',
		});
	});
});
