import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { makeChange } from '../../../../src/assistants/connecting/changes.ts';
import { Machine } from '../../transcripts/discovery/machine.ts';

describe('a change of a configuration file', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	it('leaves what another program writes while the change is prepared', async () => {
		const file = await machine.write('settings.json', 'shown');
		const assistant = {
			label: '',
			part: 'server' as const,
			file,
			text: 'shown',
			isConnected: false,
			changed: 'ours',
		};
		assert.equal(await makeChange(assistant, () => writeFile(file, 'theirs')), false);
		assert.equal(await readFile(file, 'utf8'), 'theirs');
		const again = { ...assistant, text: 'theirs' };
		assert.equal(await makeChange(again, () => Promise.resolve()), true);
		assert.equal(await readFile(file, 'utf8'), 'ours');
	});
});
