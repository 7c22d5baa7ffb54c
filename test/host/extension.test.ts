import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, configurationSection, views } from '../../src/vscode/contributions.ts';
import { reportActivation } from './activationTime.ts';
import { CaughtMessages } from './messages.ts';

const extensionId = 'precis.precis';

function extension(): vscode.Extension<unknown> {
	const found = vscode.extensions.getExtension(extensionId);
	assert.ok(found !== undefined, `${extensionId} is installed`);
	return found;
}

function sample(): vscode.Uri {
	return vscode.Uri.joinPath(extension().extensionUri, 'media', 'sample', 'sample-session.jsonl');
}

describe('Precis in VS Code', () => {
	let messages: CaughtMessages;
	let folder: string;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-test-'));
	});
	after(() => rm(folder, { recursive: true }));
	beforeEach(() => {
		messages = new CaughtMessages();
	});
	afterEach(() => messages.restore());

	it('activates, and reports how long that took', async () => {
		await extension().activate();
		reportActivation(extensionId);
		assert.ok(extension().isActive);
	});

	it('registers every command of the manifest', async () => {
		const registered = await vscode.commands.getCommands(true);
		for (const command of [...Object.values(commands), `${views.summary}.focus`]) {
			assert.ok(registered.includes(command), command);
		}
	});

	it('says what to do first when nothing is open', async () => {
		await vscode.commands.executeCommand(commands.compact);
		await messages.next(/Open a transcript first/);
		await vscode.commands.executeCommand(commands.copyHandoff);
		await messages.next(/No conversation is open/);
	});

	it('names the file and the cause when a transcript cannot be opened', async () => {
		const file = path.join(folder, 'empty session.jsonl');
		await writeFile(file, '');
		await vscode.commands.executeCommand(commands.openTranscript, vscode.Uri.file(file));
		const shown = await messages.next(/empty session\.jsonl/);
		assert.equal(shown.kind, 'showErrorMessage');
		assert.deepEqual(shown.actions, ['Show Log']);
	});

	it('says so when a file is not on disk', async () => {
		const uri = vscode.Uri.parse('untitled:session.jsonl');
		await vscode.commands.executeCommand(commands.openTranscript, uri);
		assert.equal((await messages.next(/only files on disk/)).kind, 'showWarningMessage');
	});

	it('opens a transcript, compacts it and copies the handoff', async () => {
		await vscode.commands.executeCommand(commands.openTranscript, sample());
		await vscode.commands.executeCommand(commands.compact);
		await vscode.env.clipboard.writeText('before');
		await vscode.commands.executeCommand(commands.copyHandoff);
		const handoff = await vscode.env.clipboard.readText();
		assert.match(handoff, /^\[Handoff from an earlier context window/);
		assert.deepEqual(
			messages.shown.map(({ kind }) => kind),
			['setStatusBarMessage'],
		);
	});

	it('says why when there is nothing to compact', async () => {
		const file = path.join(folder, 'short.json');
		await writeFile(file, JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }));
		await vscode.commands.executeCommand(commands.openTranscript, vscode.Uri.file(file));
		await vscode.commands.executeCommand(commands.compact);
		await messages.next(/Not compacted: .*conversation is too short/);
	});

	it('says why when there is no summary to hand over, restore or rebuild', async () => {
		for (const [command, reason] of [
			[commands.handOver, /no handoff/],
			[commands.restoreCompaction, /Nothing has been compacted/],
			[commands.rebuildSummary, /Nothing has been compacted/],
			[commands.compareSummaries, /Nothing has been compacted/],
			[commands.undoStep, /to undo/],
		] as const) {
			await vscode.commands.executeCommand(command);
			await messages.next(reason);
		}
	});

	it('opens the sample', async () => {
		await vscode.commands.executeCommand(commands.openSample);
		assert.deepEqual(messages.shown, []);
	});

	it('compacts with the focus that is selected in the editor', async () => {
		const document = await vscode.workspace.openTextDocument({ content: 'refreshToken()' });
		const editor = await vscode.window.showTextDocument(document);
		await vscode.commands.executeCommand(commands.openSample);
		editor.selection = new vscode.Selection(0, 0, 0, 0);
		await vscode.commands.executeCommand(commands.compactWithFocusOnSelection);
		await messages.next(/Select the text or symbol/);
		const again = await vscode.window.showTextDocument(document);
		again.selection = new vscode.Selection(0, 0, 0, 12);
		await vscode.commands.executeCommand(commands.compactWithFocusOnSelection);
		assert.equal(messages.shown.length, 1, JSON.stringify(messages.shown));
	});

	it('rejects a threshold of 80, and says so', async () => {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const { Global } = vscode.ConfigurationTarget;
		await configuration.update('compaction.threshold', 80, Global);
		try {
			const { message, kind } = await messages.next(/precis\.compaction\.threshold/);
			assert.equal(kind, 'showWarningMessage');
			assert.match(message, /80/);
		} finally {
			await configuration.update('compaction.threshold', undefined, Global);
		}
	});
});
