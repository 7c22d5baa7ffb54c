import assert from 'node:assert/strict';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** The panel as a person uses it: look first, compact, trace, go back. */
describe('The Summary view, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench({
		settings: { 'precis.models.main': 'acme/small', 'precis.context.window': 40_000 },
	});
	let topic = 'the first time';

	before(() => sample.provider.always(() => answer(summaryReply(0, topic))));

	it('says what a compaction would do before anything is sent', async () => {
		const frame = await sample.panel('main.panel');
		await frame.getByRole('button', { name: 'Preview' }).click();
		const preview = frame.locator('.preview');
		await preview.getByText('acme/small').first().waitFor();
		await preview.getByText(/about 0\.\d+ US\$/).waitFor();
		// What the built-in summariser would write stands below.
		await frame.locator('.sections .item').first().waitFor();
		await sample.photograph('panel-preview');
		const panel = await sample.panel('.preview');
		await panel.getByRole('button', { name: 'Show What Would Be Sent' }).click();
		await sample.page.locator('.tab', { hasText: 'what would be sent' }).waitFor();
		await sample.page
			.locator('.monaco-editor .view-line', { hasText: 'sent to acme/small' })
			.waitFor();
		assert.equal(sample.provider.requests.length, 0);
	});

	it('applies what was shown', async () => {
		const frame = await sample.panel('.preview');
		await frame.getByRole('button', { name: 'Apply' }).click();
		await frame.getByText('About the first time').first().waitFor();
		assert.equal(await frame.locator('.preview').count(), 0);
		await frame.locator('.receipt').waitFor();
	});

	it('shows the summary in a small window, without scrolling', async () => {
		const before = sample.page.viewportSize();
		await sample.page.setViewportSize({ width: 1_024, height: 700 });
		const frame = await sample.panel('main.panel .sections');
		const item = await frame.locator('.section .item').first().boundingBox();
		assert.ok(item !== null && item.y + item.height < 690, JSON.stringify(item));
		await sample.photograph('panel-small');
		if (before !== null) {
			await sample.page.setViewportSize(before);
		}
	});

	it('shows the session that was opened, and what its compaction took', async () => {
		await runCommand(sample.page, 'Precis: Show Messages');
		const session = await sample.panel('.session .zone');
		await session.getByRole('article', { name: '#1, You' }).waitFor();
		await session.getByLabel('What the Model Sees').check();
		await session.getByRole('article', { name: 'Summary' }).waitFor();
		await session.getByRole('radio', { name: 'Conversation' }).check();
		await sample.photograph('session');
	});

	it('leads from an item to what was said', async () => {
		const frame = await sample.panel('main.panel .source');
		// What this model cites is not what it speaks of; the person's request is known from the log.
		const chip = frame.locator('.source').first();
		const number = /\d+/.exec(await chip.innerText())?.[0] ?? '';
		await chip.click();
		await sample.ledTo(Number(number));
		await sample.photograph('panel-source');
	});

	it('lets an earlier summary be looked at and restored', async () => {
		topic = 'the second time';
		const frame = await sample.panel('main.panel');
		await frame.getByRole('combobox').fill('the second time');
		await frame.getByRole('combobox').press('Enter');
		await frame.locator('.items', { hasText: 'About the second time' }).first().waitFor();
		await frame.getByRole('heading', { name: 'History' }).click();
		await frame.locator('.history-entry').last().click();
		await frame.locator('.viewed').first().waitFor();
		await frame.locator('.items', { hasText: 'About the first time' }).first().waitFor();
		await sample.photograph('panel-record');
		const panel = await sample.panel('.viewed');
		await panel.locator('.viewed').getByRole('button', { name: 'Restore' }).click();
		await panel.locator('.viewed').waitFor({ state: 'detached' });
		await panel.locator('.items', { hasText: 'About the first time' }).first().waitFor();
	});

	it('is as it was left when it is shown again', async () => {
		const frame = await sample.panel('main.panel');
		await frame.getByRole('combobox').fill('half a fo');
		await frame.locator('.item').first().click({ button: 'right' });
		await chooseFromMenu(sample.page, 'Edit…');
		await frame.getByRole('textbox', { name: 'Text of the item' }).fill('half an edit');
		await sample.photograph('panel-edit');
		const sideBar = sample.page.locator('.part.auxiliarybar');
		await runCommand(sample.page, 'View: Toggle Secondary Side Bar Visibility');
		await sideBar.waitFor({ state: 'hidden' });
		await runCommand(sample.page, 'View: Toggle Secondary Side Bar Visibility');
		const again = await sample.panel('main.panel textarea');
		assert.equal(await again.getByRole('combobox').first().inputValue(), 'half a fo');
		assert.equal(await again.locator('textarea').inputValue(), 'half an edit');
		assert.equal(await again.locator('.history-entry').count(), 2);
	});
});
