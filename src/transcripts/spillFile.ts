import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Written at once, and read at once where less is asked for. Bytes. */
const blockBytes = 256 * 1_024;

/** A list that starts when the file is larger than this starts another file. */
const fullBytes = 256 * 2 ** 20;

/** Windows keeps the names of open files; there the file goes when it is not used any more. */
const keepsNames = process.platform === 'win32';

/** Where large things are put for a while: not where it would take memory after all. */
function folder(): string {
	const onDisk = '/var/tmp';
	return process.env['TMPDIR'] === undefined && existsSync(onDisk) ? onDisk : tmpdir();
}

interface Handle {
	readonly descriptor: number;
	readonly path: string;
}

function close({ descriptor, path }: Handle): void {
	closeSync(descriptor);
	rmSync(path, { force: true });
}

const abandoned = new FinalizationRegistry<Handle>((handle) => {
	open.delete(handle);
	close(handle);
});
const open = new Set<Handle>();
process.on('exit', () => open.forEach((handle) => close(handle)));

/**
 * A file that nobody else can read and that is gone with whoever used it: a place for what is too
 * much for memory. Only grows.
 */
export class SpillFile {
	readonly #descriptor: number;
	/** Written by {@link append}, but not yet to the file. */
	#waiting: Uint8Array[] = [];
	#waitingBytes = 0;
	#written = 0;
	/** What was read last. */
	#block: Uint8Array = new Uint8Array(0);
	#blockStart = 0;

	/** @throws {Error} of the operating system. */
	constructor() {
		const path = join(folder(), `precis-${randomUUID()}.tmp`);
		// Exclusively: whatever has this name already is not written through.
		const handle = { descriptor: openSync(path, 'wx+', 0o600), path };
		this.#descriptor = handle.descriptor;
		if (!keepsNames) {
			rmSync(path);
		}
		open.add(handle);
		abandoned.register(this, handle);
	}

	/** Bytes. */
	get size(): number {
		return this.#written + this.#waitingBytes;
	}

	/** @returns Where the bytes start. @throws {Error} when the disk is full. */
	append(bytes: Uint8Array): number {
		const start = this.size;
		this.#waiting.push(bytes);
		this.#waitingBytes += bytes.length;
		if (this.#waitingBytes >= blockBytes) {
			this.#flush();
		}
		return start;
	}

	/** Bytes that were appended; valid until the next call. */
	read(start: number, length: number): Uint8Array {
		const isAtHand =
			start >= this.#blockStart && start + length <= this.#blockStart + this.#block.length;
		if (!isAtHand) {
			if (start + length > this.#written) {
				this.#flush();
			}
			const size = Math.min(Math.max(length, blockBytes), this.#written - start);
			this.#block = this.#readAll(start, size);
			this.#blockStart = start;
		}
		const at = start - this.#blockStart;
		return this.#block.subarray(at, at + length);
	}

	#readAll(start: number, length: number): Uint8Array {
		const bytes = Buffer.allocUnsafe(length);
		let done = 0;
		while (done < length) {
			const count = readSync(this.#descriptor, bytes, done, length - done, start + done);
			if (count === 0) {
				throw new Error('a temporary file was cut off');
			}
			done += count;
		}
		return bytes;
	}

	#flush(): void {
		const bytes = Buffer.concat(this.#waiting);
		let done = 0;
		while (done < bytes.length) {
			const at = this.#written + done;
			done += writeSync(this.#descriptor, bytes, done, bytes.length - done, at);
		}
		this.#written += bytes.length;
		this.#waiting = [];
		this.#waitingBytes = 0;
	}

	/** Mode and links of the file, for whoever wants to know that nobody else can read it. */
	get stats(): { readonly mode: number; readonly links: number } {
		const { mode, nlink } = fstatSync(this.#descriptor);
		return { mode: mode & 0o777, links: nlink };
	}
}

let current: WeakRef<SpillFile> | undefined;

/** The file that things are put into now; shared, because there may be thousands of lists. */
export function spillFile(): SpillFile {
	const known = current?.deref();
	if (known !== undefined && known.size < fullBytes) {
		return known;
	}
	const made = new SpillFile();
	current = new WeakRef(made);
	return made;
}
