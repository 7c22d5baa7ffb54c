import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { StoredConversation } from '../../src/conversations/store/store.ts';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { until } from '../support/until.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** A window is closed and opened whenever it pleases: what the panel shows is found again. */

/** Pixels: as narrow as VS Code makes a side bar that is not hidden, and most of the window. */
const widths = [240, 300, 600, 1_000, 1_200];

describe('The Summary view after a reload, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench();
	let topic = 'the first time';

	before(() => sample.provider.always(() => answer(summaryReply(0, topic))));

	function kept(): StoredConversation {
		return sample.stored((store) => {
			const [conversation] = store.list();
			assert.ok(conversation !== undefined, 'the conversation is kept');
			return conversation;
		});
	}

	/** Reloads the window as a person does. @returns The panel, when it shows this again. */
	async function reloaded(selector: string): Promise<Frame> {
		await Promise.all([
			sample.page.waitForEvent('load'),
			runCommand(sample.page, 'Developer: Reload Window'),
		]);
		return webviewFrame(sample.page, selector, 60_000);
	}

	const button = (frame: Frame, name: string): Locator =>
		frame.getByRole('button', { name, exact: true });

	it('has the file that was opened and not compacted', async () => {
		const frame = await reloaded('main.panel h1');
		await frame.getByText('Fix double bookings').first().waitFor();
		await frame.getByText('124 messages').waitFor();
		assert.equal(await frame.locator('.receipt').count(), 0);
	});

	it('shows what holds and what was typed, not what was only looked at or previewed', async () => {
		const frame = await sample.panel('main.panel');
		const focus = (there: Frame): Locator =>
			there.getByRole('combobox', { name: 'Focus of the compaction' });
		await button(frame, 'Compact').click();
		// A draft shows its items before it is a summary.
		await frame.locator('.receipt').waitFor();
		topic = 'the second time';
		await focus(frame).fill('bookings');
		await button(frame, 'Compact').click();
		await frame.locator('.items', { hasText: 'About the second time' }).first().waitFor();
		await button(frame, 'Compact').waitFor();
		const goal = frame.locator('.section', { hasText: 'Goal' }).locator('.item').first();
		await goal.hover();
		await goal.getByRole('button', { name: 'Actions' }).click();
		await chooseFromMenu(sample.page, /^Pin$/);
		await goal.locator('.item-kept').waitFor();
		// A pin changes no word: the summary before it is the first one.
		await button(frame, 'Compare with Previous Summary').click();
		await sample.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
		await runCommand(sample.page, 'Precis: Toggle Automatic Compaction Here');
		await frame.getByText('Automatic compaction is paused for this conversation.').waitFor();
		await frame.getByRole('heading', { name: 'History' }).click();
		await frame.locator('.history-entry').last().click();
		await frame.locator('.viewed').first().waitFor();
		await focus(frame).fill('calendar');
		await button(frame, 'Preview').click();
		await frame.locator('.preview').getByText('acme/small').first().waitFor();
		const before = kept();
		const again = await reloaded('main.panel .item-kept');
		await again.locator('.items', { hasText: 'About the second time' }).first().waitFor();
		await again.getByText('Automatic compaction is paused for this conversation.').waitFor();
		assert.equal(await again.locator('.preview, .viewed').count(), 0);
		assert.equal(await focus(again).inputValue(), 'calendar');
		assert.deepEqual(kept(), before);
		await button(again, 'Stop following the file').waitFor();
	});

	it('shows in one window what is pinned in another', async () => {
		const second = await sample.page.context().newPage();
		await second.goto(sample.page.url());
		const there = await webviewFrame(second, 'main.panel .receipt', 60_000);
		const here = await sample.panel('main.panel .receipt');
		await sample.page.bringToFront();
		const blocked = here.locator('.section', { hasText: 'Blocked' }).locator('.item').first();
		await blocked.hover();
		await blocked.getByRole('button', { name: 'Actions' }).click();
		await chooseFromMenu(sample.page, /^Pin$/);
		await blocked.locator('.item-kept').waitFor();
		const { active } = kept();
		// Coming to a window does the same; a driven page believes that it has the focus all the time.
		await runCommand(second, 'Precis: Refresh Conversations');
		await there.locator('.section', { hasText: 'Blocked' }).locator('.item-kept').first().waitFor();
		assert.equal(kept().active, active);
		await second.close();
	});

	it('fits every width', async () => {
		const { width: first = 300 } =
			(await sample.page.locator('.part.auxiliarybar').boundingBox()) ?? {};
		await sample.page.setViewportSize({ width: 1_720, height: 900 });
		for (const width of widths) {
			await sample.widen(width);
			const frame = await sample.panel('main.panel .receipt');
			await until(async () => {
				const now = await frame.evaluate<number>('document.documentElement.clientWidth');
				return Math.abs(now - width) < 60;
			});
			const overflow = await frame.evaluate<number>(
				'document.documentElement.scrollWidth - document.documentElement.clientWidth',
			);
			assert.ok(overflow <= 0, `${overflow} px too wide at ${width} px`);
			await sample.picture(`panel-width-${width}`);
		}
		await sample.widen(first);
	});

	it('has nothing open where nothing was', async () => {
		await runCommand(sample.page, 'Precis: Delete Conversation…');
		await sample.page
			.locator('.monaco-dialog-box')
			.getByRole('button', { name: 'Delete', exact: true })
			.click();
		await (await sample.panel('main.welcome')).getByText('No conversation is open').waitFor();
		const frame = await reloaded('main.welcome');
		await frame.getByText('No conversation is open').waitFor();
		assert.equal(
			sample.stored((store) => store.list().length),
			0,
		);
	});
});
