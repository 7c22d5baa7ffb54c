import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { findSessionsBelow } from '../../../../src/transcripts/discovery/findSessions.ts';
import { claudeCodeSession, Machine, uncancelled } from './machine.ts';

describe('an extra folder', () => {
	let machine: Machine;
	beforeEach(async () => {
		machine = await Machine.make();
	});
	afterEach(() => machine.remove());

	const search = (folder = machine.path('backup'), signal = uncancelled) =>
		findSessionsBelow(folder, machine.home, signal);

	it('gives every file below it that a reader recognises, and no other', async () => {
		const session = await machine.write('backup/a/b/c/1.jsonl', claudeCodeSession('Sort invoices'));
		const chat = [{ role: 'user', content: 'Hello there' }];
		const list = await machine.write('backup/chat.json', JSON.stringify(chat));
		await machine.write('backup/package.json', '{"name":"shop"}');
		await machine.write('backup/notes.txt', claudeCodeSession('Not by its name'));
		await machine.write('backup/node_modules/x/1.jsonl', claudeCodeSession('Not here'));
		const { sessions, unreadable } = await search();
		assert.deepEqual(
			Object.fromEntries(
				sessions.map(({ path, title, assistant }) => [path, `${title} (${assistant})`]),
			),
			{
				[session]: 'Sort invoices (Claude Code)',
				[list]: 'Hello there (OpenAI or Anthropic messages)',
			},
		);
		assert.deepEqual(unreadable, []);
	});

	it('offers databases of assistants without opening them', async () => {
		const database = await machine.write('backup/opencode.db', 'SQLite format 3\0');
		const other = await machine.write(
			'backup/Cursor/User/globalStorage/state.vscdb',
			'SQLite format 3\0',
		);
		await machine.write('backup/other.db', 'SQLite format 3\0');
		await machine.write('backup/Code/User/globalStorage/state.vscdb', 'SQLite format 3\0');
		const { sessions } = await search();
		assert.deepEqual(
			Object.fromEntries(sessions.map(({ path, title }) => [path, title])),
			Object.fromEntries([database, other].map((path) => [path, ''])),
		);
	});

	it('may begin with ~', async () => {
		const file = await machine.write('backup/1.jsonl', claudeCodeSession('Hi'));
		const { sessions } = await search('~/backup');
		assert.deepEqual(
			sessions.map(({ path }) => path),
			[file],
		);
	});

	it('is told of when it is not there, or no folder', async () => {
		for (const folder of [machine.path('nowhere'), await machine.write('file.txt')]) {
			const { sessions, unreadable } = await search(folder);
			assert.deepEqual(sessions, []);
			assert.deepEqual(
				unreadable.map(({ path }) => path),
				[folder],
			);
		}
	});

	it('is searched through links, each folder once, and not in circles', async () => {
		await machine.write('elsewhere/1.jsonl', claudeCodeSession('Hi'));
		await mkdir(machine.path('backup/a'), { recursive: true });
		await symlink(machine.path('elsewhere'), machine.path('backup/a/linked'));
		await symlink(machine.path('elsewhere'), machine.path('backup/a/once more'));
		await symlink(machine.path('backup'), machine.path('backup/a/circle'));
		await symlink(machine.path('backup/a'), machine.path('elsewhere/back'));
		const { sessions } = await search();
		assert.equal(sessions.length, 1);
		assert.match(sessions[0]?.path ?? '', /(?:linked|once more)[\\/]1\.jsonl$/);
	});

	it('is not searched any more when that is no longer wanted', async () => {
		await machine.write('backup/1.jsonl', claudeCodeSession('Hi'));
		const reason = new Error('enough');
		await assert.rejects(search(undefined, AbortSignal.abort(reason)), reason);
	});
});
