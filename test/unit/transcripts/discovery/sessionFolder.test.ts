import assert from 'node:assert/strict';
import {
	folderNamedIn,
	sessionFolder,
} from '../../../../src/transcripts/discovery/findSessions.ts';
import { claudeCodeSession, Machine } from './machine.ts';

describe('the folder of a saved session', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
		await machine.write('shop/package.json');
	});
	afterEach(() => machine.remove());

	it('is the one that it names and that is there', async () => {
		const shop = machine.path('shop');
		const there = await machine.write('a.jsonl', claudeCodeSession('Hi', shop));
		const gone = await machine.write('b.jsonl', claudeCodeSession('Hi', machine.path('gone')));
		const relative = await machine.write('c.jsonl', claudeCodeSession('Hi', 'shop'));
		assert.deepEqual(await Promise.all([there, gone, relative].map(sessionFolder)), [
			shop,
			undefined,
			undefined,
		]);
		assert.equal(await folderNamedIn(gone), machine.path('gone'), 'to show paths without it');
	});

	it('is not told by a database, which has sessions of many', async () => {
		const file = await machine.write('kilo.db', JSON.stringify({ cwd: machine.path('shop') }));
		assert.equal(await sessionFolder(file), undefined);
	});
});
