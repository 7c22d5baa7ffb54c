import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/vscode/contributions.ts';
import { CaughtMessages } from './messages.ts';

/** What a person sees before a report goes anywhere, and what goes after that. */
describe('the report of an issue in VS Code', () => {
	let messages: CaughtMessages;

	beforeEach(async () => {
		messages = new CaughtMessages();
		await vscode.env.clipboard.writeText('before');
	});
	afterEach(async () => {
		messages.restore();
		await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});

	it('is an editor with the versions, and goes nowhere unless the person says so', async () => {
		await vscode.commands.executeCommand(commands.reportIssue);
		const document = vscode.window.activeTextEditor?.document;
		assert.ok(document?.isUntitled === true && document.languageId === 'markdown');
		assert.ok(document.getText().includes(vscode.version));
		assert.equal(messages.shown.length, 1);
		assert.equal(await vscode.env.clipboard.readText(), 'before');
	});

	it('is copied when the person says so and the manifest names no place for issues', async function () {
		const manifest: unknown = vscode.extensions.getExtension('precis.precis')?.packageJSON;
		if (Object.hasOwn(manifest ?? {}, 'bugs')) {
			this.skip();
		}
		messages.answer(/./, 'Copy Report');
		await vscode.commands.executeCommand(commands.reportIssue);
		const report = await vscode.env.clipboard.readText();
		assert.equal(report, vscode.window.activeTextEditor?.document.getText());
	});
});
