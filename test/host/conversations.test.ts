import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, configurationSection, sessionEditor } from '../../src/vscode/contributions.ts';
import { answerInputs, type AnsweredInputs } from './inputs.ts';
import { CaughtMessages } from './messages.ts';

/** The commands about kept conversations, each as a person uses it. */

const extensionId = 'precis.precis';

type Dialogs = Record<'showSaveDialog' | 'showOpenDialog', () => Promise<unknown>>;

describe('Conversations in VS Code', () => {
	let messages: CaughtMessages;
	let inputs: AnsweredInputs;
	let folder: string;
	const dialogs = vscode.window as unknown as Dialogs;
	const { showSaveDialog, showOpenDialog } = dialogs;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-conversations-'));
		await vscode.extensions.getExtension(extensionId)?.activate();
	});
	after(() => rm(folder, { recursive: true }));
	beforeEach(async () => {
		messages = new CaughtMessages();
		inputs = answerInputs();
		messages.answer(/Delete everything/, 'Delete All Data');
		await run(commands.deleteAllData);
		await messages.next(/stored is deleted/);
		messages.shown.length = 0;
	});
	afterEach(() => {
		messages.restore();
		inputs.restore();
		Object.assign(dialogs, { showSaveDialog, showOpenDialog });
	});

	async function run(command: string, ...rest: unknown[]): Promise<void> {
		await vscode.commands.executeCommand(command, ...rest);
	}

	/** A saved session of its own, opened. */
	async function open(title: string, turns = 60): Promise<string> {
		const file = path.join(folder, `${title}.json`);
		const said = Array.from({ length: turns }, (_, turn) => [
			{ role: 'user', content: `${title}: request ${turn + 1}` },
			{ role: 'assistant', content: `Answer ${turn + 1}. ${'The parser reads on. '.repeat(60)}` },
		]);
		await writeFile(file, JSON.stringify({ messages: said.flat() }));
		await run(commands.openTranscript, vscode.Uri.file(file));
		return file;
	}

	async function handoff(): Promise<string> {
		await vscode.env.clipboard.writeText('');
		await run(commands.copyHandoff);
		return vscode.env.clipboard.readText();
	}

	it('are undone, redone and restored', async () => {
		await open('history');
		await run(commands.compact);
		const first = await handoff();
		assert.match(first, /^\[Handoff/);
		await run(commands.undoStep);
		assert.equal(await handoff(), '');
		await run(commands.undoStep);
		await messages.next(/no compaction to undo/);
		await run(commands.redoCompaction);
		assert.equal(await handoff(), first);
		inputs.next('Nothing compacted');
		await run(commands.restoreCompaction);
		assert.equal(await handoff(), '');
		const marks = inputs.asked.at(-1)?.items?.map(({ description = '' }) => description !== '');
		assert.deepEqual(marks, [true, false], 'the list marks what was active');
	});

	it('are summarised afresh from the originals', async () => {
		await open('rebuild');
		await run(commands.compact);
		inputs.next('request 7');
		await run(commands.rebuildSummary);
		assert.match(await handoff(), /request 7\b/);
		assert.equal(
			messages.shown.filter(({ message }) => /could not|Not compacted/.test(message)).length,
			0,
			JSON.stringify(messages.shown),
		);
	});

	it('are previewed without anything being done', async () => {
		await open('preview');
		inputs.next('');
		await run(commands.previewCompaction);
		assert.equal(messages.shown.length, 0, 'the panel says what a compaction would do');
		assert.equal(await handoff(), '');
	});

	it('show what two summaries differ in', async () => {
		await open('compare');
		await run(commands.compact);
		await run(commands.compareSummaries);
		const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
		assert.ok(input instanceof vscode.TabInputTextDiff);
		const shown = [label, input.original.toString(), input.modified.toString()].join(' ');
		assert.doesNotMatch(shown, /compare|request/);
		const before = await vscode.workspace.openTextDocument(input.original);
		const after = await vscode.workspace.openTextDocument(input.modified);
		assert.equal(before.getText(), '');
		assert.match(after.getText(), /^\[Handoff/);
	});

	it('are found by words of theirs, and the original turn is shown', async () => {
		await open('needle');
		await run(commands.compact);
		inputs.next('needle "request 42"');
		inputs.next(undefined);
		await run(commands.searchArchive);
		assert.equal(inputs.asked.length, 2, 'there is something to choose from');
		inputs.next('zebra');
		await run(commands.searchArchive);
		await messages.next(/Nothing in the conversations matches/);
		await run(commands.showSession);
		const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
		assert.ok(input instanceof vscode.TabInputCustom && input.viewType === sessionEditor);
		assert.doesNotMatch(String(input.uri), /request/, 'VS Code keeps what editors show');
	});

	it('are renamed', async () => {
		await open('old name');
		inputs.next('new name');
		await run(commands.renameConversation);
		await run(commands.deleteConversation);
		await messages.next(/"new name"/);
	});

	it('are listed and opened, also those of earlier', async () => {
		await open('one');
		await run(commands.compact);
		const one = await handoff();
		await open('two');
		assert.equal(await handoff(), '');
		inputs.next('one: request 1');
		await run(commands.openConversation);
		assert.equal(await handoff(), one);
	});

	it('stay in memory only when they are excluded, and are stored again', async () => {
		await open('excluded');
		await run(commands.compact);
		messages.answer(/in memory only\?/, 'Keep in Memory Only');
		await run(commands.toggleStored);
		assert.match(await handoff(), /^\[Handoff/);
		assert.equal(await storedConversations(), 0);
		await run(commands.toggleStored);
		assert.equal(await storedConversations(), 1);
		assert.match(await handoff(), /^\[Handoff/);
	});

	it('of a workspace stay in memory only when it is excluded', async () => {
		messages.answer(/of this workspace in memory only\?/, 'Exclude');
		await run(commands.excludeWorkspace);
		try {
			await open('of the workspace');
			await run(commands.compact);
			assert.match(await handoff(), /^\[Handoff/);
			assert.equal(await storedConversations(), 0);
		} finally {
			await run(commands.excludeWorkspace);
		}
		await messages.next(/stored again/);
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		assert.equal(configuration.get('storage.enabled'), true);
	});

	it('are compacted by themselves or not, as people toggle it', async () => {
		await open('toggled');
		await run(commands.togglePause);
		await messages.next(/never compacts an opened transcript/);
		assert.equal(await storedConversations(), 0, 'what was only looked at stays so');
		await run(commands.compact);
		await run(commands.togglePause);
		await messages.next(/paused for this conversation/);
		await run(commands.togglePause);
		await messages.next(/on again for this conversation/);
	});

	it('are not shown at an address that names none', async () => {
		const nowhere = vscode.Uri.parse('precis://turn/x.md?%7B%22kind%22%3A%22turn%22%7D');
		await assert.rejects(async () => vscode.workspace.fs.stat(nowhere), { code: 'FileNotFound' });
	});

	/** As *Delete All Data…* tells it, without doing it. */
	async function storedConversations(): Promise<number> {
		messages.shown.length = 0;
		await run(commands.deleteAllData);
		const { detail } = await messages.next(/Delete everything/);
		return Number(/workspaces: (\d+),/.exec(detail ?? '')?.[1]);
	}
});
