import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { RecordKind } from '../../src/compaction/record.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

describe('The context menu of an item of the summary, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench();

	const panel = (): Promise<Frame> => sample.panel('main.panel');
	const goal = async (): Promise<Locator> =>
		(await panel()).locator('.section', { hasText: 'Goal' }).locator('.item').first();
	const entries = (): Locator => sample.page.locator('.monaco-menu .action-item:not(.disabled) .action-label');

	/** The kind of the active record, as it is on disk. */
	function activeKind(): string | undefined {
		return sample.stored((store) => {
			const [conversation] = store.list();
			return conversation === undefined
				? undefined
				: store.records(conversation.id).find(({ id }) => id === conversation.active)?.record.kind;
		});
	}
});
