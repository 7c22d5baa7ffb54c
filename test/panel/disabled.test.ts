import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { PanelState } from '../../src/protocol/toPanel.ts';
import { panelBench } from './panelBench.ts';
import * as states from './states.ts';

/** A state that shows a panel, by the name it has in `states.ts`. */
const all = Object.entries(states).filter(
	(named): named is [string, PanelState] =>
		typeof named[1] === 'object' && 'recentFocuses' in named[1],
);

/** What the buttons show on hovering beside their names. */
async function reasons(buttons: Locator): Promise<readonly string[]> {
	const found = await buttons.all();
	return Promise.all(
		found.map(async (button) => {
			const title = (await button.getAttribute('title')) ?? '';
			const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
			return title.replace(name, '').trim();
		}),
	);
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
			for (const reason of await reasons(page.locator('button:disabled'))) {
				seen += 1;
				assert.notEqual(reason, '', name);
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
			assert.notEqual(await button.getAttribute('title'), null);
		}
		await bench.panel.posted();
		await page.getByRole('combobox', { name: 'Focus of the compaction' }).press('Enter');
		assert.deepEqual(await bench.panel.posted(), []);
	});

	it('undoes, redoes and compares nothing where there is nothing', async () => {
		const { page } = await bench.open();
		const { conversation } = states.historyState;
		assert.ok(conversation !== undefined);
		const { active: _active, ...rest } = conversation.standing;
		const standing = { ...rest, canUndo: false, canRedo: false };
		await bench.panel.show({ ...states.historyState, conversation: { ...conversation, standing } });
		const shown = await reasons(page.locator('.conversation-actions button:disabled'));
		assert.equal(new Set(shown.filter((reason) => reason !== '')).size, 3);
	});
});
