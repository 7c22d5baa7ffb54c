import { filesIn } from '../../../../src/conversations/store/files.ts';
import { StoreDatabase } from '../../../../src/conversations/store/database.ts';
import { migrate } from '../../../../src/conversations/store/schema.ts';
import { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { StoreError, type StoreFailure } from '../../../../src/conversations/store/storeError.ts';
import { entries, newConversation, temporaryFolders } from './samples.ts';

/** What is kept, on a disk that a test makes full. */
class FullDatabase extends StoreDatabase {
	/** Is done before each read of it. */
	whileReading: (() => void) | undefined;
	/** Is done before the next write, in another window for example. */
	beforeNext: (() => void) | undefined;
	isFull = false;

	override read<T>(work: () => T): T {
		return super.read(() => {
			this.whileReading?.();
			return work();
		});
	}

	override checkWritable(): void {
		super.checkWritable();
		const before = this.beforeNext;
		this.beforeNext = undefined;
		before?.();
		if (this.isFull) {
			throw new StoreError('disk-full');
		}
	}
}

/** A store over both homes, whose disk a test makes fail. */
export class TwoHomes {
	readonly store: SqliteStore;
	/** What is in memory alone. */
	readonly memory: SqliteStore;
	/** What is on disk alone, which is never full for this. */
	readonly kept: SqliteStore;
	/** What could not be kept any more, with the reason. */
	readonly unkept: (readonly [id: string, reason: StoreFailure])[] = [];
	keepsNew = true;
	time = 1_000;
	readonly #disk: FullDatabase;

	/** @param folder Of the store. */
	constructor(folder: string, readOnly?: string) {
		const now = (): number => this.time;
		const memory = StoreDatabase.inMemory();
		const files = filesIn(folder);
		const connection = memory.connection.attach(files.database, 'write');
		connection.prepareForWriting();
		migrate(connection);
		this.#disk = new FullDatabase(connection, { files, readOnly });
		this.store = new SqliteStore(memory, this.#disk, {
			now,
			keepsNew: () => this.keepsNew,
			onUnkept: (id, { kind }) => this.unkept.push([id, kind]),
		});
		this.memory = new SqliteStore(memory, memory, { now });
		const kept = new StoreDatabase(connection, { files });
		this.kept = new SqliteStore(kept, kept, { now });
	}

	/** A new conversation with messages. @returns Its id. */
	started(...messages: readonly string[]): string {
		const { id } = this.store.create(newConversation);
		this.store.append(id, entries(...messages));
		return id;
	}

	texts(id: string, store: SqliteStore = this.store): readonly unknown[] {
		return store.log(id).map(({ message }) => message.content);
	}

	/** Is done before each read of the disk. */
	whileReading(work: () => void): void {
		this.#disk.whileReading = work;
	}

	/** Nothing can be written to the disk from now on. */
	fill(): void {
		this.#disk.isFull = true;
	}

	free(): void {
		this.#disk.isFull = false;
	}

	/** The next write to the disk fails. @param kind With what. */
	failNext(kind: StoreFailure = 'disk-full'): void {
		this.beforeNext(() => {
			throw new StoreError(kind);
		});
	}

	/** Is done before the next write to the disk, in another window for example. */
	beforeNext(work: () => void): void {
		this.#disk.beforeNext = work;
	}
}

/** Opens stores that are closed after each test. */
export function openedHomes(): (path?: string, readOnly?: string) => TwoHomes {
	const folder = temporaryFolders();
	const opened: TwoHomes[] = [];
	afterEach(() => opened.splice(0).forEach(({ store }) => store.close()));
	return (path = folder(), readOnly) => {
		const homes = new TwoHomes(path, readOnly);
		opened.push(homes);
		return homes;
	};
}
