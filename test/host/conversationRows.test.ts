import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, treeCommands } from '../../src/vscode/contributions.ts';
import { answerInputs, type AnsweredInputs } from './inputs.ts';
import { CaughtMessages } from './messages.ts';

describe('A row of the Conversations view', () => {
	let messages: CaughtMessages;
	let inputs: AnsweredInputs;
	let folder: string;

	before(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-rows-'));
		await vscode.extensions.getExtension('precis.precis')?.activate();
	});
	after(() => rm(folder, { recursive: true }));
	beforeEach(async () => {
		messages = new CaughtMessages();
		inputs = answerInputs();
		await deleteAll();
	});
	afterEach(async () => {
		await deleteAll();
		messages.restore();
		inputs.restore();
	});

	async function deleteAll(): Promise<void> {
		messages.answer(/Delete everything/, 'Delete All Data');
		await run(commands.deleteAllData);
		await messages.next(/stored is deleted/);
		messages.shown.length = 0;
	}

	async function run(command: string, ...rest: unknown[]): Promise<void> {
		await vscode.commands.executeCommand(command, ...rest);
	}

	/** A compacted conversation. @returns What names it to a command. */
	async function compacted(title: string): Promise<{ readonly conversation: string }> {
		const said = Array.from({ length: 60 }, (_, turn) => [
			{ role: 'user', content: `${title}: request ${turn + 1}` },
			{ role: 'assistant', content: `Answer ${turn + 1}. ${'The parser reads on. '.repeat(60)}` },
		]);
		const file = path.join(folder, `${title}.json`);
		await writeFile(file, JSON.stringify({ messages: said.flat() }));
		await run(commands.openTranscript, vscode.Uri.file(file));
		await run(commands.compact);
		// A document of the conversation names it.
		await run(treeCommands.showHandoff);
		const { uri } = vscode.window.activeTextEditor?.document ?? {};
		const { conversation } = JSON.parse(uri?.query ?? '{}') as { readonly conversation?: string };
		assert.ok(conversation !== undefined);
		return { conversation };
	}

	async function handoff(...named: unknown[]): Promise<string> {
		await vscode.env.clipboard.writeText('');
		await run(commands.copyHandoff, ...named);
		return vscode.env.clipboard.readText();
	}

	it('is what commands are about, not the active conversation', async () => {
		const first = await compacted('first');
		const own = await handoff(first);
		await compacted('second');
		const active = await handoff();
		assert.notEqual(own, active);
		assert.equal(await handoff(first), own);
		await run(commands.restoreCompaction, { ...first, record: 0 });
		assert.equal(await handoff(first), '');
		assert.equal(await handoff(), active);
		await run(commands.compact, first);
		assert.match(await handoff(first), /^\[Handoff/);
		assert.equal(await handoff(), active);
	});

	it('is shown in the Summary when it is opened', async () => {
		const first = await compacted('one');
		const own = await handoff();
		await compacted('two');
		await run(commands.openConversation, first);
		assert.equal(await handoff(), own);
		assert.equal(inputs.asked.length, 0);
	});

	it('goes back to any of its records, and compares them', async () => {
		const row = await compacted('records');
		const older = await activeRecord();
		inputs.next('request 7');
		await run(commands.rebuildSummary);
		const newer = await activeRecord();
		assert.notEqual(newer, older);
		await run(commands.restoreCompaction, { ...row, record: older });
		assert.equal(await activeRecord(), older);
		await run(commands.compareSummaries, { ...row, record: newer });
		// The built-in summariser writes the same again.
		await messages.next(/do not differ/);
		await run(commands.compareSummaries, { ...row, record: older });
		const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
		assert.ok(input instanceof vscode.TabInputTextDiff);
		assert.equal(recordOf(input.modified), older);
		assert.equal(recordOf(input.original), 0);
	});

	it('shows the handoff of a record, also when another one is active', async () => {
		const row = await compacted('shown');
		const own = await handoff();
		const record = await activeRecord();
		await run(commands.undoStep);
		await run(treeCommands.showHandoff, { ...row, record });
		assert.equal(vscode.window.activeTextEditor?.document.getText(), own);
		assert.equal(await handoff({ ...row, record }), own);
		assert.equal(await handoff(), '');
	});

	it('is renamed and deleted', async () => {
		const first = await compacted('old name');
		await compacted('other');
		inputs.next('new name');
		await run(commands.renameConversation, first);
		messages.answer(/^Delete "new name"/, 'Delete');
		await run(commands.deleteConversation, first);
		messages.shown.length = 0;
		await run(commands.renameConversation, first);
		await messages.next(/no longer exists/);
		assert.match(await handoff(), /other: request/);
	});

	it('is handed to a new chat, for the person to send', async () => {
		const row = await compacted('handed over');
		await run(treeCommands.showHandoff, row);
		const shown = vscode.window.activeTextEditor?.document.uri.toString();
		const executed: (readonly unknown[])[] = [];
		const api = vscode.commands as unknown as {
			executeCommand: (...all: unknown[]) => Promise<unknown>;
		};
		const { executeCommand } = api;
		api.executeCommand = (...all) => {
			if (String(all[0]).startsWith('workbench.action.chat')) {
				executed.push(all);
				return Promise.resolve();
			}
			return executeCommand(...all);
		};
		try {
			inputs.next('$(comment-discussion) New Chat');
			await run(commands.handOver, row);
		} finally {
			api.executeCommand = executeCommand;
		}
		assert.deepEqual(
			executed.map(([command]) => command),
			['workbench.action.chat.newChat', 'workbench.action.chat.open'],
		);
		const [, passed] = executed.at(-1) ?? [];
		const { attachFiles = [] } = (passed ?? {}) as { attachFiles?: readonly vscode.Uri[] };
		assert.deepEqual(attachFiles.map(String), [shown]);
	});

	it('is not there for what another extension passes', async () => {
		await compacted('strange');
		const active = await handoff();
		assert.equal(await handoff({ conversation: 7 }), active);
		await run(commands.renameConversation, { conversation: 'nowhere' });
		await messages.next(/no longer exists/);
	});

	async function activeRecord(): Promise<number> {
		await run(treeCommands.showHandoff);
		const { uri } = vscode.window.activeTextEditor?.document ?? {};
		assert.ok(uri !== undefined);
		return recordOf(uri);
	}
});

/** Id of the record whose handoff a document shows. */
function recordOf(document: vscode.Uri): number {
	const { record } = JSON.parse(document.query) as { readonly record?: number };
	assert.ok(record !== undefined);
	return record;
}
