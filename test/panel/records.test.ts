import assert from 'node:assert/strict';
import { panelBench } from './panelBench.ts';
import {
	builtInPreview,
	builtInPreviewState,
	historyState,
	openedState,
	pendingState,
	previewState,
	pricedState,
	prunedState,
	undoneState,
	viewedState,
	noModel,
} from './states.ts';

describe('the history', () => {
	const bench = panelBench();

	it('are counted as far as they hold', async () => {
		const { page } = await bench.open();
		const told = async (active?: number): Promise<string> => {
			const { conversation } = historyState;
			assert.ok(conversation !== undefined);
			const { active: _, ...standing } = conversation.standing;
			await bench.panel.show({
				...historyState,
				conversation: {
					...conversation,
					standing: { ...standing, ...(active === undefined ? {} : { active }) },
				},
			});
			return page.locator('header.conversation > p').innerText();
		};
		assert.match(await told(5), /compacted 2×/);
		assert.doesNotMatch(await told(3), /compacted/);
		assert.doesNotMatch(await told(), /compacted/);
	});

	it('shows compactions newest first, with the changes in them', async () => {
		const { page } = await bench.open();
		await bench.panel.show(historyState);
		await page.getByRole('heading', { name: 'History' }).click();
		const rows = page.locator('.history-entry');
		await rows.first().waitFor();
		assert.deepEqual(await rows.locator('.history-number').allTextContents(), [
			'Version 4',
			'Version 1',
		]);
		assert.match(await rows.first().innerText(), /84,120 → 21,007\s+\d+ min\. ago/);
		const changes = page.locator('.history-change');
		assert.deepEqual(await changes.locator('> span:first-of-type').allTextContents(), [
			'Removed from Relevant Files: src/auth/legacy.ts',
			'Pinned in Goal: Short-lived tokens everywhere.',
			'Edited in Blocked: The staging key has expired.',
		]);
		assert.match(await changes.first().innerText(), /Active/);
	});

	it('lets each record be looked at', async () => {
		const { page } = await bench.open();
		await bench.panel.show(historyState);
		await page.getByRole('heading', { name: 'History' }).click();
		await bench.panel.posted();
		await page.locator('.history-entry').last().click();
		await page.getByRole('button', { name: /^Removed from Relevant Files/ }).click();
		await page.getByRole('button', { name: 'Restore' }).click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'viewRecord', record: 1 },
			{ type: 'viewActive' },
			{ type: 'restore' },
		]);
	});

	it('says that a record is only looked at, and what can be done with it', async () => {
		const { page } = await bench.open();
		await bench.panel.show(historyState);
		await bench.panel.show(viewedState);
		await page
			.getByText('You are viewing version 1, which is not the active summary.')
			.first()
			.waitFor();
		await page.getByText('An earlier thing.').waitFor();
		assert.equal(await page.getByRole('button', { name: 'Copy Handoff' }).count(), 0);
		assert.match((await page.getByRole('status').textContent()) ?? '', /viewing version 1/);
		await bench.panel.posted();
		for (const name of ['Restore', 'Compare', 'Back']) {
			await page.locator('.viewed').getByRole('button', { name }).click();
		}
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'restore', record: 1 },
			{ type: 'compare', record: 1 },
			{ type: 'viewActive' },
		]);
	});

	it('tells of pruned tool results, which can be undone, looked at and restored', async () => {
		const { page } = await bench.open();
		await bench.panel.show(prunedState);
		const told = page.locator('.standing li').filter({ hasText: 'pruned' });
		assert.match(await told.innerText(), /Tool results pruned: 12\. 18,240 → 12,031 tokens/);
		await bench.panel.posted();
		await told.getByRole('button', { name: 'Undo' }).click();
		await page.getByRole('button', { name: 'Undo Pruning' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'undo' }, { type: 'undo' }]);
		assert.equal(await page.locator('.sections').count(), 0);
		await page.getByRole('heading', { name: 'History' }).click();
		const row = page.locator('.history-entry');
		assert.match(await row.innerText(), /18,240 → 12,031[^]*Tool results pruned: 12/);
		const [entry] = prunedState.conversation?.standing.history ?? [];
		assert.ok(entry !== undefined && prunedState.conversation !== undefined);
		const { active: _, ...standing } = prunedState.conversation.standing;
		await bench.panel.show({
			...prunedState,
			conversation: { ...prunedState.conversation, standing },
			viewed: { entry, handoffTokens: 0, sections: [], beside: {} },
		});
		const viewed = page.locator('.viewed');
		assert.match(await viewed.innerText(), /Tool results pruned: 12/);
		assert.equal(await viewed.getByRole('button', { name: 'Compare' }).count(), 0);
		await viewed.getByRole('button', { name: 'Restore' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'restore', record: 1 }]);
	});

	it('is open where nothing else is left to see', async () => {
		const { page } = await bench.open();
		await bench.panel.show(undoneState);
		assert.equal(await page.locator('.history-entry').count(), 2);
		assert.match(await page.locator('.history-log').innerText(), /Active\s+Whole conversation/);
	});
});

