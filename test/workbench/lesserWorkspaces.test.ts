import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { notification } from '../vscode/notification.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../vscode/workbench.ts';

/**
 * Workspaces in which VS Code itself takes something away. What the log says of them is in the tests of the
 * host: the VS Code from the npm registry has no output channels to be seen.
 */
describe('Workspaces that cannot do everything, in a real VS Code', () => {
	let folder: string;
	let workbench: Workbench | undefined;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-lesser-'));
	});
	afterEach(async () => {
		await workbench?.dispose();
		workbench = undefined;
		await rm(folder, { recursive: true });
	});

	async function open(options: Omit<WorkbenchOptions, 'extension'>): Promise<Workbench> {
		workbench = await openWorkbench({ extension: repositoryRoot, ...options });
		return workbench;
	}

	/** Opens the sample and compacts it. */
	async function assertWorks({ page }: Workbench): Promise<void> {
		await runCommand(page, 'Precis: Open Sample Conversation');
		await webviewFrame(page, 'main.panel');
		await runCommand(page, 'Precis: Compact');
		const frame = await webviewFrame(page, 'main.panel .receipt');
		await frame.locator('.receipt').first().waitFor();
	}

	it('do all that is done with conversations in Restricted Mode', async () => {
		const restricted = await open({
			folder,
			asksForTrust: true,
			settings: {
				'security.workspace.trust.enabled': true,
				'security.workspace.trust.startupPrompt': 'never',
			},
		});
		await restricted.page.getByText('Restricted Mode').first().waitFor();
		await assertWorks(restricted);
	});

	it('may be on no disk: what is in them is refused, everything else goes on', async () => {
		const workspace = path.join(folder, 'shop.code-workspace');
		await writeFile(workspace, JSON.stringify({ folders: [{ uri: 'memfs://memory/shop' }] }));
		const virtual = await open({
			workspace,
			installed: [path.join(import.meta.dirname, 'memoryFiles')],
		});
		await assertWorks(virtual);
		const { page } = virtual;
		await runCommand(page, 'View: Show Explorer');
		await page.getByRole('treeitem', { name: 'session.jsonl' }).click({ button: 'right' });
		await chooseFromMenu(page, 'Open with Precis');
		const notice = await notification(page, 'only files on disk');
		assert.match(await notice.innerText(), /session\.jsonl cannot be opened/);
	});
});
