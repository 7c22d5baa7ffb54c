import assert from 'node:assert/strict';
import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type Database,
	readDatabase,
} from '../../../../../src/transcripts/bytes/sqlite/database.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
	const found: Item[] = [];
	for await (const item of items) {
		found.push(item);
	}
	return found;
}

describe("another program's database", () => {
	let folder = '';
	let path = '';

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'precis-test-'));
		path = join(folder, 'other.db');
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/** A database with a write-ahead log; one row is in the database itself, one in the log. */
	function inUse(): DatabaseSync {
		const writer = new DatabaseSync(path);
		writer.exec(`pragma journal_mode = wal; create table note (text);
			insert into note values ('first'); pragma wal_checkpoint(truncate);
			insert into note values ('second')`);
		return writer;
	}

	function closed(rows = 1): void {
		const writer = inUse();
		const insert = writer.prepare('insert into note values (?)');
		for (let row = 0; row < rows; row += 1) {
			insert.run('x'.repeat(500));
		}
		writer.close();
	}

	async function texts(database: Database): Promise<readonly unknown[]> {
		const rows = await all(database.rows('select text from note order by rowid'));
		return rows.map((row) => row['text']);
	}

	const opening = <Result>(read: (database: Database) => Promise<Result>): Promise<Result> =>
		readDatabase(path, read, undefined);

	/** Names, sizes, times and contents of all files. */
	function everything(): readonly unknown[] {
		return readdirSync(folder).map((name) => {
			const { size, mtimeMs } = statSync(join(folder, name));
			return [name, size, mtimeMs, readFileSync(join(folder, name)).toString('base64')];
		});
	}

	function reading(
		message: RegExp,
		read: (database: Database) => Promise<unknown> = texts,
	): Promise<void> {
		return assert.rejects(opening(read), {
			name: 'TranscriptError',
			code: 'unreadable',
			message,
		});
	}

	it('is read without a trace when it was closed', async () => {
		closed(0);
		const before = everything();
		let during: unknown;
		const read = await opening(async (database) => {
			during = everything();
			return texts(database);
		});
		assert.deepEqual(read, ['first', 'second']);
		assert.deepEqual(during, before);
		assert.deepEqual(everything(), before);
	});

	it('is read with its log, and without a trace, while it is in use', async () => {
		const writer = inUse();
		try {
			const before = everything();
			assert.equal(before.length, 3);
			assert.deepEqual(await opening(texts), ['first', 'second']);
			assert.deepEqual(everything(), before);
		} finally {
			writer.close();
		}
	});

	it('is read as it was committed while another program is in the middle of a change', async () => {
		const writer = inUse();
		try {
			writer.exec("begin exclusive; insert into note values ('half')");
			assert.deepEqual(await opening(texts), ['first', 'second']);
		} finally {
			writer.close();
		}
	});

	it('is left alone while a change that is not committed is written into it', async () => {
		const writer = new DatabaseSync(path);
		writer.exec('pragma journal_mode = delete; create table note (text)');
		const insert = writer.prepare('insert into note values (?)');
		for (let row = 0; row < 100; row += 1) {
			insert.run('kept'.padEnd(1_000));
		}
		writer.exec("pragma cache_size = 1; begin; update note set text = 'lost' || substr(text, 5)");
		assert.ok(readFileSync(path).includes('lost'));
		const before = everything();
		await reading(/another program keeps writing to it or has locked it/);
		assert.deepEqual(everything(), before);
		writer.exec('rollback');
		assert.equal((await opening(texts)).length, 100);
		writer.close();
	});

	it('is read anew when another program wrote meanwhile', async () => {
		closed(0);
		let reads = 0;
		const read = await opening(async (database) => {
			reads += 1;
			const found = await texts(database);
			if (reads === 1) {
				const writer = new DatabaseSync(path);
				writer.exec("insert into note values ('third')");
				writer.close();
			}
			return found;
		});
		assert.deepEqual(read, ['first', 'second', 'third']);
	});

	it('is read with its log where nobody has it open, and without a trace', async () => {
		const writer = inUse();
		const [database, log] = [path, `${path}-wal`].map((file) => readFileSync(file));
		writer.close();
		writeFileSync(path, database ?? '');
		writeFileSync(`${path}-wal`, log ?? '');
		const before = everything();
		let during: unknown;
		const read = await opening(async (open) => {
			const found = await texts(open);
			during = everything();
			return found;
		});
		assert.deepEqual(read, ['first', 'second']);
		assert.deepEqual(during, before);
		assert.deepEqual(everything(), before);
	});

	it('keeps no writer waiting, and is read anew when its log was written back meanwhile', async () => {
		const writer = inUse();
		try {
			let reads = 0;
			const read = await opening(async (database) => {
				reads += 1;
				const found = await texts(database);
				if (reads === 1) {
					writer.exec("insert into note values ('third'); pragma wal_checkpoint(truncate)");
				}
				return found;
			});
			assert.deepEqual([read, reads], [['first', 'second', 'third'], 2]);
		} finally {
			writer.close();
		}
	});

	it('is closed when reading is stopped', async () => {
		const writer = inUse();
		try {
			const stop = new AbortController();
			const endless =
				'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n';
			const reason = new Error('stopped');
			let opened: Database | undefined;
			const reading = readDatabase(
				path,
				async (database) => {
					opened = database;
					stop.abort(reason);
					await all(database.rows(endless));
				},
				stop.signal,
			);
			await assert.rejects(reading, reason);
			await assert.rejects(texts(opened ?? assert.fail()));
		} finally {
			writer.close();
		}
	});

	it('is given up when another program never stops writing', async () => {
		closed();
		await reading(
			/"[^"]+other\.db" cannot be read: another program keeps writing to it/,
			async () => {
				const writer = new DatabaseSync(path);
				writer.exec("insert into note values ('more')");
				writer.close();
			},
		);
	});

	it('cannot be changed', async () => {
		const change = (database: Database): Promise<unknown> => all(database.rows('delete from note'));
		const writer = inUse();
		try {
			await reading(/attempt to write a readonly database/, change);
		} finally {
			writer.close();
		}
		await reading(/attempt to write a readonly database/, change);
	});

	describe('that cannot be read', () => {
		it('says that it is not there, or not any more', async () => {
			await reading(/"[^"]+other\.db" cannot be read: the file does not exist\./);
			closed();
			await reading(/the file does not exist/, async () => rmSync(path));
		});

		it('says that it was cut off', async () => {
			closed(100);
			truncateSync(path, statSync(path).size - 5_000);
			await reading(/is damaged: SQLite cannot read all of it/);
		});

		it('says that it is damaged', async () => {
			closed(100);
			const bytes = readFileSync(path);
			bytes.fill(0xff, 4_096, 8_192);
			writeFileSync(path, bytes);
			await reading(/is damaged: SQLite cannot read all of it/);
		});

		it('says that it is no database', async () => {
			writeFileSync(path, `SQLite format 3\0${'x'.repeat(9_000)}`);
			await reading(/is not a valid SQLite database/);
		});
	});
});
