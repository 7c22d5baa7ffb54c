import assert from 'node:assert/strict';
import {
	closeSync,
	existsSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUp } from '../../../../src/conversations/store/backup.ts';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { type OpenedStore, openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { Child } from './processes.ts';
import { entry, newConversation, numbered, temporaryFolders } from './samples.ts';

const pageSize = 4_096;
/** 2026-01-02 03:04:05 UTC. */
const now = (): number => Date.UTC(2026, 0, 2, 3, 4, 5);

describe('a damaged store', () => {
	const folder = temporaryFolders();
	const open = (path: string): OpenedStore => openStore(path, { now });
	const sound = (path: string): SqliteStore => {
		const outcome = open(path);
		assert.equal(outcome.kind, 'opened', JSON.stringify({ ...outcome, store: undefined }));
		return outcome.store;
	};
	const recovered = (path: string): OpenedStore & { kind: 'recovered' } => {
		const outcome = open(path);
		assert.ok(outcome.kind === 'recovered', outcome.kind);
		return outcome;
	};
	/** One conversation that is in the backup, and one that is not. @returns Their folder and ids. */
	const filled = async (): Promise<{ path: string; saved: string; later: string }> => {
		const path = folder();
		const store = sound(path);
		const saved = store.create(newConversation).id;
		store.append(
			saved,
			Array.from({ length: 60 }, (_, n) => entry(`${n} ${'y'.repeat(3_000)}`)),
		);
		await store.backUp();
		const later = store.create(newConversation).id;
		store.append(later, numbered(5));
		store.close();
		return { path, saved, later };
	};
	const overwrite = (path: string, start: number, bytes: number): void => {
		const file = openSync(path, 'r+');
		writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, start);
		closeSync(file);
	};
	const idsOf = (store: SqliteStore): readonly string[] => store.list().map(({ id }) => id);
	const setAsideIn = (path: string): readonly string[] =>
		readdirSync(path).filter((name) => name.startsWith('damaged-'));

	it('is set aside as it is, the backup is opened, and both are said', async () => {
		const { path, saved, later } = await filled();
		const { database } = filesIn(path);
		writeFileSync(database, 'This is not a database. '.repeat(1_000));
		const { store, recovery, message } = recovered(path);
		assert.deepEqual(idsOf(store), [saved]);
		assert.deepEqual([store.log(saved).length, store.has(later)], [60, false]);
		store.append(saved, numbered(1));
		store.close();
		const { setAside = '', damagedAt, backupAt } = recovery;
		assert.deepEqual(setAsideIn(path), ['damaged-2026-01-02T03-04-05-000Z.db']);
		assert.match(readFileSync(setAside, 'utf8'), /^This is not a database/);
		assert.ok(message.includes(setAside) && damagedAt !== undefined && backupAt !== undefined);
		assert.equal(sound(path).log(saved).length, 61);
	});

	it('without a backup is set aside, and a new one begun', () => {
		const path = folder();
		writeFileSync(filesIn(path).database, 'This is not a database. '.repeat(1_000));
		const { store, recovery } = recovered(path);
		assert.deepEqual([idsOf(store), recovery.backupAt], [[], undefined]);
		assert.equal(setAsideIn(path).length, 1);
		store.append(store.create(newConversation).id, numbered(1));
		store.close();
		assert.equal(sound(path).list().length, 1);
	});

	it('whose backup is damaged too is set aside with it, and a new one begun', async () => {
		const { path } = await filled();
		writeFileSync(filesIn(path).database, 'no database '.repeat(1_000));
		writeFileSync(filesIn(path).backup, 'no database '.repeat(1_000));
		assert.deepEqual(idsOf(recovered(path).store), []);
		assert.equal(setAsideIn(path).length, 2);
	});

	it('that has lost every byte, or its file, is not taken for a new one', async () => {
		for (const lose of [(file: string) => truncateSync(file, 0), (file: string) => rmSync(file)]) {
			const { path, saved } = await filled();
			lose(filesIn(path).database);
			assert.deepEqual(idsOf(recovered(path).store), [saved]);
		}
	});

	it('is noticed while it is used, and replaced when it is opened next', async () => {
		const { path, saved, later } = await filled();
		const { database } = filesIn(path);
		const pages = statSync(database).size / pageSize;
		overwrite(database, Math.floor(pages * 0.4) * pageSize, Math.floor(pages * 0.2) * pageSize);
		const store = sound(path);
		assert.throws(() => store.log(saved), { kind: 'damaged' });
		assert.equal(store.log(later).length, 5);
		store.close();
		assert.equal(recovered(path).store.log(saved).length, 60);
	});

	it('is noticed where text is no longer what was written', async () => {
		const { path, saved } = await filled();
		const { database } = filesIn(path);
		const bytes = readFileSync(database);
		bytes.write('#', bytes.indexOf('{"role"', 10 * pageSize));
		writeFileSync(database, bytes);
		const store = sound(path);
		assert.throws(() => store.log(saved), { kind: 'damaged' });
		store.close();
		assert.equal(recovered(path).store.log(saved).length, 60);
	});

	it('is set aside with what its write-ahead log still has', async () => {
		const path = folder();
		const child = new Child(path, ['write-for-ever', '0']);
		await child.printed(40);
		await child.kill();
		const { database, damageFound } = filesIn(path);
		assert.ok(statSync(`${database}-wal`).size > 0);
		writeFileSync(damageFound, '');
		const { recovery } = recovered(path);
		const aside = new DatabaseSync(recovery.setAside ?? '', { readOnly: true });
		const count = aside.prepare('select count(*) as messages from node').get();
		aside.close();
		assert.ok(Number(count?.['messages']) > 0);
	});

	it('is left alone while another window has it open', async () => {
		const { path, saved } = await filled();
		const child = new Child(path, ['open']);
		await child.printed(1);
		writeFileSync(filesIn(path).damageFound, '');
		const outcome = open(path);
		assert.ok(outcome.kind === 'memory');
		assert.equal(outcome.reason, 'damaged');
		assert.deepEqual(setAsideIn(path), []);
		await child.kill();
		assert.deepEqual(idsOf(recovered(path).store), [saved]);
	});

	it('whose replacement was interrupted at any step is replaced by the next one', async () => {
		const steps: readonly ((path: string) => void)[] = [
			(path) => writeFileSync(filesIn(path).damageFound, ''),
			(path) => renameSync(filesIn(path).database, `${path}/damaged-1.db`),
			(path) => rmSync(filesIn(path).damageFound, { force: true }),
		];
		for (let done = 1; done <= steps.length; done += 1) {
			const { path, saved } = await filled();
			steps.slice(0, done).forEach((step) => step(path));
			assert.deepEqual(idsOf(recovered(path).store), [saved]);
			assert.equal(setAsideIn(path).length, 1);
		}
	});
});

