import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** The first question of a person with a long session: what is in there? */
describe('Where the tokens went, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench({ settings: { 'precis.context.window': 40_000 } });

	/** The number behind a label. */
	async function numberIn(frame: Frame, selector: string): Promise<number> {
		const text = await frame.locator(selector).first().innerText();
		return Number((/[\d,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''));
	}

	it('is told of an opened file that was never compacted', async () => {
		const frame = await sample.panel('main.panel');
		await frame.getByRole('heading', { name: 'Where did the tokens go?' }).click();
		await frame.locator('.breakdown-group').first().waitFor();
		assert.match(
			await frame.locator('.breakdown-note').first().innerText(),
			/would save [\d,]+ of/,
		);
		const shares = await frame
			.locator('ul[aria-label="By type"] > li summary > .number > [aria-hidden]')
			.allInnerTexts();
		const sum = shares.reduce((total, share) => total + Number(share.replaceAll(',', '')), 0);
		assert.equal(sum, await numberIn(frame, '.breakdown > summary > .number'));
		await sample.photograph('breakdown');
	});

	it('opens a kind, and leads to what was said', async () => {
		const frame = await sample.panel('main.panel .breakdown-group');
		await frame.locator('.breakdown-group > summary').first().click();
		const message = frame.locator('.breakdown-group .breakdown-message').first();
		const number = /#(\d+)/.exec(await message.innerText())?.[1] ?? '';
		await message.click();
		await sample.ledTo(Number(number));
		await sample.photograph('breakdown-message');
	});

	it('follows when the conversation is compacted', async () => {
		const frame = await sample.panel('main.panel .breakdown-group');
		const before = await frame.locator('.breakdown-note').first().innerText();
		await frame.getByRole('button', { name: 'Compact', exact: true }).click();
		await frame.locator('.receipt').waitFor();
		await frame.locator('.breakdown-notes', { hasText: 'summarised' }).first().waitFor();
		assert.notEqual(await frame.locator('.breakdown-note').first().innerText(), before);
		await sample.photograph('breakdown-compacted');
	});
});
