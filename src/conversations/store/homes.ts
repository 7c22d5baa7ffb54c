import type { FileIdentity } from '../fileIdentity.ts';
import type { Home } from './home.ts';
import { StoreError } from './storeError.ts';

/** Where each conversation of a store is: in memory or on disk. */
export class Homes {
	readonly memory: Home;
	/** Absent: there is no disk. */
	readonly kept: Home | undefined;
	/**
	 * What is in memory and only looked at, with the conversation it begins like: files have all there is of
	 * it. As soon as a window keeps a conversation of it, that counts.
	 */
	readonly views = new Map<string, FileIdentity['origin']>();

	constructor(memory: Home, kept: Home | undefined) {
		this.memory = memory;
		this.kept = kept;
	}

	/** Where what is to last is, as far as anything does. */
	get lasting(): Home {
		return this.kept ?? this.memory;
	}

	/** @throws {StoreError} where there is none. */
	get disk(): Home {
		if (this.kept === undefined) {
			throw new StoreError('io', { detail: 'there is no store on disk' });
		}
		return this.kept;
	}

	/** Where one that is nowhere would be looked for on disk. */
	of(id: string): Home {
		const { memory, lasting } = this;
		const isInMemory = this.views.has(id) ? !lasting.has(id) : memory.has(id);
		return isInMemory ? memory : lasting;
	}

	isInMemory(id: string): boolean {
		return this.of(id) === this.memory;
	}

	isKept(id: string): boolean {
		return !this.isInMemory(id) && this.disk.has(id);
	}

	/** Whether it is only looked at: no window has made a conversation of it. */
	isView(id: string): boolean {
		return this.views.has(id) && this.isInMemory(id);
	}

	/** Reads something of each, memory first. */
	each<T>(read: (home: Home) => T): readonly T[] {
		const { memory, kept } = this;
		return [memory, ...(kept === undefined ? [] : [kept])].map((home) => home.read(read));
	}

	/** The same of what is found about conversations, each where it is. */
	found<T>(
		read: (home: Home) => readonly T[],
		idOf: (found: T) => string,
	): readonly (readonly T[])[] {
		return this.each((home) => read(home).filter((one) => this.of(idOf(one)) === home));
	}
}
