import {
	chmodSync,
	closeSync,
	constants,
	copyFileSync,
	mkdtempSync,
	openSync,
	readSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranscriptError } from '../../reader.ts';
import { isMissing } from '../paths.ts';
import type { Steps } from '../steps.ts';

/** What the files of a database hold, as far as it can be told without SQLite. */
export interface DatabaseState {
	/** Differs when another program changed what was committed before; appending is no change. */
	readonly version: string;
	/** Endings of the files beside it that hold what is not in the database yet. */
	readonly pending: readonly string[];
	/** Bytes there are. */
	readonly size: number;
	/** Bytes there should be, as the database itself tells; 0 when it does not. */
	readonly expectedSize: number;
}

/** A write-ahead log, or the journal by which an interrupted change is taken back. */
const companions = ['-wal', '-journal'] as const;

/** Where a log begins anew its header changes; what is appended to it leaves the header as it is. */
const logHeaderBytes = 32;

const headerBytes = 100;

/** Bytes of one file beside which no copy is made. */
const largestCopy = 4 * 1024 ** 3;

/** What `stat` counts blocks in. */
const blockBytes = 512;

/** How many times larger than its blocks a file may look: file systems compress. */
const mostHoles = 32;

/** Bytes a file may always have. */
const smallFile = 16 * 1024 ** 2;

/** The first bytes of a file; empty when it is not there. */
function startOf(path: string, length: number): Buffer {
	let file: number;
	try {
		file = openSync(path, 'r');
	} catch (error) {
		if (isMissing(error)) {
			return Buffer.alloc(0);
		}
		throw error;
	}
	try {
		const bytes = Buffer.alloc(length);
		return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
	} finally {
		closeSync(file);
	}
}

/** Page size times pages, sqlite.org/fileformat2.html section 1.3; old programs leave the number stale. */
function expectedSizeOf(header: Buffer): number {
	if (header.length < headerBytes || header.readUInt32BE(24) !== header.readUInt32BE(92)) {
		return 0;
	}
	const written = header.readUInt16BE(16);
	const pageSize = written === 1 ? 65_536 : written;
	const isPageSize = pageSize >= 512 && (pageSize & (pageSize - 1)) === 0;
	return isPageSize ? pageSize * header.readUInt32BE(28) : 0;
}

/** Looks at a database and its companions. @throws {Error} `ENOENT` and the like. */
export function stateOf(path: string): DatabaseState {
	const { size, mtimeNs, ino } = statSync(path, { bigint: true });
	const starts = companions.map((ending) => startOf(path + ending, logHeaderBytes));
	return {
		version: [size, mtimeNs, ino, ...starts.map((start) => start.toString('hex'))].join(' '),
		pending: companions.filter((_, index) => (starts[index]?.length ?? 0) > 0),
		size: Number(size),
		expectedSize: expectedSizeOf(startOf(path, headerBytes)),
	};
}

/**
 * Runs something with a copy of a database and of what is pending beside it, in a folder that only
 * this user can read and that is deleted afterwards.
 */
export function* withCopy<Result>(
	path: string,
	{ pending }: DatabaseState,
	use: (copy: string) => Steps<Result>,
): Steps<Result> {
	for (const ending of ['', ...pending]) {
		const { size, blocks } = statSync(path + ending);
		// A file with holes in it would be written out whole where the copy cannot share blocks.
		if (size > largestCopy || size > blocks * blockBytes * mostHoles + smallFile) {
			throw new TranscriptError(
				'unreadable',
				`"${path}" is in use, and too large or too sparse to be copied for reading. ` +
					'Close the program that uses it, and try again.',
			);
		}
	}
	const folder = mkdtempSync(join(tmpdir(), 'precis-'));
	try {
		const copy = join(folder, 'copy.db');
		for (const ending of ['', ...pending]) {
			yield* copyFile(path + ending, copy + ending);
			chmodSync(copy + ending, 0o600);
		}
		return yield* use(copy);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Bytes that are copied in one step. */
const copiedAtOnce = 4 * 1024 ** 2;

/** Shares the blocks with the original where the file system can. */
function* copyFile(from: string, to: string): Steps<void> {
	try {
		copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE);
	} catch {
		yield* copyBytes(from, to);
	}
}

function* copyBytes(from: string, to: string): Steps<void> {
	const source = openSync(from, 'r');
	try {
		const target = openSync(to, 'w', 0o600);
		try {
			const bytes = Buffer.alloc(copiedAtOnce);
			for (let read = readSync(source, bytes); read > 0; read = readSync(source, bytes)) {
				writeSync(target, bytes, 0, read);
				yield;
			}
		} finally {
			closeSync(target);
		}
	} finally {
		closeSync(source);
	}
}
