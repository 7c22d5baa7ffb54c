import assert from 'node:assert/strict';
import { Machine } from '../../transcripts/discovery/machine.ts';
import { hasSessions } from '../../../../src/vscode/transcripts/machine.ts';

describe('whether assistants keep sessions on this machine', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	it('is told by the folders that they make, and by no other', async () => {
		await machine.write('.config/Code/User/settings.json');
		assert.equal(await hasSessions(machine.environment()), false);
		await machine.write('.claude/settings.json');
		assert.equal(await hasSessions(machine.environment()), false);
		await machine.write('.claude/projects/shop/one.jsonl');
		assert.equal(await hasSessions(machine.environment()), true);
	});
});
