import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { assistant, call, logOf, user } from '../support/logs.ts';
import { overflow, type PageOptions, themeNames, violations } from './builtPage.ts';
import { SessionEditorPage, type ShownSession } from './sessionPage.ts';
import { compactedSession, longSession, openedSession } from './sessions.ts';

const open = (session: ShownSession, options: PageOptions = {}) =>
	SessionEditorPage.open(session, options);

describe('the session editor', () => {
	it('shows who said what, and opens a call into its input and its output', async () => {
		const { page } = await open(openedSession);
		const row = page.getByRole('article', { name: '#3, Assistant' });
		await row.getByText('Grep').click();
		await row.getByRole('group', { name: 'Output' }).getByText('session( 40').waitFor();
		assert.equal(await row.getByText('token that lives').count(), 0);
	});

	it('says of every stretch what the compaction made of it, and leads there from the legend', async () => {
		const opened = await open(compactedSession);
		const { page } = opened;
		await page.getByRole('button', { name: 'Recent' }).click();
		await opened.settle();
		const zone = page.locator('.zone', { hasText: 'Recent' });
		assert.match(await zone.innerText(), /≈\s[\d,]+ tokens/);
		const { record } = compactedSession;
		const first = (record?.layout.range.end ?? 0) + 1;
		assert.equal((await opened.numbers())[0], first);
	});

	it('switches to what the model sees, and stays at the message', async () => {
		const opened = await open(compactedSession);
		await opened.reveal(129);
		assert.equal((await opened.numbers())[0], 129);
		await opened.page.getByRole('radio', { name: 'What the Model Sees' }).check();
		await opened.settle();
		assert.equal((await opened.numbers())[0], 129);
		assert.equal(await opened.page.locator('.row-marked .row-number').textContent(), '#129');
		await opened.page.keyboard.press('Home');
		await opened.settle();
		await opened.page.getByRole('article', { name: 'Summary' }).waitFor();
	});

	it('has nothing to switch to before the first compaction', async () => {
		const { page } = await open(openedSession);
		assert.equal(await page.getByRole('radio', { name: 'What the Model Sees' }).isDisabled(), true);
	});

	it('brings the message to the screen that a chip names, with the focus, open where it is an output', async () => {
		const opened = await open(compactedSession);
		await opened.reveal(99);
		const row = opened.page.getByRole('article', { name: '#98, Assistant' });
		assert.equal(await opened.page.evaluate('document.activeElement.ariaLabel'), '#98, Assistant');
		await row.getByRole('group', { name: 'Output' }).waitFor();
		await row.locator('.call-marked').getByText('#99', { exact: true }).waitFor();
		await opened.reveal(2);
		assert.equal((await opened.numbers())[0], 2);
	});

	it('shows the conversation when a chip names what the model does not see', async () => {
		const opened = await open(compactedSession);
		await opened.page.getByRole('radio', { name: 'What the Model Sees' }).check();
		await opened.settle();
		await opened.reveal(80);
		await opened.page.getByRole('article', { name: '#80,' }).waitFor();
		assert.equal(await opened.page.getByRole('radio', { name: 'Conversation' }).isChecked(), true);
	});

	it('gives the placeholder of the search the room that its count takes later', async () => {
		const { page } = await open(compactedSession);
		const field = page.getByRole('search').getByRole('textbox');
		const room = (): Promise<number> =>
			page.evaluate<number>(
				"Number.parseFloat(getComputedStyle(document.querySelector('.search input')).paddingRight)",
			);
		const empty = await room();
		await field.fill('token');
		assert.ok(empty < (await room()));
	});

	it('finds words in messages and in what is folded, and goes from one to the next', async () => {
		const opened = await open(compactedSession);
		const { page } = opened;
		await page.keyboard.press('Control+f');
		await page.keyboard.type('const token = verify');
		await page.getByRole('status').getByText('1 of 18').waitFor();
		await opened.settle();
		const first = page.locator('.row-marked').getByRole('group', { name: 'Input' });
		await first.getByText('const token = verify').waitFor();
		const before = await opened.numbers();
		await page.keyboard.press('Enter');
		await page.getByRole('status').getByText('2 of 18').waitFor();
		await opened.settle();
		assert.notDeepEqual(await opened.numbers(), before);
		await page.keyboard.press('Shift+Enter');
		await page.keyboard.press('Shift+Enter');
		await page.getByRole('status').getByText('18 of 18').waitFor();
		assert.equal(await page.evaluate("CSS.highlights.get('session-found-here').size > 0"), true);
		await page.keyboard.press('Escape');
		await until(async () =>
			page.evaluate<boolean>("CSS.highlights.get('session-found').size === 0"),
		);
	});

	it('is moved through with the keyboard alone', async () => {
		const opened = await open(compactedSession);
		const { page } = opened;
		const focused = () => page.evaluate<string>('document.activeElement.ariaLabel');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('ArrowDown');
		assert.equal(await focused(), '#3, Assistant');
		await page.keyboard.press('ArrowRight');
		assert.equal(await page.locator('.row:focus details[open]').count(), 2);
		await page.keyboard.press('End');
		await opened.settle();
		assert.equal(await focused(), '#163, Assistant');
		await page.keyboard.press('Home');
		await opened.settle();
		assert.equal(await focused(), '#1, System prompt');
		await page.getByRole('slider').focus();
		await page.keyboard.press('ArrowDown');
		await opened.settle();
		assert.equal((await opened.numbers())[0], 2);
	});

	it('leads from the map to the messages under the pointer', async () => {
		const opened = await open(compactedSession);
		const map = opened.page.getByRole('slider');
		const { height = 0 } = (await map.boundingBox()) ?? {};
		await map.click({ position: { x: 20, y: height - 2 } });
		await opened.settle();
		assert.equal((await opened.numbers()).at(-1), 163);
	});

	it('keeps what is read in its place while rows above it turn out higher', async () => {
		const opened = await open(longSession());
		const { page } = opened;
		await opened.reveal(5_000);
		assert.ok((await page.locator('.row').count()) < 100, 'only what is near is drawn');
		await page.mouse.move(400, 400);
		for (let step = 0; step < 6; step += 1) {
			const top = await scrollTop(page);
			const before = await positionOfFirst(opened);
			await page.mouse.wheel(0, -300);
			await until(async () => (await scrollTop(page)) !== top);
			await opened.settle();
			const after = await page.evaluate<number>(
				`document.querySelector('[data-row="${before.row}"]')?.getBoundingClientRect().top ?? NaN`,
			);
			assert.ok(Math.abs(after - before.top - 300) < 3, `${after - before.top} pixels`);
		}
	});

	it('has the same message on the screen when the conversation has grown', async () => {
		const opened = await open(openedSession);
		await opened.reveal(80);
		const longer = { ...openedSession, log: [...openedSession.log, ...openedSession.log.slice(1)] };
		await opened.change(longer);
		assert.equal((await opened.numbers())[0], 80);
	});

	it('shows nothing of a conversation as anything but text', async () => {
		const { log } = openedSession;
		const hostile =
			'<img src=x onerror=alert(1)> <script>alert(2)</script> [x](javascript:alert(3))';
		const [first] = log;
		assert.ok(first !== undefined);
		const message = { role: 'user', content: hostile } as const;
		const { page } = await open({ log: [{ message, tokens: 9 }], title: hostile });
		await page.getByText('onerror').first().waitFor();
		assert.equal(
			await page.locator('main img, main script, main a[href^="javascript"]').count(),
			0,
		);
	});

	it('says so where there is nothing', async () => {
		const { page } = await open({ log: [] });
		await page.getByText('This conversation has no messages.').waitFor();
	});

	for (const theme of themeNames) {
		it(`has nothing that axe complains of (${theme})`, async () => {
			const opened = await open(compactedSession, { theme });
			// Names and roles are the same in every theme.
			const rule = theme === 'dark' ? undefined : 'color-contrast';
			await opened.page.locator('.call > summary').first().click();
			await opened.page.locator('.call > summary').nth(2).click();
			await opened.settle();
			assert.deepEqual(await violations(opened.page, rule), []);
			await opened.page.getByRole('radio', { name: 'What the Model Sees' }).check();
			await opened.settle();
			assert.deepEqual(await violations(opened.page, rule), []);
		});
	}

	for (const [width, height] of [
		[300, 700],
		[512, 350],
		[1_024, 700],
	] as const) {
		it(`fits into ${width} × ${height}`, async () => {
			const opened = await open(compactedSession, { width, height });
			assert.ok((await overflow(opened.page)) <= 0);
			const list = await opened.page.locator('.rows').boundingBox();
			assert.ok((list?.height ?? 0) > height / 2, `${list?.height} pixels for messages`);
		});
	}

	it('cuts a path where it begins, and shows it from the folder of the workspace', async () => {
		const path = `/home/ada/harbour/${'deep/'.repeat(40)}last.ts`;
		const { page } = await open(
			{
				log: logOf(
					user('Read it.'),
					assistant(
						'',
						call('a', 'Read', { file_path: path }),
						call('b', 'Bash', { command: 'ls' }),
					),
				),
			},
			{ width: 600 },
		);
		const target = page.locator('.call-target').first();
		assert.match(await target.innerText(), /^deep/);
		const [line, words] = await Promise.all([
			target.boundingBox(),
			target.locator('bdi').boundingBox(),
		]);
		assert.ok(line !== null && words !== null);
		assert.ok(Math.abs(words.x + words.width - line.x - line.width) < 2, 'its end is seen');
	});
});

function scrollTop(page: Page): Promise<number> {
	return page.evaluate<number>('document.querySelector(".rows").scrollTop');
}

async function positionOfFirst(
	opened: SessionEditorPage,
): Promise<{ readonly row: number; readonly top: number }> {
	return opened.page.evaluate<{ row: number; top: number }>(`(() => {
		const { top } = document.querySelector('.rows').getBoundingClientRect();
		const row = [...document.querySelectorAll('.row')].find((one) => one.getBoundingClientRect().bottom > top + 1);
		return { row: Number(row.dataset.row), top: row.getBoundingClientRect().top };
	})()`);
}
