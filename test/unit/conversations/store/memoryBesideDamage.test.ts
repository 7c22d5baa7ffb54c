import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { entries, newConversation, soundStore, temporaryFolders } from './samples.ts';

const pageSize = 4_096;

describe('memory beside a damaged store', () => {
	const folder = temporaryFolders();
	const opened: SqliteStore[] = [];
	afterEach(() => opened.splice(0).forEach((store) => store.close()));
	const open = (path: string): SqliteStore => {
		const { kind, store } = openStore(path, { now: () => 1_000 });
		opened.push(store);
		assert.equal(kind, 'opened');
		return store;
	};
	const overwrite = (path: string, start: number, end: number): void => {
		const file = openSync(filesIn(path).database, 'r+');
		writeSync(file, Buffer.alloc(end - start, 0xee), 0, end - start, start);
		closeSync(file);
	};

	describe('whose schema changed and cannot be read', () => {
		/** One conversation in each; the disk's has met the damage already. */
		const damaged = (): { path: string; store: SqliteStore; kept: string; inMemory: string } => {
			const path = folder();
			const store = open(path);
			const kept = store.create(newConversation).id;
			store.append(kept, entries('kept'));
			const inMemory = store.createInMemory(newConversation).id;
			store.append(inMemory, entries('in memory'));
			// Another window writes the file anew: who has it open loads its schema again.
			const other = open(path);
			other.deleteAll();
			overwrite(path, 104, pageSize);
			assert.throws(() => store.list(), { kind: 'damaged' });
			return { path, store, kept, inMemory };
		};

		it('goes on when it is read first', () => {
			const { store, inMemory } = damaged();
			assert.equal(store.log(inMemory).length, 1);
		});

		it('goes on when it is written first', () => {
			const { store, inMemory } = damaged();
			store.append(inMemory, entries('more'));
			assert.deepEqual(
				store.log(inMemory).map(({ message }) => message.content),
				['in memory', 'more'],
			);
		});

		it('takes new conversations', () => {
			const { store } = damaged();
			const { id } = store.createInMemory(newConversation);
			assert.equal(store.find(id)?.messages, 0);
		});

		it('goes on after a transaction of the disk in which it met the damage', () => {
			const { store, inMemory } = damaged();
			const inTransaction = (): unknown => store.homes.kept.write(() => store.log(inMemory));
			assert.throws(inTransaction, { kind: 'damaged' });
			assert.equal(store.log(inMemory).length, 1);
		});

		it('leaves what is kept damaged, and noted as such', () => {
			const { path, store, kept, inMemory } = damaged();
			store.log(inMemory);
			assert.throws(() => store.log(kept), { kind: 'damaged' });
			assert.throws(() => store.append(kept, entries('more')), { kind: 'damaged' });
			assert.equal(existsSync(filesIn(path).damageFound), true);
		});
	});

	it('notes damage that is met while a kept conversation is copied to it', () => {
		const path = folder();
		const before = soundStore(path);
		const { id } = before.create(newConversation);
		before.append(
			id,
			entries(...Array.from({ length: 100 }, (_, n) => `${n} ${'y'.repeat(3_000)}`)),
		);
		before.close();
		const pages = statSync(filesIn(path).database).size / pageSize;
		overwrite(path, Math.floor(pages * 0.4) * pageSize, Math.floor(pages * 0.6) * pageSize);
		const store = open(path);
		assert.throws(() => store.forkInMemory(id, 100, newConversation), { kind: 'damaged' });
		assert.equal(existsSync(filesIn(path).damageFound), true);
	});
});
