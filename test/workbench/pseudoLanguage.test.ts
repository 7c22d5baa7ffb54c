import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot, sampleOpener } from '../vscode/paths.ts';
import { pseudoLanguage, pseudoMarks, translatePseudo } from '../vscode/pseudoLanguage.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';

/** What belongs to the conversation, and not to Precis. */
const ofConversation = 'h1, .item-body, .request, .appendix';

interface Faults {
	/** Texts without the marks of a translation. */
	readonly untranslated: readonly string[];
	/** Texts that are cut where neither a tooltip nor what a line opens into has the whole. */
	readonly cut: readonly string[];
}

const none: Faults = { untranslated: [], cut: [] };

/** Runs in the panel. */
const faultsOfPanel = `(() => {
	const panel = document.querySelector('main.panel');
	const untranslated = [];
	const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		const text = node.textContent;
		const isOfConversation = node.parentElement.closest('${ofConversation}') !== null;
		if (/\\p{L}{2}/u.test(text) && !isOfConversation && !/[${pseudoMarks.join('')}]/.test(text)) {
			untranslated.push(text);
		}
	}
	const isCut = (each) =>
		each.scrollWidth > each.clientWidth + 1 &&
		each.clientWidth > 1 &&
		getComputedStyle(each).display !== 'inline' &&
		each.closest('[title], summary') === null &&
		each.querySelector('[title]') === null;
	const cut = [...panel.querySelectorAll('*')].filter(isCut).map((each) => each.textContent);
	return { untranslated, cut };
})()`;

/** Every text of a translation that is a third longer, in the narrowest side bar; in a folder that nobody trusts. */
describe('Precis in another language and in Restricted Mode, in a real VS Code', () => {
	let workbench: Workbench;
	let folder: string;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-language-'));
		const extension = path.join(folder, 'precis');
		await translatePseudo(repositoryRoot, extension);
		workbench = await openWorkbench({
			extension,
			folder: path.join(repositoryRoot, 'media', 'sample'),
			viewport: { width: 1024, height: 700 },
			installed: [sampleOpener],
			language: pseudoLanguage,
			asksForTrust: true,
			settings: {
				'security.workspace.trust.enabled': true,
				'security.workspace.trust.startupPrompt': 'never',
			},
		});
	});
	after(async () => {
		await workbench.dispose();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it('shows an opened conversation', async () => {
		await workbench.page.getByText('Restricted Mode').first().waitFor();
		const frame = await webviewFrame(workbench.page, 'main.panel .waiting');
		assert.deepEqual(await frame.evaluate<Faults>(faultsOfPanel), none);
	});

	it('shows a summary with its receipt', async () => {
		const frame = await webviewFrame(workbench.page, 'main.panel .waiting');
		await frame.locator('form button[type=submit]').click();
		await frame.locator('.receipt > summary').click();
		await frame.locator('.receipt dl').waitFor();
		assert.deepEqual(await frame.evaluate<Faults>(faultsOfPanel), none);
	});

	it('names its views, and says in the status bar what was done', async () => {
		const { page } = workbench;
		const [open] = pseudoMarks;
		const titles = page.locator('.part.auxiliarybar .pane-header h3');
		for (const title of await titles.allInnerTexts()) {
			assert.ok(title.includes(open), title);
		}
		await page.locator('.part.statusbar .statusbar-item', { hasText: open }).first().waitFor();
	});
});
