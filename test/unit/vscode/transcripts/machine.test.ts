import assert from 'node:assert/strict';
import { Machine } from '../../transcripts/discovery/machine.ts';
import { hasSessions } from '../../../../src/vscode/transcripts/machine.ts';

describe('whether assistants keep sessions on this machine', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	it('is told by the sessions themselves, not by folders that are there without one', async () => {
		await machine.write('.config/Code/User/settings.json');
		await machine.write('.config/Code/User/workspaceStorage/1f/workspace.json');
		await machine.write('.config/Code/User/globalStorage/storage.json');
		assert.equal(await hasSessions(machine.environment()), false);
		await machine.write('.claude/settings.json');
		await machine.write('.claude/projects/shop/memory/notes.md');
		assert.equal(await hasSessions(machine.environment()), false);
		await machine.write('.claude/projects/shop/one.jsonl');
		assert.equal(await hasSessions(machine.environment()), true);
	});
});
