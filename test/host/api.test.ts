import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/vscode/contributions.ts';
import { violations } from '../support/providerRules.ts';
import type { Report } from './apiConsumer/main.ts';
import { CaughtMessages } from './messages.ts';

describe('Another extension that uses the API', () => {
	let report: Report;

	before(async () => {
		report = await vscode.commands.executeCommand<Report>('precis-test.useApi');
	});
	after(async () => {
		const messages = new CaughtMessages();
		messages.answer(/Delete everything/, 'Delete All Data');
		await vscode.commands.executeCommand(commands.deleteAllData);
		await messages.next(/stored is deleted/);
		messages.restore();
	});

	it('gets contexts that fit its window and any provider, for 200 messages', () => {
		const { tokens, contexts, changes, handoff } = report.session;
		assert.ok(Math.max(...tokens) <= 15_000, `${Math.max(...tokens)} tokens`);
		assert.deepEqual(
			contexts.flatMap((messages) => violations(messages)),
			[],
		);
		assert.ok(changes > 0);
		assert.match(handoff ?? '', /^\[Handoff/);
	});

	it('loses no fact: each is in the context, and can be recalled; and goes back', () => {
		const { facts, inContext, recalled, undone } = report.session;
		assert.equal(facts.length, 7);
		assert.deepEqual(inContext, facts);
		assert.deepEqual(recalled, facts);
		assert.ok(undone);
	});

	it('is told by a code what was wrong', () => {
		assert.equal(report.code, 'invalid-input');
	});

	it('brings as much as it likes', () => {
		const { appended, ms } = report.blocked;
		assert.equal(appended, 30_000);
		// At most 50 ms are wanted.
		console.log(`precis-api block=${ms.toFixed(1)} ms`);
	});
});
