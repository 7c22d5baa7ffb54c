import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { FromPanel } from '../../src/protocol/fromPanel.ts';
import type { ConversationView } from '../../src/protocol/conversationView.ts';
import type { PanelState } from '../../src/protocol/toPanel.ts';
import { PanelPage } from './panelPage.ts';
import {
	allStates,
	auditedState,
	builtInPreview,
	builtInPreviewState,
	changed,
	compactedState,
	followingState,
	historyState,
	noModel,
	openedState,
	pendingState,
	previewState,
	pricedState,
	prunedState,
	runningState,
	standingState,
	stateWith,
	steppedInState,
	undecidedState,
	undoneState,
	viewedState,
	writingState,
	notContinuedState,
} from './states.ts';

/** The same state of a conversation that no file was opened for. */
function live(state: PanelState): PanelState {
	const { conversation = assert.fail() } = changed(state, {}, { viewed: false });
	const { file: _file, ...rest } = conversation;
	return { ...state, conversation: rest };
}

/** The same state of another conversation, of which nothing is folded or typed as it was in the one before. */
function anew(state: PanelState, id: string): PanelState {
	const { conversation } = state;
	return conversation === undefined ? state : { ...state, conversation: { ...conversation, id } };
}

describe('what can be done in the panel', () => {
	const tooShort = changed(openedState, {}, { tooShort: true });
	const written: PanelState = {
		...openedState,
		writer: { id: 'vscode/copilot/acme' },
		modelNames: { 'vscode/copilot/acme': 'Acme' },
	};
	const asked: PanelState = {
		...openedState,
		writer: { suggested: 'vscode/acme/sonnet-4' },
		modelNames: { 'vscode/acme/sonnet-4': 'Sonnet' },
	};
	const cases: readonly (readonly [
		what: string,
		state: PanelState,
		presses: readonly (readonly [name: string | RegExp, message: FromPanel])[],
	])[] = [
		[
			'about how a conversation stands',
			live(standingState),
			[
				['Apply', { type: 'applyProposal' }],
				['Discard', { type: 'discardProposal' }],
				['Turn On', { type: 'turnOnAutomatic' }],
				['Resume', { type: 'resumeAutomatic' }],
				['Undo Compaction', { type: 'undo' }],
				['Redo', { type: 'redo' }],
				['Compare with Previous Summary', { type: 'compare' }],
			],
		],
		[
			'where nothing is open',
			{ ...noModel },
			[
				['Open Transcript…', { type: 'openTranscript' }],
				['Find Sessions on This Machine…', { type: 'importSessions' }],
				['Try the Sample', { type: 'openSample' }],
				['Start a Chat with @precis', { type: 'startChat' }],
			],
		],
		[
			'about who writes, until the person has said',
			asked,
			[
				['Write with Sonnet', { type: 'chooseWriter', model: 'vscode/acme/sonnet-4' }],
				['Built In', { type: 'chooseWriter', model: 'built-in' }],
			],
		],
		[
			'about who would write',
			written,
			[['The summary will be written by Acme', { type: 'chooseModel' }]],
		],
		[
			'about who writes next, where another wrote the summary',
			{ ...compactedState, writer: { id: 'acme' } },
			[['Rewrite This One', { type: 'rewrite' }]],
		],
		['without a focus', openedState, [['Compact', { type: 'compact' }]]],
		['before it is spent', openedState, [['Preview', { type: 'preview' }]]],
		['while it runs', runningState, [['Cancel', { type: 'cancel' }]]],
		['where a model failed', steppedInState, [['Retry with Model', { type: 'retryWithModel' }]]],
		[
			'where a model was not asked',
			undecidedState,
			[['Retry with Model', { type: 'retryWithModel' }]],
		],
		[
			'with a file that is followed',
			followingState(true),
			[['Stop following the file', { type: 'follow', follow: false }]],
		],
		[
			'with a file that is not',
			followingState(false),
			[
				[
					'Follow the file: show new messages as they are written',
					{ type: 'follow', follow: true },
				],
			],
		],
		[
			'with a preview',
			previewState,
			[
				['Show What Would Be Sent', { type: 'showRequests' }],
				['Apply', { type: 'applyPreview' }],
				['Discard', { type: 'discardPreview' }],
			],
		],
		[
			'with a record that is looked at',
			viewedState,
			[
				['Restore', { type: 'restore', record: 1 }],
				['Compare', { type: 'compare', record: 1 }],
				['Back', { type: 'viewActive' }],
			],
		],
		[
			'with the summary',
			compactedState,
			[
				['Copy Handoff', { type: 'copyHandoff' }],
				['Built-in summary', { type: 'chooseModel' }],
			],
		],
		[
			'with a pruning',
			prunedState,
			[
				['Undo', { type: 'undo' }],
				['Undo Pruning', { type: 'undo' }],
			],
		],
	];
	it('is offered where it applies', async () => {
		const panel = await PanelPage.open();
		for (const [what, state, presses] of cases) {
			await panel.show(anew(state, what));
			for (const [name, message] of presses) {
				await panel.press(name);
				assert.deepEqual(await panel.posted(), [message], `${what}: ${String(name)}`);
			}
		}
	});

	it('is compacting with the focus that was typed, on Enter, with recent ones to choose from', async () => {
		const history = compactedState.conversation?.status.history ?? [];
		const focused = history.map((entry) => ({ ...entry, focus: 'failing tests' }));
		const panel = await PanelPage.open(changed(compactedState, {}, { history: focused }));
		assert.equal(await panel.count('form datalist option[value="failing tests"]'), 1);
		const field = panel.page.getByRole('combobox');
		await field.fill('  the token refresh ');
		await panel.press('Preview');
		assert.equal(await field.inputValue(), '  the token refresh ');
		await field.press('Enter');
		const focus = 'the token refresh';
		assert.deepEqual(await panel.posted(), [
			{ type: 'preview', focus },
			{ type: 'compact', focus },
		]);
		assert.equal(await field.inputValue(), '');
	});

	it('is nothing where a conversation is too short', async () => {
		const panel = await PanelPage.open(tooShort);
		for (const name of ['Compact', 'Preview']) {
			const button = panel.page.getByRole('button', { name, exact: true });
			assert.equal(await button.isDisabled(), true);
		}
		await panel.page.getByRole('combobox').press('Enter');
		assert.deepEqual(await panel.posted(), []);
	});

	it('is nothing where nothing was added to a summary, except with another focus', async () => {
		const panel = await PanelPage.open(changed(compactedState, {}, { nothingNew: true }));
		const button = panel.page.getByRole('button', { name: 'Compact', exact: true });
		assert.equal(await button.isDisabled(), true);
		await panel.page.getByRole('combobox').fill('bookings');
		await button.click();
		assert.deepEqual(await panel.posted(), [{ type: 'compact', focus: 'bookings' }]);
	});

	it('is undone and redone with the usual keys, not in a text field and not while a compaction runs', async () => {
		const panel = await PanelPage.open(standingState);
		const { page } = panel;
		for (const key of ['Control+z', 'Meta+z', 'Control+Shift+Z', 'Meta+Shift+Z', 'Control+y']) {
			await page.keyboard.press(key);
		}
		assert.deepEqual(
			(await panel.posted()).map(({ type }) => type),
			['undo', 'undo', 'redo', 'redo', 'redo'],
		);
		await page.getByRole('combobox').focus();
		await page.keyboard.press('Control+z');
		await panel.show(runningState);
		await page.keyboard.press('Control+z');
		await panel.show(compactedState);
		await page.keyboard.press('Control+y');
		assert.deepEqual(await panel.posted(), []);
	});

	it('is seen however narrow and low the view is', async () => {
		const panel = await PanelPage.open(undefined, { width: 240, height: 320 });
		for (const state of [openedState, asked, compactedState, standingState]) {
			await panel.show(state);
			const names = ['Compact', 'Preview', ...(state === asked ? ['Write with Sonnet'] : [])];
			for (const name of names) {
				const box = await panel.page.getByRole('button', { name, exact: true }).boundingBox();
				assert.ok(box !== null && box.y + box.height <= 320, name);
			}
		}
	});

	it('opens files and web pages through the host, and copies code', async () => {
		const panel = await PanelPage.open(
			stateWith({
				Goal: ['src/a.ts:12 and `b.py`, see [here](https://example.com/x)\n\n```sh\nnpm t\n```'],
			}),
		);
		for (const name of ['src/a.ts:12', 'b.py', 'here']) {
			await panel.page.getByRole('link', { name }).click();
		}
		await panel.press('npm t');
		assert.deepEqual(await panel.posted(), [
			{ type: 'openFile', path: 'src/a.ts:12' },
			{ type: 'openFile', path: 'b.py' },
			{ type: 'openExternal', url: 'https://example.com/x' },
			{ type: 'copyText', text: 'npm t' },
		]);
	});

	it('opens the file at a line that could not be read', async () => {
		const panel = await PanelPage.open(allStates.problems);
		await panel.page.getByText('Problems in the file: 2').click();
		await panel.press('Line 1,204');
		assert.deepEqual(await panel.posted(), [{ type: 'openProblem', line: 1_204 }]);
	});

	it('leads from the receipt to what was summarised, and to what was kept behind it', async () => {
		const panel = await PanelPage.open(compactedState);
		await panel.page.locator('.receipt > summary').click();
		await panel.press('10 messages word for word');
		await panel.press('159 messages: #4–162');
		assert.deepEqual(await panel.posted(), [
			{ type: 'openTurn', number: 163 },
			{ type: 'openTurn', number: 4 },
		]);
		await panel.show(changed(compactedState, { messages: 162 }));
		assert.equal(await panel.page.getByRole('button', { name: /word for word/ }).count(), 0);
	});

	it('leads from the history to each record', async () => {
		const panel = await PanelPage.open(historyState);
		await panel.page.getByRole('heading', { name: 'History' }).click();
		await panel.page.locator('.history-entry').last().click();
		await panel.press(/^Removed from Relevant Files/);
		await panel.press('Restore');
		assert.deepEqual(await panel.posted(), [
			{ type: 'viewRecord', record: 1 },
			{ type: 'viewActive' },
			{ type: 'restore' },
		]);
	});
});

