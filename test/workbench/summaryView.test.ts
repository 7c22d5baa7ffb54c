import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { StoredConversation, StoredRecord } from '../../src/conversations/store/store.ts';
import { isHandoff } from '../../src/summary/handoff.ts';
import { answer, hang } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { until } from '../support/until.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu, openMenuByKey } from '../vscode/contextMenu.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** The panel as a person uses it: what each button and menu says, it does, in the store and not only on screen. */

interface Kept extends StoredConversation {
	readonly records: readonly StoredRecord[];
}

describe('The Summary view, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench();
	let topic = 'the first time';

	before(() => sample.provider.always(() => answer(summaryReply(0, topic))));

	/** The one conversation, as it is on disk. */
	function kept(): Kept {
		return sample.stored((store) => {
			const [conversation] = store.list();
			assert.ok(conversation !== undefined, 'the conversation is kept');
			return { ...conversation, records: store.records(conversation.id) };
		});
	}

	function activeRecord(): StoredRecord['record'] {
		const { active, records } = kept();
		const found = records.find(({ id }) => id === active);
		assert.ok(found !== undefined, 'a record is active');
		return found.record;
	}

	const panel = (): Promise<Frame> => sample.panel('main.panel');
	const button = (frame: Frame, name: string): Locator =>
		frame.getByRole('button', { name, exact: true });

	/** Chooses from an item's menu. */
	async function act(of: Locator, name: string): Promise<void> {
		await of.getByRole('button', { name: 'Actions' }).click();
		await chooseFromMenu(sample.page, new RegExp(`^${name}$`));
	}

	/** An item by its section, with the pointer on it so that its button is there. */
	async function item(frame: Frame, section: string): Promise<Locator> {
		const found = frame.locator('.section', { hasText: section }).locator('.item').first();
		await found.hover();
		return found;
	}

	it('Preview, Discard and Apply', async () => {
		const frame = await panel();
		const asked = sample.provider.requests.length;
		const preview = frame.locator('.preview');
		await button(frame, 'Preview').click();
		await preview.getByText('acme/small').first().waitFor();
		await preview.getByText(/about 0\.\d+ US\$/).waitFor();
		// The model would write another text than the built-in summariser.
		assert.equal(await frame.locator('.sections .item').count(), 0);
		await sample.photograph('panel-preview');
		await button(await sample.panel('.preview'), 'Show What Would Be Sent').click();
		await sample.page
			.locator('.monaco-editor .view-line', { hasText: 'sent to acme/small' })
			.waitFor();
		assert.equal(sample.provider.requests.length, asked);
		await preview.locator('.actions').getByRole('button', { name: 'Discard' }).click();
		await preview.waitFor({ state: 'detached' });
		await button(frame, 'Preview').click();
		await preview.getByRole('button', { name: 'Apply' }).click();
		await frame.locator('.items', { hasText: 'About the first time' }).first().waitFor();
		// What the model writes is on screen before it is kept.
		await button(frame, 'Compact').waitFor();
		const { records, active, messages } = kept();
		assert.deepEqual(
			records.map(({ id, record }) => [id, record.kind, record.summariser.kind]),
			[[active, 'compaction', 'model']],
		);
		assert.equal(messages, 124);
	});

	it('shows the summary in a small window, without scrolling', async () => {
		await sample.page.setViewportSize({ width: 1_024, height: 700 });
		const frame = await sample.panel('main.panel .sections');
		const first = await frame.locator('.section .item').first().boundingBox();
		assert.ok(first !== null && first.y + first.height < 690, JSON.stringify(first));
		await sample.photograph('panel-small');
		await sample.page.setViewportSize({ width: 1_280, height: 900 });
	});

	it('leads from an item to what was said, and shows what the model sees', async () => {
		const frame = await sample.panel('main.panel .source');
		const chip = frame.locator('.source').first();
		const number = Number(/\d+/.exec(await chip.innerText())?.[0]);
		await chip.click();
		const session = await sample.ledTo(number);
		await session.getByRole('radio', { name: 'What the Model Sees' }).check();
		const summary = session.getByRole('article', { name: 'Summary' });
		// What is read stays in its place, and rows far above it are not drawn.
		await until(async () => {
			await session.evaluate("document.querySelector('.rows').scrollTo(0, 0)");
			return (await summary.count()) > 0;
		});
		await session.getByRole('radio', { name: 'Conversation' }).check();
		await sample.photograph('session');
	});

	it('has a menu for each item, by the pointer and by keys', async () => {
		const frame = await panel();
		const menu = sample.page.locator('.monaco-menu').getByRole('menuitem');
		const goal = (): Locator =>
			frame.locator('.section', { hasText: 'Goal' }).locator('.item').first();
		await goal().click({ button: 'right' });
		await menu.first().waitFor();
		assert.deepEqual(await menu.allInnerTexts(), [
			'Show Source',
			'Copy Item',
			'Pin',
			'Edit…',
			'Remove',
		]);
		await sample.picture('item-menu');
		await sample.page.keyboard.press('Escape');
		await menu.first().waitFor({ state: 'hidden' });
		await sample.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await openMenuByKey(sample.page, () => Promise.resolve(goal()));
		await chooseFromMenu(sample.page, 'Copy Item');
		const body = await goal().locator('.item-body').innerText();
		await until(async () => {
			const copied = await sample.page.evaluate<string>('navigator.clipboard.readText()');
			return copied.includes(body.slice(0, 20));
		});
	});

	it('Pin and Unpin', async () => {
		const frame = await panel();
		const goal = await item(frame, 'Goal');
		await act(goal, 'Pin');
		await goal.locator('.item-kept').waitFor();
		assert.equal(activeRecord().kind, 'pin');
		assert.equal(activeRecord().summary.Goal[0]?.kept, 'pinned');
		await goal.hover();
		await act(goal, 'Unpin');
		await goal.locator('.item-kept').waitFor({ state: 'detached' });
		assert.equal(activeRecord().summary.Goal[0]?.kept, undefined);
		await goal.hover();
		await act(goal, 'Pin');
		await goal.locator('.item-kept').waitFor();
	});

	it('Edit, Save and Cancel', async () => {
		const frame = await panel();
		const before = kept();
		const decisions = await item(frame, 'Key Decisions');
		await act(decisions, 'Edit…');
		const field = frame.getByRole('textbox', { name: 'Text of the item' });
		await field.fill('Never mind');
		await frame.locator('.item-editor').getByRole('button', { name: 'Cancel' }).click();
		await field.waitFor({ state: 'detached' });
		assert.equal(kept().active, before.active);
		await act(await item(frame, 'Key Decisions'), 'Edit…');
		await field.fill('Cancelled bookings stay in the table.');
		await frame.locator('.item-editor').getByRole('button', { name: 'Save' }).click();
		await field.waitFor({ state: 'detached' });
		await frame.getByText('Cancelled bookings stay in the table.').first().waitFor();
		const record = activeRecord();
		assert.equal(record.kind, 'edit');
		assert.equal(record.summary['Key Decisions'][0]?.text, 'Cancelled bookings stay in the table.');
		assert.match(record.handoff, /Cancelled bookings stay in the table\./);
	});

	it('Remove, and Undo of it', async () => {
		const frame = await panel();
		const before = kept();
		const blocked = await item(frame, 'Blocked');
		await act(blocked, 'Remove');
		await frame.locator('.change-notice').getByRole('button', { name: 'Undo' }).waitFor();
		assert.equal(activeRecord().kind, 'remove');
		assert.equal(activeRecord().summary.Blocked.length, 0);
		await frame.locator('.change-notice').getByRole('button', { name: 'Undo' }).click();
		await frame.locator('.change-notice').waitFor({ state: 'detached' });
		assert.equal(kept().active, before.active);
	});

	it('Undo of the last step, and Redo', async () => {
		const frame = await panel();
		const before = kept();
		await button(frame, 'Undo Edit').click();
		await frame
			.getByText('Cancelled bookings stay in the table.')
			.first()
			.waitFor({ state: 'detached' });
		assert.equal(kept().active, before.records.find(({ id }) => id === before.active)?.parent);
		await button(frame, 'Redo').click();
		await frame.getByText('Cancelled bookings stay in the table.').first().waitFor();
		assert.equal(kept().active, before.active);
		assert.equal(kept().records.length, before.records.length);
	});

	it('Compact with a focus, which leaves what was pinned and edited as it was', async () => {
		const frame = await panel();
		const pinned = activeRecord().summary.Goal[0]?.text;
		topic = 'the second time';
		await frame.getByRole('combobox', { name: 'Focus of the compaction' }).fill('cancelling');
		await button(frame, 'Compact').click();
		await frame.locator('.items', { hasText: 'About the second time' }).first().waitFor();
		// What the model writes is on screen before it is kept.
		await button(frame, 'Compact').waitFor();
		const { focus, summary, handoff, kind } = activeRecord();
		assert.deepEqual([kind, focus], ['compaction', 'cancelling']);
		assert.ok(pinned !== undefined && summary.Goal.some(({ text }) => text === pinned));
		assert.ok(handoff.includes(pinned));
		assert.match(handoff, /Cancelled bookings stay in the table\./);
	});

	it('Cancel of a compaction', async () => {
		const frame = await panel();
		const before = kept();
		sample.provider.next(hang('mid-reply'));
		await frame.getByRole('combobox', { name: 'Focus of the compaction' }).fill('nothing');
		await button(frame, 'Compact').click();
		await frame.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await button(frame, 'Cancel').click();
		await frame.getByRole('combobox', { name: 'Focus of the compaction' }).waitFor();
		assert.deepEqual(kept().records, before.records);
		assert.equal(kept().active, before.active);
	});

	it('a row of the History, Back, Restore, and the whole log', async () => {
		const frame = await panel();
		const before = kept();
		await frame.getByRole('heading', { name: 'History' }).click();
		await frame.locator('.history-entry').last().click();
		await frame.locator('.viewed').first().waitFor();
		await frame.locator('.viewed').getByRole('button', { name: 'Back' }).click();
		await frame.locator('.viewed').waitFor({ state: 'detached' });
		assert.equal(kept().active, before.active);
		await frame.locator('.history-entry').last().click();
		await frame.locator('.viewed').getByRole('button', { name: 'Restore' }).click();
		await frame.locator('.viewed').waitFor({ state: 'detached' });
		assert.equal(kept().active, before.records[0]?.id);
		await frame.locator('.history-log').getByRole('button', { name: 'Restore' }).click();
		await frame.locator('.receipt').waitFor({ state: 'detached' });
		assert.equal(kept().active, undefined);
		await frame.locator('.history-entry').first().click();
		await frame.locator('.viewed').getByRole('button', { name: 'Restore' }).click();
		await frame.locator('.viewed').waitFor({ state: 'detached' });
		assert.equal(kept().active, before.active);
		assert.deepEqual(kept().records, before.records);
	});

	it('Compare, Copy Handoff, and the transcript’s file', async () => {
		const { page } = sample;
		const frame = await panel();
		await button(frame, 'Compare with Previous Summary').click();
		await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
		await button(frame, 'Copy Handoff').first().click();
		await page.locator('.statusbar', { hasText: 'Handoff copied' }).waitFor();
		const copied = await page.evaluate<string>('navigator.clipboard.readText()');
		assert.ok(isHandoff(copied));
		// What was said since belongs to it: elsewhere there is nothing else of the conversation, and
		// nobody to look a message up by its number.
		assert.match(copied, /^\*\*Assistant\*\*: /m);
		await button(frame, 'Open the transcript file').click();
		await page.getByRole('tab', { name: /^sample-session\.jsonl/ }).waitFor();
	});

	it('Resume of what was paused', async () => {
		const frame = await panel();
		await runCommand(sample.page, 'Precis: Toggle Automatic Compaction Here');
		await frame.getByText('Automatic compaction is paused for this conversation.').waitFor();
		assert.equal(kept().state.paused, true);
		await button(frame, 'Resume').click();
		await frame
			.getByText('Automatic compaction is paused for this conversation.')
			.waitFor({ state: 'detached' });
		assert.equal(kept().state.paused, false);
	});

	it('is as it was left when it is shown again', async () => {
		const frame = await panel();
		await frame.getByRole('combobox').fill('half a fo');
		await act(await item(frame, 'Key Decisions'), 'Edit…');
		await frame.getByRole('textbox', { name: 'Text of the item' }).fill('half an edit');
		await sample.photograph('panel-edit');
		const sideBar = sample.page.locator('.part.auxiliarybar');
		await runCommand(sample.page, 'View: Toggle Secondary Side Bar Visibility');
		await sideBar.waitFor({ state: 'hidden' });
		await runCommand(sample.page, 'View: Toggle Secondary Side Bar Visibility');
		const again = await sample.panel('main.panel textarea');
		assert.equal(await again.getByRole('combobox').first().inputValue(), 'half a fo');
		assert.equal(await again.locator('textarea').inputValue(), 'half an edit');
	});
});
