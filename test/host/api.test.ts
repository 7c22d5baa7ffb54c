import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/vscode/contributions.ts';
import { violations } from '../support/providerRules.ts';
import type { Report } from './apiConsumer/main.ts';
import { CaughtMessages } from './messages.ts';

/** What the extension host may be blocked for, milliseconds. */
const longestBlock = 50;

describe('Another extension that uses the API', function () {
	this.timeout(120_000);
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
		const { tokens, contexts, starts, ends, records } = report.session;
		assert.ok(Math.max(...tokens) <= 15_000, `${Math.max(...tokens)} tokens`);
		assert.deepEqual(
			contexts.flatMap((messages) => violations(messages)),
			[],
		);
		assert.ok(ends.filter((end) => end === 'automatic committed').length > 1, ends.join());
		assert.equal(starts, ends.length);
		assert.equal(records, ends.length);
	});

	it('loses no fact: each is in the summary or the context, and can be recalled', () => {
		const { facts, inSummaryOrContext, recalled, sections } = report.session;
		assert.equal(facts.length, 7);
		assert.equal(sections, 13);
		assert.deepEqual(inSummaryOrContext, facts);
		assert.deepEqual(recalled, facts);
	});

	it('goes back and forth in the history', () => {
		assert.deepEqual(report.history, {
			undone: true,
			changed: true,
			atTheLog: true,
			restored: true,
		});
	});

	it('stops waiting for a compaction that goes on, and hears of its end', () => {
		const { kind, end, records } = report.detached;
		assert.deepEqual(
			{ kind, end, records },
			{ kind: 'detached', end: 'manual committed', records: 1 },
		);
	});

	it('cancels a compaction, unless that had ended', () => {
		const { kind, changed } = report.cancelled;
		assert.ok(['cancelled', 'committed'].includes(kind), kind);
		assert.equal(changed, kind === 'committed');
	});

	it('changes nothing by changing what it got', () => {
		assert.deepEqual(report.mutations, { refused: true, unchanged: true });
	});

	it('is told by a code what was wrong, and nothing is done', () => {
		assert.deepEqual(report.errors, {
			codes: {
				version: 'PrecisError unknown-version',
				key: 'PrecisError invalid-input',
				role: 'PrecisError invalid-input',
				many: 'PrecisError too-large',
				focus: 'PrecisError invalid-input',
				record: 'PrecisError unknown-record',
				recall: 'PrecisError invalid-input',
				aborted: 'PrecisError cancelled',
			},
			appended: 0,
		});
	});

	it('compacts messages of its own without a conversation, always the same', () => {
		assert.deepEqual(report.pure, { kind: 'compacted', same: true });
	});

	it('does not hold up the extension host, however much it brings', () => {
		const { appended, ms } = report.blocked;
		assert.equal(appended, 30_000);
		assert.ok(ms < longestBlock, `${Math.round(ms)} ms`);
	});
});