describe('a backup', () => {
	const folder = temporaryFolders();
	const hours = 60 * 60 * 1000;

	it('is made again once it is old and the store has changed', async () => {
		const path = folder();
		let time = Date.now();
		const { store } = openStore(path, { now: () => time });
		const { id } = store.create(newConversation);
		const { backup } = filesIn(path);
		const messages = (): unknown => {
			const copy = new DatabaseSync(backup, { readOnly: true });
			const row = copy.prepare('select count(*) as n from node').get();
			copy.close();
			return row?.['n'];
		};
		await store.backUp();
		store.append(id, numbered(2));
		await store.backUp();
		assert.equal(messages(), 0);
		time += 2 * hours;
		const before = new Date(time - 4 * hours);
		utimesSync(backup, before, before);
		await store.backUp();
		assert.equal(messages(), 2);
		store.close();
	});

	it('that cannot be made is reported', async () => {
		const path = folder();
		openStore(path, { now }).store.close();
		const files = filesIn(path);
		const unfinishedBackup = join(path, 'missing', 'backup.db');
		await assert.rejects(backUp({ ...files, unfinishedBackup }, now()), { kind: 'io' });
		assert.equal(existsSync(files.backup), false);
	});

	it('is not made of a damaged store, and leaves the one before as it was', async () => {
		const path = folder();
		const { store } = openStore(path, { now });
		const { id } = store.create(newConversation);
		store.append(
			id,
			Array.from({ length: 60 }, (_, n) => entry(`${n} ${'y'.repeat(3_000)}`)),
		);
		await store.backUp();
		store.close();
		const { backup, database, damageFound } = filesIn(path);
		const before = readFileSync(backup);
		utimesSync(backup, new Date(0), new Date(0));
		const pages = statSync(database).size / pageSize;
		const file = openSync(database, 'r+');
		const length = Math.floor(pages * 0.2) * pageSize;
		writeSync(file, Buffer.alloc(length, 0xa5), 0, length, Math.floor(pages * 0.4) * pageSize);
		closeSync(file);
		const damaged = openStore(path, { now }).store;
		await assert.rejects(damaged.backUp(), { kind: 'damaged' });
		damaged.close();
		assert.ok(readFileSync(backup).equals(before));
		assert.ok(existsSync(damageFound));
	});
});
