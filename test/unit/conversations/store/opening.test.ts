import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Connection } from '../../../../src/conversations/store/connection.ts';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import { migrate, migrations, versionOf } from '../../../../src/conversations/store/schema.ts';
import {
	assertUsable,
	entry,
	newConversation,
	numbered,
	temporaryFolders,
	soundStore,
} from './samples.ts';

const now = (): number => 1_000;

describe('opening a store', () => {
	const folder = temporaryFolders();

	it('makes every commit durable and checks references', () => {
		const path = folder();
		soundStore(path).close();
		const connection = Connection.open(filesIn(path).database);
		connection.prepareForWriting();
		const pragma = (name: string): unknown =>
			Object.values(connection.get(`pragma ${name}`) ?? {})[0];
		assert.deepEqual(['journal_mode', 'synchronous', 'foreign_keys', 'auto_vacuum'].map(pragma), [
			'wal',
			2,
			1,
			2,
		]);
		connection.close();
	});

	it('after it was closed there is nothing to work with', () => {
		const store = soundStore(folder());
		store.close();
		store.close();
		assert.throws(() => store.list(), { name: 'StoreError', kind: 'closed' });
	});

	it('gives space back when everything is deleted', () => {
		const path = folder();
		const { database } = filesIn(path);
		const store = soundStore(path);
		const { id } = store.create(newConversation);
		store.append(
			id,
			Array.from({ length: 500 }, (_, n) => entry(`${n} ${'text '.repeat(500)}`)),
		);
		const full = store.size();
		assert.ok(full > 1_000_000);
		store.deleteAll();
		assert.ok(store.size() < 200_000, String(store.size()));
		assert.ok(statSync(database).size < 200_000);
		assert.equal(statSync(`${database}-wal`).size, 0);
		store.close();
	});

	it('begins afresh with a state it cannot understand', () => {
		const path = folder();
		const first = soundStore(path);
		const ids = [1, 2, 3].map(() => first.create(newConversation).id);
		first.close();
		const database = new DatabaseSync(filesIn(path).database);
		const set = database.prepare('update conversation set state = ? where id = ?');
		set.run('{"paused":', ids[0] ?? '');
		set.run('{"cooldowns":{},"guard":{"unhelpful":"many"},"paused":true}', ids[1] ?? '');
		database.close();
		const store = soundStore(path);
		assert.deepEqual(
			ids.map((id) => store.find(id)?.state.paused),
			[false, false, false],
		);
		store.close();
	});

	describe('of another version', () => {
		it('reads a newer one and changes nothing', () => {
			const path = folder();
			const store = soundStore(path);
			const { id } = store.create(newConversation);
			store.append(id, numbered(2));
			store.close();
			const database = new DatabaseSync(filesIn(path).database);
			database.exec(`pragma user_version = ${migrations.length + 1}`);
			database.exec('alter table conversation add column colour text');
			database.close();
			const outcome = openStore(path, { now });
			assert.ok(outcome.kind === 'read-only');
			assert.equal(outcome.store.readOnly, outcome.message);
			assert.equal(outcome.store.log(id).length, 2);
			assert.equal(outcome.store.search({ text: 'message', limit: 9 }).length, 2);
			for (const work of [
				() => outcome.store.delete(id),
				() => outcome.store.deleteAll(),
				() => outcome.store.prune({ maxAgeMs: 0 }, 1e15),
			]) {
				assert.throws(work, { name: 'StoreError', kind: 'read-only' });
			}
			outcome.store.append(id, numbered(1));
			outcome.store.addSpent('2026-01-31', 1);
			assert.deepEqual([outcome.store.isKept(id), outcome.store.log(id).length], [false, 3]);
			outcome.store.close();
			const again = openStore(path, { now }).store;
			assert.deepEqual([again.log(id).length, again.spent('2026-01-31')], [2, 0]);
			again.close();
		});

		it('takes each missing step once, whole or not at all', () => {
			const path = join(folder(), 'steps.db');
			const connection = Connection.open(path);
			const first = (): void => connection.exec('create table a (x)');
			const failing = (): void => {
				connection.exec('create table b (x)');
				throw new Error('power cut');
			};
			assert.throws(() => migrate(connection, [first, failing]), /power cut/);
			assert.equal(versionOf(connection), 1);
			assert.equal(connection.get("select 1 from sqlite_schema where name = 'b'"), undefined);
			migrate(connection, [first, () => connection.exec('create table b (x)')]);
			assert.equal(versionOf(connection), 2);
			connection.close();
		});

		it('comes to the newest from every older one, with what was in it', () => {
			for (let version = 0; version < migrations.length; version += 1) {
				const path = folder();
				const connection = Connection.open(filesIn(path).database);
				migrate(connection, migrations.slice(0, version));
				connection.close();
				const store = soundStore(path);
				assertUsable(store);
				store.close();
			}
		});
	});
});
