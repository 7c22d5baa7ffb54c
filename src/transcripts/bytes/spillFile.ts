import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Written at once, and read at once where less is asked for. Bytes. */
const blockBytes = 256 * 1_024;

/** A list that starts when the file is larger than this starts another file. */
const fullBytes = 256 * 2 ** 20;

/** Windows keeps the names of open files; there the file goes when it is not used any more. */
const keepsNames = process.platform === 'win32';

/**
 * Where large things are put for a while. On Linux the usual place often lies in memory; the first is
 * on disk by convention, but need not be writable.
 */
function folders(): readonly string[] {
	const isOwnWish = process.env['TMPDIR'] !== undefined;
	return process.platform === 'linux' && !isOwnWish ? ['/var/tmp', tmpdir()] : [tmpdir()];
}

interface Handle {
	readonly descriptor: number;
	readonly path: string;
}

/** A new file in the first folder that takes one. @throws {Error} of the last. */
function create([folder = '', ...others]: readonly string[]): Handle {
	const path = join(folder, `precis-${randomUUID()}.tmp`);
	try {
		// Exclusively: whatever has this name already is not written through.
		return { descriptor: openSync(path, 'wx+', 0o600), path };
	} catch (error) {
		if (others.length === 0) {
			throw error;
		}
		return create(others);
	}
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
	/** Appended, but not written yet. Both blocks stay: new ones would be garbage outside the heap. */
	readonly #waiting = Buffer.allocUnsafe(blockBytes);
	#waitingBytes = 0;
	#written = 0;
	/** What was read last. */
	readonly #block = Buffer.allocUnsafe(blockBytes);
	#blockStart = 0;
	#blockBytes = 0;

	/** @throws {Error} of the operating system. */
	constructor() {
		const handle = create(folders());
		this.#descriptor = handle.descriptor;
		if (!keepsNames) {
			rmSync(handle.path);
		}
		open.add(handle);
		abandoned.register(this, handle);
	}

	/** Bytes. */
	get size(): number {
		return this.#written + this.#waitingBytes;
	}

	/** @returns Where the text starts; it ends where the file ends now. @throws {Error} when the disk is full. */
	append(text: string): number {
		const length = Buffer.byteLength(text);
		const start = this.size;
		if (this.#waitingBytes + length > blockBytes) {
			this.#flush();
		}
		if (length > blockBytes) {
			this.#write(Buffer.from(text), length);
		} else {
			this.#waitingBytes += this.#waiting.write(text, this.#waitingBytes);
		}
		return start;
	}

	/** Text that was appended. */
	read(start: number, length: number): string {
		if (start + length > this.#written) {
			this.#flush();
		}
		if (length > blockBytes) {
			const bytes = Buffer.allocUnsafe(length);
			this.#fill(bytes, start, length);
			return bytes.toString();
		}
		if (start < this.#blockStart || start + length > this.#blockStart + this.#blockBytes) {
			this.#blockStart = start;
			this.#blockBytes = Math.min(blockBytes, this.#written - start);
			this.#fill(this.#block, start, this.#blockBytes);
		}
		const at = start - this.#blockStart;
		return this.#block.toString('utf8', at, at + length);
	}

	#fill(bytes: Buffer, start: number, length: number): void {
		let done = 0;
		while (done < length) {
			const count = readSync(this.#descriptor, bytes, done, length - done, start + done);
			if (count === 0) {
				throw new Error('a temporary file was cut off');
			}
			done += count;
		}
	}

	#flush(): void {
		this.#write(this.#waiting, this.#waitingBytes);
		this.#waitingBytes = 0;
	}

	#write(bytes: Buffer, length: number): void {
		let done = 0;
		while (done < length) {
			done += writeSync(this.#descriptor, bytes, done, length - done, this.#written + done);
		}
		this.#written += length;
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
