import assert from 'node:assert/strict';
import path from 'node:path';
import type { StoredConversation, StoredRecord } from '../../src/conversations/store/store.ts';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { until } from '../support/until.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseModel } from '../vscode/modelPicker.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { ChatView } from './chatView.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** How long the provider is said to cache, milliseconds: long enough for a window to come back meanwhile. */
const lifetime = 30_000;

/** When so much of it has passed, the last moment to use the cache has come. */
const lastMoment = 0.9;

describe('A conversation that waits for the end of its cache, in a real VS Code', () => {
	const sample = new SampleWorkbench({
		installed: [path.join(repositoryRoot, 'test', 'workbench', 'chatVendor')],
		settings: {
			'precis.mirroredModels.models': {
				// So cheap to read from the cache that no compaction pays before its end.
				'acme/small': {
					window: 40_000,
					inputPrice: 10,
					cachedInputPrice: 0.01,
					cacheSeconds: lifetime / 1_000,
				},
			},
			'precis.tasks.compaction.model': 'built-in',
		},
	});
	const chat = new ChatView(() => sample.page);

	function kept(): {
		readonly taskEnd: StoredConversation['state']['taskEnd'];
		readonly records: readonly StoredRecord[];
	} {
		return sample.stored((store) => {
			const [{ id, state } = assert.fail()] = store.list();
			return { taskEnd: state.taskEnd, records: store.records(id) };
		});
	}

	it('is compacted at the last moment after a reload of the window, once', async () => {
		await runCommand(sample.page, 'View: Close All Editors');
		await runCommand(sample.page, 'Chat: Open Chat');
		await chooseModel(sample.page, 'small · Precis');
		for (const point of ['point 1', 'point 2', 'point 3', 'point 4']) {
			const text = 'The rooms of the house have windows. '.repeat(500);
			sample.provider.next(answer(`Noted: ${point}. ${text}`));
			await chat.send(point);
			await chat.answered(`Noted: ${point}`);
		}
		await until(() => kept().taskEnd?.messages === 9);
		const { taskEnd: { requested, cacheEnds } = assert.fail(), records } = kept();
		assert.deepEqual(records, []);
		await Promise.all([
			sample.page.waitForEvent('load'),
			runCommand(sample.page, 'Developer: Reload Window'),
		]);
		const reloaded = Date.now();
		await until(() => kept().records.length > 0);
		const [{ createdAt, record } = assert.fail()] = kept().records;
		assert.ok(createdAt > reloaded && createdAt - requested >= lifetime * lastMoment);
		assert.equal(record.trigger, 'automatic');
		await until(() => Date.now() > cacheEnds);
		assert.equal(kept().records.length, 1);
	});
});
