import assert from 'node:assert/strict';
import type { ChannelCall } from '../../../src/protocol/channel.ts';
import { sessionSearches } from '../../../src/worker/sessionSearches.ts';
import { claudeCodeSession, Machine, uncancelled } from '../transcripts/discovery/machine.ts';

const call: ChannelCall = { signal: uncancelled, progress: () => undefined };

describe('the worker looks for sessions of other assistants', () => {
	let machine: Machine;
	before(async () => {
		machine = await Machine.make();
	});
	after(() => machine.remove());

	it('in their stores, in other folders, and for their titles', async () => {
		const file = '.claude/projects/p/a.jsonl';
		const path = await machine.write(file, claudeCodeSession('Sort the invoices'));
		const environment = machine.environment();
		const own = await sessionSearches.findSessions({ store: 'claude-code', environment }, call);
		assert.deepEqual(
			own.sessions.map((session) => session.path),
			[path],
		);
		const { home } = machine;
		const all = await sessionSearches.findSessionsBelow({ folder: '~/.claude', home }, call);
		assert.deepEqual(
			all.sessions.map(({ title }) => title),
			['Sort the invoices'],
		);
		const sessions = [
			{ path: machine.path('gone'), store: 'claude-code' },
			{ path, store: 'claude-code' },
		];
		const titles = await sessionSearches.titles({ sessions }, call);
		assert.deepEqual(titles, ['', 'Sort the invoices']);
	});
});
