import assert from 'node:assert/strict';
import { workerBench } from '../../support/workerRig.ts';
import { claudeCodeSession, Machine } from '../transcripts/discovery/machine.ts';

describe('the worker looks for sessions of other assistants', () => {
	const bench = workerBench();
	let machine: Machine;
	before(async () => {
		machine = await Machine.make();
	});
	after(() => machine.remove());

	it('in their stores, in other folders, and for their titles', async () => {
		const rig = bench.start();
		const { methods } = rig;
		const call = rig.call();
		const file = '.claude/projects/p/a.jsonl';
		const path = await machine.write(file, claudeCodeSession('Sort the invoices'));
		const environment = machine.environment();
		const own = await methods.findSessions({ store: 'claude-code', environment }, call);
		assert.deepEqual(
			own.sessions.map((session) => session.path),
			[path],
		);
		const { home } = machine;
		const all = await methods.findSessionsBelow({ folder: '~/.claude', home }, call);
		assert.deepEqual(
			all.sessions.map(({ title }) => title),
			['Sort the invoices'],
		);
		const sessions = [
			{ path: machine.path('gone'), store: 'claude-code' },
			{ path, store: 'claude-code' },
		];
		const titles = await methods.titles({ sessions }, call);
		assert.deepEqual(titles, ['', 'Sort the invoices']);
	});
});
