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
	writeFileSync,
	writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { filesIn } from '../../../../src/conversations/store/files.ts';
import { type OpenedStore, openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { Child } from './processes.ts';
import { entry, newConversation, numbered, recordOver, temporaryFolders } from './samples.ts';

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

	/** Two conversations and a fork, `long` messages of about a page in the first. */
	const filled = (long = 60): { path: string; ids: readonly string[] } => {
		const path = folder();
		const store = sound(path);
		const ids = ['First', 'Second'].map((title) => store.create({ ...newConversation, title }).id);
		const [first = '', second = ''] = ids;
		store.append(
			first,
			Array.from({ length: long }, (_, n) => entry(`first ${n + 1} ${'y'.repeat(3_000)}`)),
		);
		store.append(second, numbered(5, 'second'));
		const a = store.commit(first, recordOver(3), undefined, undefined);
		assert.ok(a.kind === 'committed');
		store.commit(first, recordOver(long), a.record.id, a.record.id);
		const fork = store.fork(first, 10, { ...newConversation, title: 'Fork' }).id;
		store.append(fork, numbered(2, 'forked'));
		store.close();
		return { path, ids: [...ids, fork] };
	};
	const overwrite = (path: string, pages: readonly number[], byte = 0xa5): void => {
		const file = openSync(path, 'r+');
		for (const page of pages) {
			writeSync(file, Buffer.alloc(pageSize, byte), 0, pageSize, (page - 1) * pageSize);
		}
		closeSync(file);
	};
	const pagesOf = (path: string, name: string, kind: string): readonly number[] => {
		const database = new DatabaseSync(path, { readOnly: true });
		const rows = database
			.prepare('select pageno from dbstat where name = ? and pagetype = ? order by pageno')
			.all(name, kind);
		database.close();
		return rows.map((row) => Number(row['pageno']));
	};
	const messagesOn = (path: string, pages: readonly number[]): number => {
		const database = new DatabaseSync(path, { readOnly: true });
		const cells = pages.map(
			(page) => database.prepare('select ncell from dbstat where pageno = ?').get(page)?.['ncell'],
		);
		database.close();
		return cells.reduce<number>((sum, count) => sum + Number(count), 0);
	};
	const setAsideIn = (path: string): readonly string[] =>
		readdirSync(path).filter((name) => name.startsWith('damaged-'));
	const texts = (store: SqliteStore, id: string): readonly unknown[] =>
		store.log(id).map(({ message }) => message.content);
	const isWhole = (path: string): void => {
		const database = new DatabaseSync(filesIn(path).database);
		const rows = database.prepare('pragma integrity_check').all();
		assert.deepEqual(
			rows.map((row) => row['integrity_check']),
			['ok'],
		);
		assert.deepEqual(database.prepare('pragma foreign_key_check').all(), []);
		database.close();
	};

	it('that is no database is set aside as it was, and a new one begun', () => {
		const path = folder();
		const { database } = filesIn(path);
		writeFileSync(database, 'This is not a database. '.repeat(1_000));
		const { store, recovery, message } = recovered(path);
		assert.deepEqual(store.list(), []);
		store.append(store.create(newConversation).id, numbered(1));
		store.close();
		assert.deepEqual(setAsideIn(path), ['damaged-2026-01-02T03-04-05-000Z.db']);
		assert.match(readFileSync(recovery.setAside, 'utf8'), /^This is not a database/);
		assert.ok(message.includes(recovery.setAside));
		assert.equal(sound(path).list().length, 1);
	});

	it('whose first bytes were overwritten is whole once they are written back', () => {
		const { path, ids } = filled();
		const { database, mended } = filesIn(path);
		const file = openSync(database, 'r+');
		writeSync(file, Buffer.alloc(16, 0xa5), 0, 16, 0);
		closeSync(file);
		const { store, recovery } = recovered(path);
		assert.deepEqual([recovery.conversations, recovery.lost, recovery.read], [3, 0, 'all']);
		assert.deepEqual(new Set(store.list().map(({ id }) => id)), new Set(ids));
		assert.equal(store.log(ids[0] ?? '').length, 60);
		store.close();
		isWhole(path);
		// The damaged file is as it was.
		assert.equal(readFileSync(recovery.setAside)[0], 0xa5);
		assert.equal(existsSync(mended), false);
	});

	it('is said to be whole only where every page of it was read', () => {
		const unreadable = folder();
		writeFileSync(filesIn(unreadable).database, 'This is not a database. '.repeat(1_000));
		assert.equal(recovered(unreadable).recovery.read, 'none');
		const { path } = filled();
		const { database } = filesIn(path);
		overwrite(database, [Math.floor(statSync(database).size / pageSize)]);
		writeFileSync(filesIn(path).damageFound, '');
		const { recovery } = recovered(path);
		assert.ok(recovery.lost > 0 || recovery.read === 'some');
	});

	it('that has lost every byte is not taken for a new one', () => {
		const { path, ids } = filled();
		const before = sound(path);
		before.claim(ids[0] ?? '', 'turn')?.release();
		before.close();
		truncateSync(filesIn(path).database, 0);
		const { store, recovery } = recovered(path);
		assert.deepEqual([store.list().length, recovery.size, recovery.read], [0, 0, 'none']);
	});

	it('whose write-ahead log was removed is opened, and said to lack what was newest', async function () {
		this.timeout(30_000);
		const path = folder();
		const child = new Child(path, ['write-for-ever', '0']);
		await child.printed(40);
		await child.kill();
		const { database } = filesIn(path);
		rmSync(`${database}-wal`);
		const outcome = open(path);
		assert.equal(outcome.kind, 'log-missing');
		outcome.store.close();
		assert.equal(open(path).kind, 'opened');
	});

	it('with a row of another shape is said to be damaged, and recovered without it', () => {
		for (const [row, column, value] of [
			['node where branch = 1', 'message', '{"role":"user","content":5}'],
			['record where conversation = 1', 'body', '{"kind":"compaction","layout":{}}'],
		] as const) {
			const { path, ids } = filled(12);
			const database = new DatabaseSync(filesIn(path).database);
			const [table, where] = row.split(' where ');
			database.prepare(`update ${table} set ${column} = ? where ${where}`).run(value);
			database.close();
			const { store } = open(path);
			const [first = ''] = ids;
			assert.throws(() => [...store.log(first), ...store.records(first)], { kind: 'damaged' });
			store.close();
			const after = recovered(path).store;
			assert.ok(after.log(first).length > 0);
			after.records(first);
		}
	});

	it('that was cut off is recovered as far as it goes', () => {
		const { path, ids } = filled();
		const { database } = filesIn(path);
		truncateSync(database, Math.floor(statSync(database).size / 2 / pageSize) * pageSize);
		const { store, recovery } = recovered(path);
		assert.ok(recovery.messages > 5, String(recovery.messages));
		assert.ok(store.list().length >= 2);
		for (const { id, messages } of store.list()) {
			assert.equal(store.log(id).length, messages);
			store.append(id, numbered(1, 'after'));
		}
		assert.ok(ids.length > 0);
		store.close();
		isWhole(path);
		assert.equal(setAsideIn(path).length, 1);
	});

	it('keeps numbers and tells what is lost when pages of messages were overwritten', () => {
		const { path, ids } = filled();
		const [first = '', second = '', fork = ''] = ids;
		const { database } = filesIn(path);
		const overwritten = pagesOf(database, 'node', 'leaf').slice(4, 7);
		const held = messagesOn(database, overwritten);
		overwrite(database, overwritten);
		const store = sound(path);
		assert.throws(() => store.log(first), { name: 'StoreError', kind: 'damaged' });
		store.close();
		const { store: mended, recovery, message } = recovered(path);
		assert.equal(recovery.lost, held);
		assert.match(message, new RegExp(`${recovery.lost} messages could not be read`));
		const log = mended.log(first);
		assert.equal(log.length, 60);
		log.forEach(({ message: { content } }, index) => {
			assert.match(
				JSON.stringify(content),
				new RegExp(`^"first ${index + 1} y|^"\\[Message ${index + 1} was lost`),
			);
		});
		assert.deepEqual(
			texts(mended, second),
			numbered(5, 'second').map((e) => e.message.content),
		);
		assert.deepEqual(mended.log(fork).slice(0, 10), log.slice(0, 10));
		assert.equal(mended.log(fork).length, 12);
		assert.equal(mended.records(first).length, 2);
		assert.equal(mended.find(first)?.active, mended.records(first)[1]?.id);
		assert.equal(
			mended.find(first)?.tokens,
			log.reduce((sum, { tokens }) => sum + tokens, 0),
		);
		assert.equal(
			mended.search({ text: 'lost', order: 'best', limit: 99, offset: 0 }).length,
			recovery.lost,
		);
		mended.close();
		isWhole(path);
		assert.equal(sound(path).list().length, 3);
	});

	it('notices text that is no longer what was written', () => {
		const { path, ids } = filled();
		const { database } = filesIn(path);
		const [page = 0] = pagesOf(database, 'node', 'leaf').slice(3);
		const bytes = readFileSync(database);
		const at = bytes.indexOf('{"role"', (page - 1) * pageSize);
		bytes.write('#', at);
		writeFileSync(database, bytes);
		const store = sound(path);
		assert.throws(() => store.log(ids[0] ?? ''), { kind: 'damaged' });
		store.close();
		assert.equal(recovered(path).recovery.lost, 1);
	});

	it('gives messages without a conversation one of their own', () => {
		const { path } = filled();
		const { database } = filesIn(path);
		overwrite(database, pagesOf(database, 'conversation', 'leaf'));
		const { store } = recovered(path);
		assert.deepEqual(
			store
				.list()
				.map(({ title, messages }) => `${title} ${messages}`)
				.toSorted((a, b) => a.localeCompare(b)),
			['Recovered conversation 12', 'Recovered conversation 5', 'Recovered conversation 60'],
		);
		store.close();
		isWhole(path);
	});

	it('builds a damaged index anew', () => {
		const { path } = filled();
		const { database } = filesIn(path);
		overwrite(database, pagesOf(database, 'words_data', 'leaf'));
		const outcome = open(path);
		assert.ok(outcome.kind === 'recovered');
		assert.equal(outcome.recovery.lost, 0);
		const found = outcome.store.search({ text: 'second', order: 'best', limit: 99, offset: 0 });
		assert.equal(found.length, 5);
	});

	it('drops records that speak of messages behind the end', () => {
		const { path, ids } = filled();
		const { database } = filesIn(path);
		overwrite(database, pagesOf(database, 'node', 'leaf').slice(-20));
		const store = sound(path);
		assert.throws(() => ids.map((id) => store.log(id)), { kind: 'damaged' });
		store.close();
		const { store: mended } = recovered(path);
		const [first = ''] = ids;
		const { messages, active } = mended.find(first) ?? assert.fail();
		assert.ok(messages < 60);
		assert.deepEqual(
			mended.records(first).map(({ record }) => record.layout.range.end),
			[3],
		);
		assert.equal(active, mended.records(first)[0]?.id);
	});

	it('reads what the write-ahead log still has', async function () {
		this.timeout(30_000);
		const path = folder();
		const child = new Child(path, ['write-for-ever', '0']);
		await child.printed(40);
		await child.kill();
		const { database, damageFound } = filesIn(path);
		assert.ok(statSync(`${database}-wal`).size > 0);
		writeFileSync(damageFound, '');
		const { store, recovery } = recovered(path);
		const said = child.lines.flatMap((line) =>
			line.startsWith('nodes ') ? line.split(' ').slice(1) : [],
		);
		assert.ok(recovery.messages >= said.length);
		assert.equal(recovery.lost, 0);
		assert.equal(store.list()[0]?.messages, recovery.messages);
	});

	it('is left alone while another window has it open', async function () {
		this.timeout(30_000);
		const { path } = filled();
		const child = new Child(path, ['open']);
		await child.printed(1);
		writeFileSync(filesIn(path).damageFound, '');
		const outcome = open(path);
		assert.ok(outcome.kind === 'memory');
		assert.equal(outcome.reason, 'damaged');
		assert.deepEqual(setAsideIn(path), []);
		await child.kill();
		assert.equal(recovered(path).recovery.conversations, 3);
	});

	it('is never overwritten by another that was set aside in the same second', () => {
		const path = folder();
		for (const text of ['one', 'two']) {
			writeFileSync(filesIn(path).database, text.repeat(1_000));
			recovered(path).store.close();
		}
		assert.equal(setAsideIn(path).length, 2);
	});

	it('whose recovery was interrupted is put in place by the next one', () => {
		const { path, ids } = filled();
		const files = filesIn(path);
		// As if the process had died between finishing the copy and moving it.
		renameSync(files.database, files.recovered);
		writeFileSync(files.database, 'damaged'.repeat(1_000));
		writeFileSync(`${files.database}-wal`, 'of the damaged one');
		const store = sound(path);
		assert.equal(store.list().length, ids.length);
		assert.equal(existsSync(files.recovered), false);
		assert.equal(setAsideIn(path).length, 2);
	});
});
