import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { PanelState } from '../../src/protocol/toPanel.ts';
import { panelStrings } from '../../src/protocol/panelStrings.ts';
import { panelBench } from './panelBench.ts';
import * as states from './states.ts';

const { disabled: reasons } = panelStrings({ t: (text) => text });

/** A state that shows a panel, by the name it has in `states.ts`. */
const all = Object.entries(states).filter(
	(named): named is [string, PanelState] =>
		typeof named[1] === 'object' && 'recentFocuses' in named[1],
);

/** What the buttons show on hovering. */
async function titles(buttons: Locator): Promise<readonly string[]> {
	const found = await buttons.all();
	return Promise.all(found.map(async (button) => (await button.getAttribute('title')) ?? ''));
}

describe('a button that cannot do anything now', () => {
	const bench = panelBench();

	it('says why, in every state of the panel', async () => {
		const { page } = await bench.open();
		assert.ok(all.length > 5);
		let seen = 0;
		for (const [name, state] of all) {
			await bench.panel.show(state);
			const item = page.locator('.item').first();
			if ((await item.count()) > 0) {
				await item.hover();
			}
			for (const title of await titles(page.locator('button:disabled'))) {
				seen += 1;
				assert.ok(
					Object.values(reasons).some((reason) => title.endsWith(reason)),
					`${name}: “${title}”`,
				);
			}
		}
		assert.ok(seen > 5);
	});

	it('is Compact, and Preview, where a conversation is too short', async () => {
		const { page } = await bench.open();
		const { conversation } = states.openedState;
		assert.ok(conversation !== undefined);
		const standing = { ...conversation.standing, tooShort: true as const };
		await bench.panel.show({ ...states.openedState, conversation: { ...conversation, standing } });
		for (const name of ['Compact', 'Preview']) {
			const button = page.getByRole('button', { name, exact: true });
			assert.equal(await button.isDisabled(), true);
			assert.equal(await button.getAttribute('title'), reasons.tooShort);
		}
		await bench.panel.posted();
		await page.getByRole('textbox', { name: 'Focus of the compaction' }).press('Enter');
		assert.deepEqual(await bench.panel.posted(), []);
	});

	it('undoes, redoes and compares nothing where there is nothing', async () => {
		const { page } = await bench.open();
		const { conversation } = states.historyState;
		assert.ok(conversation !== undefined);
		const { active: _active, ...rest } = conversation.standing;
		const standing = { ...rest, canUndo: false, canRedo: false };
		await bench.panel.show({ ...states.historyState, conversation: { ...conversation, standing } });
		const shown = await titles(page.locator('.conversation-actions button'));
		assert.deepEqual(
			shown.map((title) => title.split('\n').at(-1)),
			[reasons.nothingToUndo, reasons.nothingToRedo, reasons.nothingToCompare],
		);
	});
});
