import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { notification } from '../vscode/notification.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';

describe('A workspace that is on no disk, in a real VS Code', () => {
	let folder: string;
	let workbench: Workbench;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-virtual-'));
		const workspace = path.join(folder, 'shop.code-workspace');
		await writeFile(workspace, JSON.stringify({ folders: [{ uri: 'memfs://memory/shop' }] }));
		const installed = [path.join(import.meta.dirname, 'memoryFiles')];
		workbench = await openWorkbench({ extension: repositoryRoot, workspace, installed });
	});
	after(async () => {
		await workbench.dispose();
		await rm(folder, { recursive: true });
	});

	it('has the sample opened and compacted', async () => {
		const { page } = workbench;
		await runCommand(page, 'Precis: Open Sample Conversation');
		await webviewFrame(page, 'main.panel');
		await runCommand(page, 'Precis: Compact');
		await webviewFrame(page, 'main.panel .receipt');
	});

	it('has its own files refused', async () => {
		const { page } = workbench;
		await runCommand(page, 'View: Show Explorer');
		await page.getByRole('treeitem', { name: 'session.jsonl' }).click({ button: 'right' });
		await chooseFromMenu(page, 'Open with Precis');
		const notice = await notification(page, 'only files on disk');
		assert.match(await notice.innerText(), /session\.jsonl cannot be opened/);
	});
});
