import { NumberColumn } from './numberColumn.ts';
import { spillFile, type SpillFile } from './spillFile.ts';

/** What one list may hold in memory, and what all lists of this thread may. Bytes, about. */
const listBytes = 2 * 2 ** 20;
const allBytes = 48 * 2 ** 20;

/** A list with less than this in memory puts nothing away, however many lists there are. Bytes. */
const leastBytes = 16 * 1_024;

/** Items read back at once by an iteration. */
const readAtOnce = 64;

/** No file is as large as this, and eight thousand of them fit into an exact number. Bytes. */
const fileStep = 2 ** 40;

/** What a list holds in memory; outlives it in the hands of the registry. */
interface Held {
	bytes: number;
}

let heldByAll = 0;
const gone = new FinalizationRegistry<Held>(({ bytes }) => {
	heldByAll -= bytes;
});

/** Values that JSON can write, in order. The newest are in memory, the others in a file. */
export class SpillingList<Item> implements Iterable<Item> {
	readonly #held: Held = { bytes: 0 };
	/** Where items start, plus {@link fileStep} for each file before theirs. */
	readonly #starts = new NumberColumn(8);
	readonly #lengths = new NumberColumn();
	/** A list can outgrow the file it began with. */
	readonly #files: SpillFile[] = [];
	#recent: Item[] = [];
	#recentBytes: number[] = [];

	constructor() {
		gone.register(this, this.#held);
	}

	get length(): number {
		return this.#starts.length + this.#recent.length;
	}

	/** How many of them are in the file. */
	get spilled(): number {
		return this.#starts.length;
	}

	get last(): Item | undefined {
		return this.at(this.length - 1);
	}

	/**
	 * @param bytes What the item takes in memory, about.
	 * @throws {Error} when the disk for temporary files is full.
	 */
	push(item: Item, bytes: number): void {
		this.#recent.push(item);
		this.#recentBytes.push(bytes);
		this.#hold(bytes);
		const { bytes: held } = this.#held;
		if (held > listBytes || (heldByAll > allBytes && held > leastBytes)) {
			this.#spill();
		}
	}

	/** Forgets all but the first items. */
	cut(length: number): void {
		const kept = Math.max(0, length - this.spilled);
		this.#recent.length = Math.min(this.#recent.length, kept);
		for (const bytes of this.#recentBytes.splice(kept)) {
			this.#hold(-bytes);
		}
		this.#starts.cut(length);
		this.#lengths.cut(length);
	}

	at(index: number): Item | undefined {
		return index < this.spilled ? this.#readBack(index) : this.#recent[index - this.spilled];
	}

	/** As an array's, without negative numbers. */
	slice(start = 0, end = this.length): Item[] {
		const items: Item[] = [];
		for (let index = start; index < Math.min(end, this.spilled); index += 1) {
			const item = this.#readBack(index);
			if (item !== undefined) {
				items.push(item);
			}
		}
		const recent = this.#recent.slice(
			Math.max(0, start - this.spilled),
			Math.max(0, end - this.spilled),
		);
		return items.length === 0 ? recent : items.concat(recent);
	}

	*[Symbol.iterator](): Iterator<Item> {
		for (let start = 0; start < this.length; start += readAtOnce) {
			yield* this.slice(start, start + readAtOnce);
		}
	}

	#hold(bytes: number): void {
		this.#held.bytes += bytes;
		heldByAll += bytes;
	}

	#readBack(index: number): Item | undefined {
		const start = this.#starts.at(index);
		const file = this.#files[Math.floor(start / fileStep)];
		const text = file?.read(start % fileStep, this.#lengths.at(index));
		return text === undefined ? undefined : (JSON.parse(text) as Item);
	}

	#spill(): void {
		const file = spillFile();
		if (this.#files.at(-1) !== file) {
			this.#files.push(file);
		}
		const base = (this.#files.length - 1) * fileStep;
		for (const item of this.#recent) {
			const start = file.append(JSON.stringify(item));
			this.#starts.push(base + start);
			this.#lengths.push(file.size - start);
		}
		this.#recent = [];
		this.#recentBytes = [];
		this.#hold(-this.#held.bytes);
	}
}
