import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderForDialog } from '../../../../src/vscode/commands/folderForDialog.ts';

describe('the folder a dialog opens in', () => {
	let root: string;
	beforeEach(() => {
		root = mkdtempSync(join(tmpdir(), 'precis-folder-'));
	});
	afterEach(() => rmSync(root, { recursive: true }));

	it('is there, and is taken back with all that was made for it', async () => {
		const path = join(root, 'sessions', '2026', '11', '22');
		const takeBack = await folderForDialog(path);
		assert.ok(existsSync(path));
		await takeBack();
		assert.ok(!existsSync(join(root, 'sessions')));
		assert.ok(existsSync(root));
	});

	it('stays where something lies in it', async () => {
		const path = join(root, 'sessions', '2026');
		const takeBack = await folderForDialog(path);
		writeFileSync(join(path, 'rollout.jsonl'), '');
		await takeBack();
		assert.ok(existsSync(path));
	});

	it('stays where it was there before', async () => {
		mkdirSync(join(root, 'sessions'));
		await (await folderForDialog(join(root, 'sessions')))();
		assert.ok(existsSync(join(root, 'sessions')));
		await (await folderForDialog(join(root, 'sessions', '2026')))();
		assert.ok(existsSync(join(root, 'sessions')));
	});
});