describe('what the panel says', () => {
	const audit = { facts: 0, kept: 0, appended: 0, corrected: 0 };
	const { receipt = assert.fail() } = auditedState.conversation ?? {};
	const silentAudit = changed(auditedState, { receipt: { ...receipt, audit } });
	const opens =
		(selector: string) =>
		async ({ page }: PanelPage) =>
			page.locator(selector).click();
	const cases: readonly (readonly [
		what: string,
		state: PanelState,
		words: readonly RegExp[],
		not?: RegExp | undefined,
		arrange?: (panel: PanelPage) => Promise<void>,
	])[] = [
		['counts one message as one', changed(openedState, { messages: 1 }), [/\b1 message\b(?!s)/]],
		[
			'says nothing of automatic compaction or undo in a file that is only looked at',
			openedState,
			[/never compacts it automatically/],
			/on hold|Undo/,
		],
		['says that automatic compaction rests', live(undoneState), [/on hold until .* 156,264/]],
		[
			'says why no model wrote the summary',
			steppedInState,
			[
				/No model could write this summary\. openrouter\/acme-large-instruct did not begin/,
				/131,482 tokens read, 3,911 written · about 0\.0412 US\$/,
			],
			undefined,
			opens('.receipt > summary'),
		],
		[
			'says why a model was not asked',
			undecidedState,
			[/You have not decided yet whether openrouter\/acme-large-instruct may/],
			/No model could/,
		],
		[
			'says what the audit came to',
			auditedState,
			[/44 facts [^:]*: 41 in the model’s text, 3 added/, /Marked\s[^:]*: 1\b/],
			undefined,
			opens('.receipt > summary'),
		],
		[
			'calls nothing saved before the session of a file is continued, and offers that',
			notContinuedState,
			[/The session still has ≈\s136,264 tokens\./, /Continue from Here…/],
			/saved/,
		],
		[
			'says nothing of an audit that had nothing to look for',
			silentAudit,
			[/Trigger/],
			/Checked|Marked/,
			opens('.receipt > summary'),
		],
		[
			'says which assistant had made a compaction itself, what it counted, and that it is only looked at',
			viewedState,
			[
				/viewing version 1, which is not the active/,
				/Imported/,
				/(?<!≈\s)167,094 → 33,960 tokens/,
				/An earlier thing\./,
				/3,120 tokens/,
			],
			/Time/,
			opens('.viewed .receipt > summary'),
		],
		[
			'says what a preview would keep, summarise, send and cost',
			previewState,
			[
				/136,264 → at most 24,180 tokens/,
				/Kept at Start\s+#1–3/,
				/Summarised\s+#4–162, in at most 6,000 tokens/,
				/Kept at End\s+#163–169/,
				/Shortened\s+3 tool results/,
				/Summariser\s+openrouter\/acme-large-instruct/,
				/Requests: 3\. About 131,482 tokens read, 9,200 written/,
				/about 0\.0412 US\$/,
			],
			undefined,
			opens('.preview-details > summary'),
		],
		[
			'says that nothing leaves the machine where no model writes',
			builtInPreviewState,
			[/built in: nothing leaves this machine/],
			/Would Be Sent/,
		],
		[
			'has no preview beside what runs',
			{ ...previewState, running: { phase: 'planning', elapsedMs: 0 } },
			[/Planning/],
			/at most/,
		],
		[
			'names in one line the sections in which there is nothing',
			compactedState,
			[/The built-in summary does not cover In Progress, Blocked, Resolved Questions\./],
		],
		['keeps the numbers of actions', stateWith({ 'Completed Actions': ['41. READ a'] }), [/41\./]],
		[
			'tells of pruned tool results',
			prunedState,
			[/Tool results pruned: 12\. ≈\s18,240 → ≈\s12,031/],
		],
		[
			'tells what compacting would save, in money where prices are known',
			pricedState,
			[/0\.54 .*0\.069 /],
			undefined,
			opens('.meter-parts > summary'),
		],
		['tells nothing of it where no model is asked', openedState, [/Compact/], /Compacting now/],
	];
	it('is what a person needs to know of each state', async () => {
		const panel = await PanelPage.open();
		for (const [what, state, words, not, arrange] of cases) {
			await panel.show(anew(state, what));
			await arrange?.(panel);
			await panel.settle();
			const text = await panel.textOf('main');
			for (const word of words) {
				assert.match(text, word, what);
			}
			if (not !== undefined) {
				assert.doesNotMatch(text, not, what);
			}
		}
	});

	it("is in the person's language, words and numbers", async () => {
		const panel = await PanelPage.open(compactedState);
		const file = await readFile('l10n/bundle.l10n.de.json', 'utf8');
		const texts = JSON.parse(file) as Record<string, string>;
		await panel.send({ type: 'language', language: { locale: 'de', texts } });
		await panel.page.getByRole('heading', { name: texts['Completed Actions'] ?? '' }).waitFor();
		assert.match(await panel.textOf('.receipt'), /136\.264/);
	});

	it('is in words what the meter shows, and no number where the size is not known yet', async () => {
		const panel = await PanelPage.open(compactedState);
		const text = await panel.page.getByRole('meter').getAttribute('aria-valuetext');
		assert.match(
			text ?? '',
			/^≈\s22,523 of 200,000 tokens, Start: ≈\s6,180 tokens, Summary: ≈\s3,410/,
		);
		await panel.show(pendingState);
		assert.doesNotMatch(await panel.textOf('.meter'), /\d/);
		await panel.page.getByRole('img', { name: 'Context window: New size pending' }).waitFor();
	});

	it('is, of a running compaction, what it does and who writes, aloud too', async () => {
		const panel = await PanelPage.open(openedState);
		const model = { phase: 'summarising', model: 'acme/large', elapsedMs: 12_000 } as const;
		for (const [state, running, text] of [
			[openedState, { phase: 'planning', elapsedMs: 0 }, 'Planning…'],
			[openedState, { ...model, attempt: 1 }, 'Waiting for acme/large…'],
			[openedState, { ...model, attempt: 2 }, 'Waiting for acme/large, attempt 2…'],
			[openedState, { ...model, draft: [] }, 'acme/large is writing…'],
			[openedState, { ...model, piece: { number: 2, of: 3 } }, '2 of 3: Waiting for acme/large…'],
			[openedState, { phase: 'committing', elapsedMs: 0 }, 'Applying the summary…'],
			[
				standingState,
				{ phase: 'committing', elapsedMs: 0 },
				'Summary written; Precis applies it after the answer…',
			],
		] as const) {
			await panel.show({ ...state, running });
			assert.equal(await panel.page.locator('.progress-phase').textContent(), text);
			assert.equal(await panel.told(), text);
		}
	});

	it('is aloud how a compaction ended', async () => {
		const panel = await PanelPage.open(openedState);
		await panel.send({ type: 'running', running: { phase: 'planning', elapsedMs: 0 } });
		await panel.show(compactedState);
		assert.equal(
			await panel.told(),
			'Compacted: ≈\u00a0136,264 tokens before, ≈\u00a022,523 after.',
		);
		await panel.send({ type: 'running', running: { phase: 'planning', elapsedMs: 0 } });
		await panel.send({ type: 'running' });
		assert.equal(await panel.told(), 'The compaction finished without changes.');
		await panel.show(viewedState);
		assert.match((await panel.told()) ?? '', /viewing version 1/);
		await panel.show(previewState);
		assert.match((await panel.told()) ?? '', /^Preview: ≈\s136,264/);
	});

	it('never leaves the keyboard nowhere', async () => {
		const sections = (...texts: readonly string[]): PanelState =>
			stateWith({ Goal: texts, 'Key Decisions': ['stays'] });
		const panel = await PanelPage.open(sections('one'));
		const holder = (): Promise<string> =>
			panel.page.evaluate(
				'document.activeElement.closest(":enabled, [tabindex]")?.className ?? ""',
			);
		await panel.page.locator('.item').first().focus();
		await panel.show(sections());
		assert.match(
			await panel.page.evaluate('document.activeElement.textContent'),
			/Key Decisions|stays/,
		);
		await panel.show(builtInPreviewState);
		await panel.page.getByRole('button', { name: 'Discard' }).focus();
		await panel.show({ ...noModel, conversation: compactedState.conversation ?? assert.fail() });
		assert.notEqual(await panel.page.evaluate('document.activeElement.tagName'), 'BODY');
		await panel.show(standingState);
		await panel.page.getByRole('button', { name: 'Redo' }).focus();
		await panel.show(changed(standingState, {}, { canRedo: false }));
		assert.equal(await holder(), 'icon-button');
		await panel.page.locator('.item').last().click({ button: 'right' });
		assert.match(await holder(), /^item/);
	});

	it('says of sections that are there at once who writes after them', async () => {
		const { conversation = assert.fail() } = openedState;
		const meanwhile = stateWith({ Goal: ['one'] }).conversation?.sections ?? [];
		const running = { phase: 'planning', elapsedMs: 0, meanwhile } as const;
		const panel = await PanelPage.open({ ...noModel, conversation, running });
		const note = (): Promise<string> => panel.textOf('.sections-draft .sections-note');
		const without = await note();
		await panel.show({ ...noModel, conversation, running, writer: { id: 'acme' } });
		assert.notEqual(await note(), without);
	});

	it('asks about nothing and claims nothing while a compaction runs', async () => {
		const asking = changed(openedState, {}, { proposal: 'changed' });
		const panel = await PanelPage.open(asking);
		assert.equal(await panel.count('.status button'), 2);
		await panel.show({ ...asking, running: { phase: 'planning', elapsedMs: 0 } });
		assert.equal(await panel.count('.status button, .waiting'), 0);
	});

	it('is the history newest first, with the changes in each, and how many compactions hold', async () => {
		const panel = await PanelPage.open(historyState);
		await panel.page.getByRole('heading', { name: 'History' }).click();
		await panel.page.locator('.history-entry').first().waitFor();
		assert.match(
			await panel.textOf('.history-rows'),
			/^Version 2[^]*≈\s84,120 → ≈\s21,007[^]*min\. ago[^]*Removed from Relevant Files: src\/auth\/legacy\.ts\s+Active[^]*Version 1[^]*Claude Code[^]*Pinned in Goal: Short[^]*Edited in Blocked: The staging/,
		);
		assert.match(await panel.textOf('header.conversation'), /compacted 2×/);
		await panel.show(changed(historyState, {}, { active: 3 }));
		assert.doesNotMatch(await panel.textOf('header.conversation'), /compacted/);
		await panel.show(undoneState);
		assert.match(await panel.textOf('.history-log'), /Whole conversation[^]*Active/);
	});

	it('marks what a preview changes, in the place of the present summary', async () => {
		const panel = await PanelPage.open(historyState);
		await panel.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
		await panel.show({ ...historyState, ...builtInPreviewState });
		const top = await panel.page.evaluate<number>(
			"document.querySelector('.preview').getBoundingClientRect().top",
		);
		assert.ok(Math.abs(top) < 1, `it begins at ${top} px`);
		assert.match(await panel.textOf('.item-new'), /^\+\s+New:\s+Move every session/);
		assert.match(await panel.textOf('.item-dropped'), /^−\s+Dropped:\s+Replace cookie sessions/);
		await panel.show({
			...openedState,
			preview: { ...builtInPreview, summariser: { kind: 'not-known-yet' } },
		});
		assert.equal(await panel.count('.sections-draft'), 1);
	});

	it('is the summary as a model writes it, in sections that open and close', async () => {
		const panel = await PanelPage.open(writingState);
		assert.equal(await panel.count('details.section'), 4);
		assert.match(await panel.textOf('main'), /2 of 5: openrouter\/acme-large-instruct is writing/);
		assert.equal(await panel.page.getByRole('button', { name: 'Copy Handoff' }).count(), 0);
		await panel.show(compactedState);
		assert.equal(await panel.count('details.section'), 10);
		assert.equal(await panel.count('details.section[open]'), 8);
	});

	it('is all of a long section when the person asks for it', async () => {
		const goals = Array.from({ length: 400 }, (_, index) => `${index + 1}. goal`);
		const panel = await PanelPage.open(stateWith({ Goal: goals }));
		assert.equal(await panel.count('.item'), 12);
		await panel.press('Show 388 More');
		assert.equal(await panel.count('.item'), 400);
	});

	it('has the words of the request in place of a line that only points to it', async () => {
		const { conversation = assert.fail() } = compactedState;
		const sections: ConversationView['sections'] = conversation.sections?.map((section) =>
			section.title === 'Active Task'
				? {
						...section,
						items: section.items.map((item) => ({
							...item,
							place: 'below' as const,
							request: `Run <b>it</b> again. ${'And then once more. '.repeat(20)}`,
						})),
					}
				: section,
		);
		const panel = await PanelPage.open({
			...compactedState,
			conversation: { ...conversation, ...(sections && { sections }) },
		});
		const text = await panel.textOf('.item .item-content');
		assert.match(text, /^Run <b>it<\/b> again\./);
		const height = async (): Promise<number> =>
			(await panel.page.locator('.item .request').boundingBox())?.height ?? 0;
		const cut = await height();
		await panel.press('More');
		assert.ok((await height()) > 2 * cut, 'it is cut to two lines until the person wants more');
	});
});
