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
		const { page } = panel;
		return { panel, page, inside: page.locator('.items'), text: await panel.textOf('.items') };
	}

	it('cannot run scripts', async () => {
		const { page, inside, text } = await shown(
			'<script>document.title = "owned"</script>',
			'<svg><script>document.title = "owned"</script></svg>',
			'<iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
		);
		assert.equal(await inside.locator('script, iframe').count(), 0);
		assert.equal(await page.title(), 'Summary');
		assert.match(text, /<script>document\.title/);
	});

	it('cannot hang handlers on anything', async () => {
		const { page, inside } = await shown(
			'<img src=x onerror="document.title=1">',
			'<svg onload=alert(1)><math><mtext></mtext></math>',
			'<details open ontoggle=alert(1)>',
			'<a href="https://example.com" onmouseover=alert(1)>x</a>',
			'[x](https://example.com "\\" onmouseover=alert(1) \\"")',
		);
		assert.equal(await inside.locator('img, svg[onload], details details, math').count(), 0);
		assert.equal(await inside.locator('[onerror], [onload], [ontoggle], [onmouseover]').count(), 0);
		assert.equal(await page.title(), 'Summary');
	});

	it('cannot make links that run something', async () => {
		const { panel, page, inside } = await shown(
			'[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](&#106;avascript:alert(1))',
			'<javascript:alert(1)> [d](data:text/html,<script>alert(1)</script>)',
			'[e](vbscript:x) [f](java\tscript:alert(1))',
		);
		assert.equal(await inside.locator('a').count(), 0);
		await page.locator('.item-body').first().click();
		const types = (await panel.posted()).map(({ type }) => type);
		assert.deepEqual(types, ['openTurn'], 'only what a click on any line does');
	});

	it('cannot make links that command VS Code', async () => {
		const { inside } = await shown(
			'[a](command:workbench.action.terminal.new) <command:x>',
			'[b](vscode://evil.extension/run) [c](vscode-insiders://x) [d](file:///etc/passwd)',
			'<a href="command:workbench.action.terminal.new">x</a>',
		);
		assert.equal(await inside.locator('a').count(), 0);
	});

	it('cannot change how the panel looks', async () => {
		const { page, inside } = await shown(
			'<style>* { display: none }</style>',
			'<p style="position:fixed;inset:0;background:red">over everything</p>',
			'<link rel=stylesheet href=https://example.com/x.css>',
			'<font size=7 color=red>loud</font> <marquee>x</marquee>',
		);
		const styled = 'style, link, font, marquee, [style]';
		assert.equal(await inside.locator(styled).count(), 0);
		assert.equal(await page.getByRole('heading', { name: 'Active Task' }).isVisible(), true);
	});

	it('cannot ask anybody for an image', async () => {
		const { inside, text } = await shown(
			'![tracker](https://example.com/t.gif?secret=1)',
			'[![a](https://example.com/b.png)](https://example.com/c)',
			'![x][y]\n\n[y]: https://example.com/d.png',
			'<picture><source srcset="https://example.com/e.png"></picture>',
			'<video poster=https://example.com/f.png autoplay></video>',
		);
		assert.equal(await inside.locator('img, picture, source, video').count(), 0);
		assert.match(text, /\[tracker\]/);
	});

	it('makes nothing of Markdown but texts, their elements and external links', async () => {
		const harm = [
			'[a](javascript:alert(1))',
			'![b](https://example.com/b.png)',
			'<img src=x onerror=alert(1)>',
			'<a href="command:x" style="position:fixed">c</a>',
			'[d](https://example.com "onmouseover=alert(1)")',
		];
		const around = ['> ', '- ', '1. ', '# ', '**', '`', '| ', '```\n', 'x\n===\n', '|a|\n|-|\n'];
		const { inside } = await shown(...around.flatMap((mark) => harm.map((text) => mark + text)));
		const body = inside.locator('.item-body');
		const foreign =
			'img, script, style, iframe, svg, font, [onerror], [onmouseover], [style], [src]';
		assert.equal(await body.locator(foreign).count(), 0);
		const external = '[href="https://example.com"]';
		assert.equal(await body.locator(`a:not(.path, ${external})`).count(), 0);
		assert.ok((await body.locator(`a${external}`).count()) > 0);
	});

	it('cannot turn around what is read', async () => {
		const { text } = await shown('Open invoice\u202Efdp.exe\u202C and \u2066x\u2069');
		assert.match(text, /invoice⟨U\+202E⟩fdp\.exe⟨U\+202C⟩/);
		assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069]/);
	});

	it('cannot hide characters in a command that is copied', async () => {
		const { panel, page, text } = await shown('Run `rm -rf\u200B\u200B\u200B build`');
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
				{ queued: [harm] },
			),
			recentFocuses: [harm],
			notice: harm,
		});
		await page.getByText('Problems in the file').click();
		assert.equal(await page.locator('img').count(), 0);
		const text = await page.locator('main').innerText();
		assert.doesNotMatch(text, /[\u202E\u200B\u001B]/);
		assert.ok(text.split('⟨U+202E⟩evil⟨U+200B⟩').length > 4);
	});
});
