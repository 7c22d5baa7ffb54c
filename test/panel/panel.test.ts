import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PanelState } from '../../src/protocol/toPanel.ts';
import { arrangements } from './arrangements.ts';
import { panelBench } from './panelBench.ts';
import { type PanelPage, themeNames } from './panelPage.ts';
import { until } from '../support/until.ts';
import {
	allStates,
	compactedState,
	followingState,
	openedState,
	runningState,
	standingState,
	stateWith,
	auditedState,
	steppedInState,
	undecidedState,
	undoneState,
	viewedState,
	writingState,
	type StateName,
} from './states.ts';

interface Violation {
	readonly id: string;
	readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds wrong with the page. */
async function violations({ page }: PanelPage): Promise<readonly string[]> {
	await page.evaluate(axe);
	const { violations: found } = await page.evaluate<{ violations: readonly Violation[] }>(
		'axe.run(document)',
	);
	return found.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
	);
}

describe('the panel', () => {
	const bench = panelBench();
	const open = bench.open;

	for (const theme of themeNames) {
		for (const [name, state] of Object.entries(allStates)) {
			it(`has nothing that axe objects to (${name}, ${theme})`, async () => {
				const opened = await open(300, theme);
				await opened.show(state);
				await arrangements[name as StateName]?.(opened.page);
				await opened.settle();
				assert.deepEqual(await violations(opened), []);
			});
		}
	}

	for (const width of [160, 240, 300, 600, 1_200]) {
		it(`never scrolls sideways (${width} px)`, async () => {
			const opened = await open(width);
			for (const [name, state] of Object.entries(allStates)) {
				await opened.show(state);
				assert.ok((await opened.overflow()) <= 0, name);
			}
		});
	}

	it('offers what can be done about how a conversation stands', async () => {
		const { page } = await open();
		await bench.panel.show(live(standingState));
		await bench.panel.posted();
		const wanted = {
			'Compact Again': 'resumeCompaction',
			Dismiss: 'dismissCompaction',
			Apply: 'applyProposal',
			Discard: 'discardProposal',
			'Turn On': 'turnOnAutomatic',
			Resume: 'resumeAutomatic',
			'Undo Compaction': 'undo',
			Redo: 'redo',
			'Compare with Previous Summary': 'compare',
		};
		for (const [name, type] of Object.entries(wanted)) {
			await page.getByRole('button', { name, exact: true }).click();
			assert.deepEqual(await bench.panel.posted(), [{ type }], name);
		}
	});

	it('undoes and redoes with the usual keys, where the buttons do, and not in a text field', async () => {
		const { page } = await open();
		await bench.panel.show(standingState);
		await bench.panel.posted();
		await page.getByRole('heading', { level: 1 }).click();
		for (const key of ['Control+z', 'Meta+z', 'Control+Shift+Z', 'Meta+Shift+Z', 'Control+y']) {
			await page.keyboard.press(key);
		}
		assert.deepEqual(
			(await bench.panel.posted()).map(({ type }) => type),
			['undo', 'undo', 'redo', 'redo', 'redo'],
		);
		await page.getByRole('combobox').focus();
		await page.keyboard.press('Control+z');
		await bench.panel.show(runningState);
		await page.getByRole('heading', { level: 1 }).click();
		await page.keyboard.press('Control+z');
		await bench.panel.show(compactedState);
		await page.keyboard.press('Control+y');
		assert.deepEqual(await bench.panel.posted(), []);
	});

	it("speaks the person's language, words and numbers", async () => {
		const { page } = await bench.open();
		const texts = JSON.parse(await readFile('l10n/bundle.l10n.de.json', 'utf8')) as Record<
			string,
			string
		>;
		await bench.panel.send({ type: 'language', language: { locale: 'de', texts } });
		await bench.panel.show(compactedState);
		await page.getByRole('button', { name: texts['Compact'] ?? '', exact: true }).waitFor();
		await page.getByRole('heading', { name: texts['Completed Actions'] ?? '' }).waitFor();
		assert.match(await page.locator('.receipt').innerText(), /136\.264/);
	});

	it('says nothing of a session that was only looked at', async () => {
		const { page } = await open();
		await bench.panel.show(openedState);
		assert.equal(await page.locator('.standing').count(), 0);
		assert.equal(await page.getByRole('button', { name: /^Undo/ }).count(), 0);
	});

	it('says in words what the meter shows', async () => {
		const { page } = await open();
		await bench.panel.show(compactedState);
		const text = await page.getByRole('meter').getAttribute('aria-valuetext');
		assert.match(text ?? '', /^≈ 22,523 of 200,000 tokens, Start: 6,180 tokens, Summary: 3,410/);
	});

	it('has what begins a compaction on screen, however narrow and low', async () => {
		const { page } = await open(240);
		await page.setViewportSize({ width: 240, height: 320 });
		for (const state of [openedState, compactedState, standingState]) {
			await bench.panel.show(state);
			for (const name of ['Compact', 'Preview']) {
				const box = await page.getByRole('button', { name, exact: true }).boundingBox();
				assert.ok(box !== null && box.y + box.height <= 320, name);
			}
		}
	});

	it('compacts with the focus that was typed, on Enter', async () => {
		const { page } = await open();
		await bench.panel.show(openedState);
		await bench.panel.posted();
		await page.getByRole('combobox').fill('  the token refresh ');
		await page.keyboard.press('Enter');
		assert.deepEqual(await bench.panel.posted(), [{ type: 'compact', focus: 'the token refresh' }]);
		assert.equal(await page.getByRole('combobox').inputValue(), '');
	});

	it('compacts without focus when none was typed', async () => {
		const { page } = await open();
		await bench.panel.show(openedState);
		await bench.panel.posted();
		await page.getByRole('button', { name: 'Compact' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'compact' }]);
	});

	it('offers recent focuses', async () => {
		const { page } = await open();
		await bench.panel.show(compactedState);
		const offered = page.locator('form datalist option[value="failing tests"]');
		assert.equal(await offered.count(), 1);
	});

	it('shows what runs in the place of the form, without moving anything', async () => {
		const { page } = await open();
		await bench.panel.show(compactedState);
		const place = async () => (await page.locator('.sections').boundingBox())?.y;
		const before = await place();
		await bench.panel.show(runningState);
		assert.equal(await place(), before);
		await bench.panel.posted();
		await page.getByRole('button', { name: 'Cancel' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'cancel' }]);
		await bench.panel.send({ type: 'running' });
		assert.equal(await place(), before);
	});

	it('speaks of the answer that a written summary waits for only where there is one', async () => {
		const { page } = await open();
		const phase = page.locator('.progress-phase');
		for (const [state, text] of [
			[openedState, 'Applying the summary…'],
			[standingState, 'Summary written; Precis applies it after the answer…'],
		] as const) {
			await bench.panel.show({ ...state, running: { phase: 'committing', elapsedMs: 0 } });
			assert.equal(await phase.textContent(), text);
			assert.equal(await page.getByRole('status').textContent(), text);
		}
	});

	it('announces phases and the end, not the seconds', async () => {
		const { page } = await open();
		const { conversation } = compactedState;
		assert.ok(conversation !== undefined);
		await bench.panel.show(openedState);
		const status = page.getByRole('status');
		await bench.panel.send({ type: 'running', running: { phase: 'planning', elapsedMs: 0 } });
		assert.equal(await status.textContent(), 'Planning…');
		await bench.panel.send({ type: 'running', running: { phase: 'summarising', elapsedMs: 900 } });
		assert.equal(await status.textContent(), 'Summarising…');
		await bench.panel.show({ ...runningState, conversation });
		await bench.panel.show({ ...compactedState, conversation });
		assert.equal(await status.textContent(), 'Compacted: 136,264 tokens before, 22,523 after.');
		await bench.panel.send({ type: 'running', running: { phase: 'planning', elapsedMs: 0 } });
		await bench.panel.send({ type: 'running' });
		assert.equal(await status.textContent(), 'The compaction finished without changes.');
	});

	it('shows the sections as a model writes them, and who writes', async () => {
		const { page } = await open();
		await bench.panel.show(openedState);
		assert.equal(await page.locator('details.section').count(), 0);
		await bench.panel.show(writingState);
		assert.equal(await page.locator('details.section').count(), 4);
		const text = await page.locator('main').innerText();
		assert.match(text, /2 of 5: openrouter\/acme-large-instruct is writing…/);
		assert.match(text, /being written/);
		assert.equal(await page.getByRole('button', { name: 'Copy Handoff' }).count(), 0);
		await bench.panel.show(compactedState);
		assert.equal(await page.locator('details.section').count(), 10);
	});

	it('says that it waits for a model as long as nothing came, and with which try', async () => {
		const { page } = await open();
		const phase = page.locator('.progress-phase');
		const asked = { phase: 'summarising', model: 'acme/large', elapsedMs: 12_000 } as const;
		for (const [running, text] of [
			[{ ...asked, attempt: 1 }, 'Waiting for acme/large…'],
			[{ ...asked, attempt: 2 }, 'Waiting for acme/large, attempt 2…'],
			[{ ...asked, attempt: 2, draft: [] }, 'acme/large is writing…'],
			[{ ...asked, attempt: 1, piece: { number: 2, of: 3 } }, '2 of 3: Waiting for acme/large…'],
		] as const) {
			await bench.panel.show({ ...openedState, running });
			assert.equal(await phase.textContent(), text);
		}
	});

	it('asks about nothing and claims nothing while a compaction runs', async () => {
		const { page } = await open();
		const { conversation } = openedState;
		assert.ok(conversation !== undefined);
		const standing = { ...conversation.standing, interrupted: true, proposal: 'changed' } as const;
		const asking: PanelState = { ...openedState, conversation: { ...conversation, standing } };
		const asks = page.locator('.standing button');
		await bench.panel.show(asking);
		assert.deepEqual([await asks.count(), await page.locator('.waiting').count()], [4, 1]);
		await bench.panel.show({ ...asking, running: { phase: 'planning', elapsedMs: 0 } });
		assert.deepEqual([await asks.count(), await page.locator('.waiting').count()], [0, 0]);
	});

	it('counts one message as one', async () => {
		const { page } = await open();
		const { conversation } = openedState;
		assert.ok(conversation !== undefined);
		await bench.panel.show({ ...openedState, conversation: { ...conversation, messages: 1 } });
		assert.match(await page.locator('header.conversation').innerText(), /\b1 message\b(?!s)/);
	});

	it('says why no model wrote the summary, and offers to try again', async () => {
		const { page } = await open();
		await bench.panel.show(steppedInState);
		await bench.panel.posted();
		assert.match(
			await page.locator('.notice').innerText(),
			/No model could write this summary\. openrouter\/acme-large-instruct did not begin/,
		);
		await page.getByRole('button', { name: 'Retry with Model' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'retryWithModel' }]);
		await page.locator('.receipt > summary').click();
		assert.match(
			await page.locator('.receipt dl').innerText(),
			/131,482 tokens read, 3,911 written · 0\.0412 US\$/,
		);
	});

	it('says why a model was not asked for the summary, and offers to ask it', async () => {
		const { page } = await open();
		await bench.panel.show(undecidedState);
		await bench.panel.posted();
		const notice = await page.locator('.notice').innerText();
		assert.match(notice, /You have not decided yet whether openrouter\/acme-large-instruct may/);
		assert.doesNotMatch(notice, /No model could/);
		await page.getByRole('button', { name: 'Retry with Model' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'retryWithModel' }]);
		await page.locator('.receipt > summary').click();
		assert.match(await page.locator('.receipt dl').innerText(), /Attempts\s+You have not decided/);
	});

	it('says what the audit of a model’s summary came to', async () => {
		const { page } = await open();
		await bench.panel.show(auditedState);
		assert.match(await page.locator('.receipt-line').innerText(), /44 of 44 key facts/);
		await page.locator('.receipt > summary').click();
		assert.match(
			await page.locator('.receipt dl').innerText(),
			/Audit\s+41 of 44 key facts kept by the model, 3 added from the conversation · 1 marked/,
		);
	});

	it('says nothing of an audit that had nothing to look for', async () => {
		const { page } = await open();
		const { conversation } = auditedState;
		assert.ok(conversation?.receipt !== undefined);
		const audit = { facts: 0, kept: 0, appended: 0, corrected: 0 };
		const receipt = { ...conversation.receipt, audit };
		await bench.panel.show({ ...auditedState, conversation: { ...conversation, receipt } });
		await page.locator('.receipt > summary').click();
		assert.doesNotMatch(await page.locator('.receipt').innerText(), /key facts|Audit/);
	});

	it('leads from the receipt to what was summarised, and to what was kept behind it', async () => {
		const { page } = await open();
		const { conversation } = compactedState;
		assert.ok(conversation !== undefined);
		await bench.panel.show(compactedState);
		await page.locator('.receipt > summary').click();
		await bench.panel.posted();
		const kept = page.getByRole('button', { name: '10 messages word for word' });
		await kept.click();
		await page.getByRole('button', { name: '#4–162' }).click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'openTurn', number: 163 },
			{ type: 'openTurn', number: 4 },
		]);
		await bench.panel.show({ ...compactedState, conversation: { ...conversation, messages: 162 } });
		assert.equal(await kept.count(), 0);
	});

	it('says which assistant had made a compaction itself, and what it counted', async () => {
		const { page } = await open();
		await bench.panel.show(viewedState);
		await page.locator('.history > summary').click();
		assert.match(
			await page.locator('.history-entry').last().innerText(),
			/Version 1[^]*Claude Code/,
		);
		const shown = page.locator('.viewed .receipt');
		assert.match(await shown.innerText(), /Imported/);
		assert.match(await page.locator('.sections-note').innerText(), /Claude Code/);
		await shown.locator('summary').click();
		const details = await shown.locator('dl').innerText();
		assert.match(details, /167,094 tokens before, by Claude Code/);
		assert.doesNotMatch(details, /Time/);
	});

	it('says nothing of automatic compaction where there is none: in a file that is only looked at', async () => {
		const { page } = await open();
		const rests = page.getByText('Automatic compaction is on hold');
		for (const viewed of [false, true]) {
			await bench.panel.show(viewed ? undoneState : live(undoneState));
			await bench.panel.posted();
			assert.equal(await rests.count(), viewed ? 0 : 1);
		}
	});

	it('says who would write the summary, and lets people choose', async () => {
		const { page } = await open();
		const writer = { id: 'vscode/copilot/acme' };
		await bench.panel.show({ ...openedState, writer, modelNames: { [writer.id]: 'Acme' } });
		await bench.panel.posted();
		await page.getByRole('button', { name: 'Written by Acme' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'chooseModel' }]);
	});

	it('folds empty sections into one line and long ones shut', async () => {
		const { page } = await open();
		await bench.panel.show(compactedState);
		assert.equal(await page.locator('details.section').count(), 10);
		assert.equal(await page.locator('details.section[open]').count(), 7);
		await page
			.getByText(
				'Nothing in the summarised messages under In Progress, Blocked, Resolved Questions.',
			)
			.waitFor();
	});

	it('remembers what was opened and closed', async () => {
		const { page } = await open();
		await bench.panel.show(compactedState);
		const heading = page.getByRole('heading', { name: 'Completed Actions' });
		await heading.click();
		await page.getByText('cookie parsing and renewal').waitFor();
		await bench.panel.show({
			...compactedState,
			conversation: structuredClone(compactedState.conversation),
		} as typeof compactedState);
		assert.equal(await page.locator('details.section[open]').count(), 8);
		await until(async () =>
			JSON.stringify(await bench.panel.remembered()).includes('"Completed Actions":true'),
		);
	});

	it('gives the summary the size that the meter gives it, and an earlier one its own', async () => {
		const { page } = await open();
		const heading = page.locator('.sections-header');
		await bench.panel.show(compactedState);
		assert.match(await heading.innerText(), /3,410 tokens/);
		await page.locator('.meter-parts > summary').click();
		assert.match(await page.locator('.meter-legend').innerText(), /Summary\s+3,410/);
		await bench.panel.show(viewedState);
		assert.match(await heading.innerText(), /3,120 tokens/);
	});

	it('keeps the numbers of actions', async () => {
		const { page } = await open();
		await bench.panel.show(stateWith({ 'Completed Actions': ['41. READ a', '42. EDIT b'] }));
		assert.deepEqual(await page.locator('.item-marker').allTextContents(), ['41.', '42.']);
	});

	it('is one stop for the Tab key per list, with arrow keys inside', async () => {
		const { page } = await open();
		await bench.panel.show(stateWith({ Goal: ['one `a/b.ts`', 'two `c/d.ts`', 'three'] }));
		const focused = () => page.evaluate('document.activeElement.textContent');
		await page.locator('details.section > summary').focus();
		await page.keyboard.press('Tab');
		assert.match(String(await focused()), /one/);
		await page.keyboard.press('ArrowDown');
		assert.match(String(await focused()), /two/);
		await page.keyboard.press('Tab');
		assert.equal(await focused(), 'c/d.ts');
		await bench.panel.posted();
		await page.keyboard.press('Enter');
		assert.deepEqual(await bench.panel.posted(), [{ type: 'openFile', path: 'c/d.ts' }]);
		await page.keyboard.press('End');
		assert.match(String(await focused()), /three/);
	});

	it('opens files and web pages through the host', async () => {
		const { page } = await open();
		await bench.panel.show(
			stateWith({ Goal: ['src/a.ts:12 and `b.py`, see [here](https://example.com/x)'] }),
		);
		await bench.panel.posted();
		for (const name of ['src/a.ts:12', 'b.py', 'here']) {
			await page.getByRole('link', { name }).click();
		}
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'openFile', path: 'src/a.ts:12' },
			{ type: 'openFile', path: 'b.py' },
			{ type: 'openExternal', url: 'https://example.com/x' },
		]);
	});

	it('copies items and code', async () => {
		const { page } = await open();
		await bench.panel.show(stateWith({ Goal: ['Run\n\n```sh\nnpm test\n```'] }));
		await bench.panel.posted();
		await page.getByRole('button', { name: 'Copy Code' }).click();
		await page.locator('.item').dispatchEvent('contextmenu');
		await bench.panel.send({ type: 'itemAction', action: 'copy' });
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'copyText', text: 'npm test' },
			{ type: 'copyText', text: 'Run\n\n```sh\nnpm test\n```' },
		]);
	});

	it('follows the file, or does not, as the person likes', async () => {
		const { page } = await open();
		for (const [following, name] of [
			[true, 'Stop following the file'],
			[false, 'Follow the file: show new messages as they are written'],
		] as const) {
			await bench.panel.show(followingState(following));
			await bench.panel.posted();
			const facts = await page.locator('.conversation p').innerText();
			assert.equal(facts.includes('following'), following);
			await page.getByRole('button', { name }).click();
			assert.deepEqual(await bench.panel.posted(), [{ type: 'follow', follow: !following }]);
		}
	});

	it('lists problems and opens the file at their line', async () => {
		const { page } = await open();
		await bench.panel.show(allStates.problems);
		await bench.panel.posted();
		await page.getByText('Problems in the file: 2').click();
		await page.getByRole('button', { name: 'Line 1,204' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'openProblem', line: 1_204 }]);
	});
});

/** The same state of a conversation that no file was opened for. */
function live(state: PanelState): PanelState {
	assert.ok(state.conversation !== undefined);
	const { file: _file, ...conversation } = state.conversation;
	const standing = { ...conversation.standing, viewed: false };
	return { ...state, conversation: { ...conversation, standing } };
}
