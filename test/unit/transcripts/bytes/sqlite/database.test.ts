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
import { atOnce, inSlices, type Steps } from '../../../../../src/transcripts/bytes/steps.ts';

type Load = Parameters<typeof readDatabase>[2];

function readAtOnce<Result>(
	path: string,
	read: (database: Database) => Result,
	load?: Load,
): Result {
	return atOnce(readDatabase(path, (database) => inOneStep(() => read(database)), load));
}

function* inOneStep<Result>(work: () => Result): Steps<Result> {
	yield;
	return work();
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

	const texts = (database: Database): readonly unknown[] =>
		Array.from(database.rows('select text from note order by rowid'), (row) => row['text']);

	/** Names, sizes, times and contents of all files. */
	function everything(): readonly unknown[] {
		return readdirSync(folder).map((name) => {
			const { size, mtimeMs } = statSync(join(folder, name));
			return [name, size, mtimeMs, readFileSync(join(folder, name)).toString('base64')];
		});
	}

	function reading(message: RegExp, read: (database: Database) => unknown = texts): void {
		assert.throws(() => readAtOnce(path, read), {
			name: 'TranscriptError',
			code: 'unreadable',
			message,
		});
	}

	it('is read without a trace when it was closed', () => {
		closed(0);
		const before = everything();
		let during: unknown;
		const read = readAtOnce(path, (database) => {
			during = everything();
			return texts(database);
		});
		assert.deepEqual(read, ['first', 'second']);
		assert.deepEqual(during, before);
		assert.deepEqual(everything(), before);
	});

	it('is read with its log, and without a trace, while it is in use', () => {
		const writer = inUse();
		try {
			const before = everything();
			assert.equal(before.length, 3);
			assert.deepEqual(readAtOnce(path, texts), ['first', 'second']);
			assert.deepEqual(everything(), before);
		} finally {
			writer.close();
		}
	});

	it('is read as it was committed while another program is in the middle of a change', () => {
		const writer = inUse();
		try {
			writer.exec("begin exclusive; insert into note values ('half')");
			assert.deepEqual(readAtOnce(path, texts), ['first', 'second']);
		} finally {
			writer.close();
		}
	});

	it('is left alone while a change that is not committed is written into it', () => {
		const writer = new DatabaseSync(path);
		writer.exec('pragma journal_mode = delete; create table note (text)');
		const insert = writer.prepare('insert into note values (?)');
		for (let row = 0; row < 100; row += 1) {
			insert.run('kept'.padEnd(1_000));
		}
		writer.exec("pragma cache_size = 1; begin; update note set text = 'lost' || substr(text, 5)");
		assert.ok(readFileSync(path).includes('lost'));
		const before = everything();
		reading(/another program keeps writing to it or has locked it/);
		assert.deepEqual(everything(), before);
		writer.exec('rollback');
		assert.equal(readAtOnce(path, texts).length, 100);
		writer.close();
	});

	it('is read anew when another program wrote meanwhile', () => {
		closed(0);
		let reads = 0;
		const read = readAtOnce(path, (database) => {
			reads += 1;
			const found = texts(database);
			if (reads === 1) {
				const writer = new DatabaseSync(path);
				writer.exec("insert into note values ('third')");
				writer.close();
			}
			return found;
		});
		assert.deepEqual(read, ['first', 'second', 'third']);
	});

	it('is read with its log where nobody has it open, and without a trace', () => {
		const writer = inUse();
		const [database, log] = [path, `${path}-wal`].map((file) => readFileSync(file));
		writer.close();
		writeFileSync(path, database ?? '');
		writeFileSync(`${path}-wal`, log ?? '');
		const before = everything();
		let during: unknown;
		const read = readAtOnce(path, (open) => {
			const found = texts(open);
			during = everything();
			return found;
		});
		assert.deepEqual(read, ['first', 'second']);
		assert.deepEqual(during, before);
		assert.deepEqual(everything(), before);
	});

	it('keeps no writer waiting, and is read anew when its log was written back meanwhile', () => {
		const writer = inUse();
		try {
			let reads = 0;
			const read = readAtOnce(path, (database) => {
				reads += 1;
				const found = texts(database);
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
			const reason = new Error('stopped');
			let opened: Database | undefined;
			const reading = inSlices(
				readDatabase(path, function* (database) {
					opened = database;
					stop.abort(reason);
					for (const until = performance.now() + 5_000; performance.now() < until; ) {
						yield;
					}
				}),
				stop.signal,
			);
			await assert.rejects(reading, reason);
			assert.throws(() => texts(opened ?? assert.fail()));
		} finally {
			writer.close();
		}
	});

	it('is given up when another program never stops writing', () => {
		closed();
		reading(/"[^"]+other\.db" cannot be read: another program keeps writing to it/, () => {
			const writer = new DatabaseSync(path);
			writer.exec("insert into note values ('more')");
			writer.close();
		});
	});

	it('is closed when it was read', () => {
		closed();
		const database = readAtOnce(path, (open) => open);
		assert.throws(() => texts(database), /database is not open/);
	});

	it('cannot be changed', () => {
		const writer = inUse();
		try {
			const change = (database: Database): unknown => [...database.rows('delete from note')];
			reading(/attempt to write a readonly database/, change);
		} finally {
			writer.close();
		}
		reading(/attempt to write a readonly database/, (database) => [
			...database.rows('delete from note'),
		]);
	});

	it('is closed when reading throws', () => {
		const writer = inUse();
		let opened: Database | undefined;
		try {
			assert.throws(
				() =>
					readAtOnce(path, (database) => {
						opened = database;
						throw new Error('stop');
					}),
				/stop/,
			);
			assert.throws(() => texts(opened ?? assert.fail()));
		} finally {
			writer.close();
		}
	});

	describe('that cannot be read', () => {
		it('says that it is not there, or not any more', () => {
			reading(/"[^"]+other\.db" cannot be read: the file does not exist\./);
			closed();
			reading(/the file does not exist/, () => rmSync(path));
		});

		it('says that it was cut off', () => {
			closed(100);
			const { size } = statSync(path);
			truncateSync(path, size - 5_000);
			reading(new RegExp(`is incomplete: ${size - 5_000} of its ${size} bytes are there`));
		});

		it('says that it is damaged', () => {
			closed(100);
			const bytes = readFileSync(path);
			bytes.fill(0xff, 4_096, 8_192);
			writeFileSync(path, bytes);
			reading(/is damaged: SQLite cannot read all of it/);
		});

		it('says that it is no database', () => {
			writeFileSync(path, `SQLite format 3\0${'x'.repeat(9_000)}`);
			reading(/begins like a SQLite database, but is none/);
		});

		it('says when this program has no SQLite', () => {
			closed();
			assert.throws(() => readAtOnce(path, texts, () => undefined), {
				name: 'TranscriptError',
				message: /which this version of VS Code or Node\.js cannot read/,
			});
		});
	});
});
