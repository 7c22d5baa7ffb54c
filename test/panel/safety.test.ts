import assert from 'node:assert/strict';
import { overflow } from './builtPage.ts';
import { PanelPage } from './panelPage.ts';
import { changed, compactedState, stateWith } from './states.ts';

/**
 * Transcripts that mean harm. Console, network, navigation and dialogs of every page are watched: each
 * test here fails as well when any of them is touched.
 */
describe('what a transcript tries in the panel', () => {
	/** Shows items under two sections. @returns The text on screen and the place it stands in. */
	async function shown(...items: readonly string[]) {
		const panel = await PanelPage.open(stateWith({ 'Active Task': items, Goal: items }));
		while ((await panel.count('.items-more')) > 0) {
			await panel.page.locator('.items-more button').first().click();
			await panel.settle();
		}
		const { page } = panel;
		return { panel, page, inside: page.locator('.items'), text: await panel.textOf('.items') };
	}

	const harm: Readonly<Record<string, readonly string[]>> = {
		scripts: [
			'<script>document.title = "owned"</script>',
			'<svg><script>document.title = "owned"</script></svg>',
			'<iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
		],
		handlers: [
			'<img src=x onerror="document.title=1">',
			'<svg onload=alert(1)><math><mtext></mtext></math>',
			'<details open ontoggle=alert(1)>',
			'<a href="https://example.com" onmouseover=alert(1)>x</a>',
			'[x](https://example.com "\\" onmouseover=alert(1) \\"")',
		],
		'links that run something': [
			'[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](&#106;avascript:alert(1))',
			'<javascript:alert(1)> [d](data:text/html,<script>alert(1)</script>)',
			'[e](vbscript:x) [f](java\tscript:alert(1))',
		],
		'links that command VS Code': [
			'[a](command:workbench.action.terminal.new) <command:x>',
			'[b](vscode://evil.extension/run) [c](vscode-insiders://x) [d](file:///etc/passwd)',
			'<a href="command:workbench.action.terminal.new">x</a>',
		],
		'other looks': [
			'<style>* { display: none }</style>',
			'<p style="position:fixed;inset:0;background:red">over everything</p>',
			'<link rel=stylesheet href=https://example.com/x.css>',
			'<font size=7 color=red>loud</font> <marquee>x</marquee>',
		],
		'what has to be asked for': [
			'![tracker](https://example.com/t.gif?secret=1)',
			'[![a](https://example.com/b.png)](https://example.com/c)',
			'![x][y]\n\n[y]: https://example.com/d.png',
			'<picture><source srcset="https://example.com/e.png"></picture>',
			'<video poster=https://example.com/f.png autoplay></video>',
		],
	};
	const around = ['', '> ', '- ', '1. ', '# ', '**', '`', '| ', '```\n', 'x\n===\n', '|a|\n|-|\n'];
	for (const [what, texts] of Object.entries(harm)) {
		it(`makes no ${what}, wherever in Markdown they stand`, async () => {
			const items = around.flatMap((mark) => texts.map((text) => mark + text));
			const { panel, page } = await shown(...items);
			const inside = (selector: string) => page.locator(`.item-body ${selector}`).count();
			assert.equal(
				await inside(
					':is(img, picture, source, video, script, style, link, iframe, svg, math, font, marquee, details)',
				),
				0,
			);
			assert.equal(
				await inside(':is([onerror], [onload], [ontoggle], [onmouseover], [style], [src])'),
				0,
			);
			assert.equal(await inside('a:not(.path, [href^="https://example.com"])'), 0);
			assert.equal(await page.title(), 'Summary');
			await page
				.locator('.item-body')
				.first()
				.click({ position: { x: 1, y: 1 } });
			const allowed = ['openTurn', 'openExternal'];
			const asked = (await panel.posted()).filter(({ type }) => !allowed.includes(type));
			assert.deepEqual(asked, [], 'only what a click on any line or link does');
		});
	}

	it('cannot turn around what is read', async () => {
		const { text } = await shown('Open invoice\u202Efdp.exe\u202C and \u2066x\u2069');
		assert.match(text, /invoice⟨U\+202E⟩fdp\.exe⟨U\+202C⟩/);
		assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069]/);
	});

	it('cannot hide characters in a command that is copied', async () => {
		const { panel, page, text } = await shown('Run\n\n```sh\nrm -rf\u200B\u200B\u200B build\n```');
		assert.match(text, /rm -rf⟨U\+200B ×3⟩ build/);
		await page
			.getByRole('button', { name: /rm -rf/ })
			.first()
			.click();
		assert.deepEqual(await panel.posted(), [{ type: 'copyText', text: 'rm -rf⟨U+200B ×3⟩ build' }]);
	});

	it('cannot reach a terminal that is not there', async () => {
		const { text } = await shown(
			'\u001B[31mred\u001B[0m \u001B]8;;https://example.com\u0007x\u001B]8;;\u0007',
		);
		assert.match(text, /red x/);
		assert.doesNotMatch(text, /\u001B|\[31m|8;;/);
	});

	it('cannot stop the panel with a line of a megabyte', async () => {
		const { page, text } = await shown('x'.repeat(1_000_000), `\`${'y'.repeat(1_000_000)}`);
		assert.match(text, /980,000 more characters are not shown/);
		assert.ok((await overflow(page)) <= 0);
		await page.getByRole('heading', { name: 'Goal' }).click();
	});

	it('cannot do any of it from a title, a message that waits or a line that is not read', async () => {
		const harm = '<img src=x onerror=alert(1)> \u202Eevil\u200B \u001B[31m[a](command:x)';
		const { page } = await PanelPage.open({
			...changed(
				compactedState,
				{ title: harm, source: harm, problems: [{ line: 1, message: harm }] },
				{ queued: harm },
			),
			notice: harm,
		});
		await page.getByText('Problems in the file').click();
		assert.equal(await page.locator('img').count(), 0);
		const text = await page.locator('main').innerText();
		assert.doesNotMatch(text, /[\u202E\u200B\u001B]/);
		assert.ok(text.split('⟨U+202E⟩evil⟨U+200B⟩').length > 4);
	});
});
