import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Connection } from '../../../../src/conversations/store/connection.ts';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { entry, newConversation, numbered, soundStore, temporaryFolders } from './samples.ts';
import { openedHomes } from './twoHomes.ts';

/** Words that stand nowhere else; the index holds words in lower case, and only where they differ. */
const secret = {
	title: 'Quokkatitle of the conversation',
	file: '/home/wombatuser/numbatproject/session.jsonl',
	text: 'bandicootword and what was said of it',
	long: `pademelonword ${'and so on '.repeat(2_000)}`,
	filler: 'nothing that matters '.repeat(200),
} as const;
const words = [
	'quokkatitle',
	'wombatuser',
	'numbatproject',
	'bandicootword',
	'pademelonword',
] as const;

describe('what is deleted', () => {
	const folder = temporaryFolders();
	const homes = openedHomes();

	/** Files of a store that still hold one of the words, as `file word`. */
	const leftIn = (path: string): readonly string[] =>
		readdirSync(path, { withFileTypes: true, recursive: true })
			.filter((one) => one.isFile())
			.flatMap((one) => {
				const bytes = readFileSync(join(one.parentPath, one.name), 'latin1').toLowerCase();
				// The index leaves out letters that a word shares with the one before.
				return words
					.filter((word) => bytes.includes(word.slice(2)))
					.map((word) => `${one.name} ${word}`);
			});

	const told = (store: SqliteStore): string => {
		const { title, file, text, long } = secret;
		const { id } = store.create({ ...newConversation, title, file });
		store.append(id, [...numbered(20), entry(text), entry(long), ...numbered(20)]);
		return id;
	};

	it('is gone from every file, with all that is deleted', () => {
		const path = folder();
		const store = soundStore(path);
		told(store);
		writeFileSync(join(path, 'damaged-2026-01-01.db'), secret.text);
		writeFileSync(join(path, 'damaged-2026-01-01.db-wal'), secret.text);
		writeFileSync(filesIn(path).backup, secret.text);
		writeFileSync(filesIn(path).unfinishedBackup, secret.text);
		store.deleteAll();
		assert.deepEqual(leftIn(path), []);
		store.close();
		assert.deepEqual(leftIn(path), []);
		assert.ok(existsSync(filesIn(path).database));
		assert.equal(existsSync(filesIn(path).deletion), false);
	});

	it('is recorded until its space is freed, when all is deleted too', () => {
		const path = folder();
		const home = homes(path);
		const { store } = home;
		told(store);
		let reads = 0;
		home.whileReading(() => {
			reads += 1;
			if (reads > 1) {
				throw new StoreError('locked');
			}
		});
		assert.throws(() => store.deleteAll(), { kind: 'locked' });
		home.whileReading(() => undefined);
		assert.ok(existsSync(filesIn(path).deletion));
		assert.deepEqual(store.list(), []);
	});

	it('is gone from every file, one among many, and from the backup', async () => {
		const path = folder();
		const store = soundStore(path);
		const other = store.create(newConversation).id;
		const long = Array.from({ length: 200 }, (_, n) => entry(`bettong${n} ${secret.filler}`));
		store.append(other, long);
		const id = told(store);
		store.append(other, long);
		await store.backUp();
		store.delete(id);
		await store.freeSpace();
		assert.deepEqual(leftIn(path), []);
		assert.equal(store.search({ text: 'bettong7', limit: 5 }).length, 2);
		store.close();
		assert.deepEqual(leftIn(path), []);
	});

	it('is in no backup that was being made at that moment', async () => {
		const path = folder();
		const store = soundStore(path);
		const id = told(store);
		const backup = store.backUp();
		while (!existsSync(filesIn(path).unfinishedBackup)) {
			await setImmediate();
		}
		store.delete(id);
		await backup;
		await store.freeSpace();
		assert.deepEqual(leftIn(path), []);
		store.close();
	});

	it('is recognised in a copy that was made before', async () => {
		const path = folder();
		const store = soundStore(path);
		told(store);
		await store.backUp();
		const { backup, database } = filesIn(path);
		assert.equal(Connection.holdsDeleted(backup, database), false);
		const other = new DatabaseSync(database);
		other.exec('delete from conversation');
		other.close();
		assert.equal(Connection.holdsDeleted(backup, database), true);
		store.close();
	});

	it('is gone when retention took it', async () => {
		const path = folder();
		const store = soundStore(path);
		const id = told(store);
		assert.deepEqual(store.prune({ maxAgeMs: 1 }, Number.MAX_SAFE_INTEGER), [id]);
		await store.freeSpace();
		store.close();
		assert.deepEqual(leftIn(path), []);
	});

	it('is gone after the next opening if the store was closed at once', async () => {
		const path = folder();
		const store = soundStore(path);
		store.delete(told(store));
		store.close();
		assert.notDeepEqual(leftIn(path), []);
		const next = soundStore(path);
		await next.freeSpace();
		assert.deepEqual(leftIn(path), []);
		next.close();
		assert.equal(existsSync(filesIn(path).deletion), false);
	});

	it('is gone while others are written, in steps between which other work runs', async () => {
		const path = folder();
		const store = soundStore(path);
		const other = store.create(newConversation).id;
		const filler = Array.from({ length: 100 }, (_, n) => entry(`bettong${n} ${secret.filler}`));
		store.append(other, filler);
		store.delete(told(store));
		const order: string[] = [];
		const freeing = store.freeSpace().then(() => order.push('freed'));
		for (const word of ['potoroo', 'quoll']) {
			await setImmediate();
			store.append(other, [entry(word)]);
			order.push(word);
		}
		await freeing;
		assert.deepEqual(order, ['potoroo', 'quoll', 'freed']);
		assert.deepEqual(leftIn(path), []);
		assert.equal(store.search({ text: 'bettong7', limit: 5 }).length, 1);
		assert.equal(store.search({ text: 'quoll', limit: 5 }).length, 1);
		store.close();
	});

	for (const steps of [0, 1, 2, 3, 4, 5]) {
		it(`is gone if another window deleted it ${steps} steps into freeing space`, async () => {
			const path = folder();
			const store = soundStore(path);
			const other = soundStore(path);
			store.append(store.create(newConversation).id, numbered(500));
			const id = told(other);
			const filler = store.create(newConversation).id;
			store.append(
				filler,
				Array.from({ length: 20 }, (_, n) => entry(`bettong${n} ${secret.filler}`)),
			);
			store.delete(filler);
			for (let step = 0; step < steps; step += 1) {
				await setImmediate();
			}
			other.delete(id);
			other.close();
			await store.freeSpace();
			await store.backUp();
			assert.deepEqual(leftIn(path), []);
			store.close();
			assert.equal(existsSync(filesIn(path).deletion), false);
		});
	}

	it('is deleted even if its backup cannot be removed yet', async () => {
		const path = folder();
		const unexpected: unknown[] = [];
		const { store } = openStore(path, {
			now: () => 1_000,
			unexpected: (it) => unexpected.push(it),
		});
		const [first, second] = [told(store), told(store)];
		const { backup, deletion } = filesIn(path);
		mkdirSync(backup);
		store.delete(first);
		assert.deepEqual(store.prune({ maxAgeMs: 1 }, Number.MAX_SAFE_INTEGER), [second]);
		await assert.rejects(store.freeSpace());
		assert.ok(unexpected.length > 0);
		assert.ok(existsSync(deletion));
		rmSync(backup, { recursive: true });
		await store.freeSpace();
		assert.equal(existsSync(deletion), false);
		assert.deepEqual(leftIn(path), []);
		store.close();
	});

	it('is deleted from memory too, even if its backup cannot be removed yet', () => {
		const path = folder();
		const home = homes(path);
		const id = home.started('one');
		home.fill();
		home.store.append(id, [entry('two')]);
		home.free();
		assert.deepEqual([home.memory.has(id), home.kept.has(id)], [true, true]);
		mkdirSync(filesIn(path).backup);
		home.store.delete(id);
		assert.deepEqual([home.memory.has(id), home.kept.has(id)], [false, false]);
	});

	it('takes the file of its lock along, also of one that is held', () => {
		const path = folder();
		const { locks } = filesIn(path);
		const store = soundStore(path);
		const { id } = store.create(newConversation);
		const job = store.claim(id);
		store.delete(id);
		assert.deepEqual(readdirSync(locks), []);
		job?.release();
		store.close();
	});
});