describe('the preview', () => {
	const bench = panelBench();

	it('is asked for with the focus that was typed', async () => {
		const { page } = await bench.open();
		await bench.panel.show(openedState);
		await bench.panel.posted();
		const preview = page.getByRole('button', { name: 'Preview' });
		await preview.click();
		await page.getByRole('combobox').fill('the token refresh');
		await preview.click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'preview' },
			{ type: 'preview', focus: 'the token refresh' },
		]);
		assert.equal(await page.getByRole('combobox').inputValue(), 'the token refresh');
	});

	it('says what stays, what is summarised, what is sent and what it costs', async () => {
		const { page } = await bench.open();
		await bench.panel.show(openedState);
		await bench.panel.show(previewState);
		await page.locator('.preview-details > summary').click();
		await page.locator('.preview .facts').waitFor();
		const text = await page.locator('.preview').innerText();
		for (const fact of [
			/136,264 → at most 24,180 tokens/,
			/Kept at Start\s+#1–3/,
			/Summarised\s+#4–162, in at most 6,000 tokens/,
			/Kept at End\s+#163–169/,
			/Shortened\s+3 tool results/,
			/Summariser\s+openrouter\/acme-large-instruct/,
			/Requests: 3\. About 131,482 tokens read, 9,200 written/,
			/about 0\.0412 US\$/,
		]) {
			assert.match(text, fact);
		}
		assert.match((await page.getByRole('status').textContent()) ?? '', /^Preview: 136,264/);
	});

	it('is applied, discarded, and opened as it would be sent', async () => {
		const { page } = await bench.open();
		await bench.panel.show(previewState);
		await bench.panel.posted();
		for (const name of ['Show What Would Be Sent', 'Apply']) {
			await page.getByRole('button', { name }).click();
		}
		await page.getByRole('button', { name: 'Discard' }).last().click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'showRequests' },
			{ type: 'applyPreview' },
			{ type: 'discardPreview' },
		]);
	});

	it('says that nothing leaves the machine where no model writes', async () => {
		const { page } = await bench.open();
		await bench.panel.show(builtInPreviewState);
		assert.match(
			await page.locator('.preview').innerText(),
			/built in: nothing leaves this machine/,
		);
		assert.equal(await page.getByRole('button', { name: 'Show What Would Be Sent' }).count(), 0);
	});

	it('shows the summary in the place of the present one, and marks what changes', async () => {
		const { page } = await bench.open(300);
		await bench.panel.show(historyState);
		await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
		await bench.panel.show({ ...historyState, ...builtInPreviewState });
		const top = await page.evaluate<number>(
			"document.querySelector('.preview').getBoundingClientRect().top",
		);
		assert.ok(Math.abs(top) < 1, `it begins at ${top} px`);
		const goal = page.locator('.items[aria-label=Goal]');
		assert.equal(await goal.locator('.item-new').count(), 1);
		assert.match(await goal.locator('.item-new').innerText(), /^\+\s+New:\s+Move every session/);
		assert.equal(await goal.locator('.item-dropped').count(), 1);
		assert.equal(await page.locator('.item-new, .item-dropped').count(), 2);
	});

	it('has a place for its summary from the start', async () => {
		const { page } = await bench.open();
		await bench.panel.show({
			...openedState,
			preview: { ...builtInPreview, summariser: { kind: 'not-known-yet' } },
		});
		assert.equal(await page.locator('.sections-draft').count(), 1);
	});

	it('makes room for what runs', async () => {
		const { page } = await bench.open();
		await bench.panel.show({ ...previewState, running: { phase: 'planning', elapsedMs: 0 } });
		assert.equal(await page.locator('.preview').count(), 0);
	});
});

describe('the meter', () => {
	const bench = panelBench();

	it('shows no number where the size is not known yet', async () => {
		const { page } = await bench.open();
		await bench.panel.show(pendingState);
		assert.doesNotMatch(await page.locator('.meter').innerText(), /\d/);
		await page.getByRole('img', { name: 'Context window: New size pending' }).waitFor();
	});

	it('tells what a compaction now would cost and save, in money where prices are known', async () => {
		const { page } = await bench.open();
		await bench.panel.show(pricedState);
		const line = page.locator('.meter-next');
		assert.match(await line.innerText(), /0\.54 .*0\.069 /);
		assert.match(
			(await line.getAttribute('title')) ?? '',
			/47,000 .*20,000 .*38 .*180,000 .*23,000 /,
		);
	});

	it('tells nothing of it where no model is asked', async () => {
		const { page } = await bench.open();
		await bench.panel.show(openedState);
		await page.locator('.meter').waitFor();
		assert.equal(await page.locator('.meter-next').count(), 0);
	});
});

describe('what teaches', () => {
	const bench = panelBench();

	it('offers ways to begin where nothing is open', async () => {
		const { page } = await bench.open();
		await bench.panel.show({ ...noModel, recentFocuses: [] });
		await bench.panel.posted();
		for (const name of [
			'Open Transcript…',
			'Find Sessions on This Machine…',
			'Try the Sample',
			'Start a Chat with @precis',
		]) {
			await page.getByRole('button', { name }).click();
		}
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'openTranscript' },
			{ type: 'importSessions' },
			{ type: 'openSample' },
			{ type: 'startChat' },
		]);
	});

	it('asks who writes where there is a model, until the person has said', async () => {
		const { page } = await bench.open();
		const model = 'vscode/acme/sonnet-4';
		const modelNames = { [model]: 'Sonnet' };
		await bench.panel.show({ ...openedState, writer: { suggested: model }, modelNames });
		await bench.panel.posted();
		await page.getByRole('button', { name: 'Write with Sonnet' }).click();
		await page.getByRole('button', { name: 'Built In' }).click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'chooseWriter', model },
			{ type: 'chooseWriter', model: 'built-in' },
		]);
		await bench.panel.show({ ...openedState, writer: { id: model }, modelNames });
		assert.equal(await page.locator('.writer-choice').count(), 0);
	});
});
