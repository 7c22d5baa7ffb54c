import { Claims, fileLocks, ownLocks } from './claims.ts';
import { Connection, numberIn, textIn } from './connection.ts';
import { conversationRow, deleteConversation, forgetIdentities } from './conversations.ts';
import { deleteDamaged, noteDamage, removeBackups, type StoreFiles } from './files.ts';
import { indexMessage, type StoredConversationRow } from './nodes.ts';
import { migrate } from './schema.ts';
import type { RetentionLimits } from './store.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** What makes conversations outlive the window. */
export interface Disk {
	readonly files: StoreFiles;
	/** Why nothing can be written. */
	readonly readOnly?: string | undefined;
}

/** One of the two databases of a store, memory or disk, with the claims of its conversations. */
export class StoreDatabase {
	readonly connection: Connection;
	readonly claims: Claims;
	/** Absent in memory. */
	readonly disk: Disk | undefined;

	constructor(connection: Connection, disk?: Disk) {
		this.connection = connection;
		this.disk = disk;
		this.claims = new Claims(disk === undefined ? ownLocks() : fileLocks(disk.files.locks));
	}

	/** An empty one. @throws {StoreError} `no-sqlite` */
	static inMemory(): StoreDatabase {
		const connection = Connection.inMemory();
		connection.exec('pragma foreign_keys = on; pragma @.auto_vacuum = incremental');
		migrate(connection);
		return new StoreDatabase(connection);
	}

	/** What is in memory is gone soon: it is indexed when it is first searched. */
	get index(): typeof indexMessage | undefined {
		return this.disk === undefined ? undefined : indexMessage;
	}

	has(id: string): boolean {
		const sql = 'select 1 from @.conversation where id = ?';
		return this.read(({ connection }) => connection.get(sql, id) !== undefined);
	}

	/** Notes damage, whether SQLite found it or a row does not hold what it should. @throws {StoreError} */
	read<T>(work: (database: StoreDatabase) => T): T {
		try {
			return work(this);
		} catch (error) {
			const failure = toStoreError(error);
			if (this.disk !== undefined && failure instanceof StoreError && failure.kind === 'damaged') {
				noteDamage(this.disk.files);
			}
			throw failure;
		}
	}

	/** Reads something of a conversation. @throws {StoreError} if it is not there. */
	of<T>(id: string, work: (connection: Connection, row: StoredConversationRow) => T): T {
		return this.read(({ connection }) => work(connection, conversationRow(connection, id)));
	}

	/** Does all of it or nothing. @throws {StoreError} */
	write<T>(work: (database: StoreDatabase) => T): T {
		this.checkWritable();
		return this.read(() => this.connection.transaction(() => work(this)));
	}

	/** @throws {StoreError} */
	checkWritable(): void {
		if (this.disk?.readOnly !== undefined) {
			throw new StoreError('read-only', { detail: this.disk.readOnly });
		}
	}

	/**
	 * Deletes a conversation, and what stands for it.
	 * @param instead Of forgetting that: it goes on elsewhere. Nobody writes between this and the rest.
	 * @throws {StoreError} `in-use` by another window.
	 */
	delete(id: string, instead?: () => void): void {
		this.checkWritable();
		this.claims.checkUnused(id);
		this.takeOut(id, instead);
		this.giveBack();
	}

	/** Likewise, without checking who uses it and without giving its space back. @returns Whether it was there. */
	takeOut(id: string, instead = () => forgetIdentities(this.connection, id)): boolean {
		const deleted = this.write(({ connection }) => {
			instead();
			return deleteConversation(connection, id);
		});
		if (deleted) {
			this.claims.forget(id);
		}
		return deleted;
	}

	/** Deletes what is older than the limits allow, oldest first. @returns The deleted ids. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		const chosen = this.read(({ connection }) => expired(connection, limits, nowMs));
		// One by one: other windows can write in between.
		const gone = chosen.filter((id) => !this.claims.isInUse(id) && this.takeOut(id));
		if (gone.length > 0) {
			this.giveBack();
		}
		return gone;
	}

	/** Deletes everything, the backup and damaged files that were set aside too. */
	clear(): void {
		this.write(({ connection }) =>
			connection.exec(`update @.conversation set active = null;
				delete from @.record;
				delete from @.span;
				delete from @.conversation;
				delete from @.node;
				delete from @.spending;
				delete from @.identity;
				insert into @.words (words) values ('delete-all');`),
		);
		if (this.disk !== undefined) {
			removeBackups(this.disk.files);
			deleteDamaged(this.disk.files);
		}
		// Leaves out what an earlier version deleted without overwriting it.
		this.read(({ connection }) => {
			connection.exec(`vacuum ${connection.schema}`);
			connection.exec('pragma @.wal_checkpoint(truncate)');
		});
	}

	/** Gives the space of what was deleted back. The next backup is made without it. */
	giveBack(): void {
		if (this.disk !== undefined) {
			removeBackups(this.disk.files);
		}
		this.read(({ connection }) => {
			optimiseIndex(connection);
			for (
				let free = pragma(connection, 'freelist_count'), before = Infinity;
				free > 0 && free < before;
			) {
				connection.exec(`pragma @.incremental_vacuum(${freedAtOnce})`);
				before = free;
				free = pragma(connection, 'freelist_count');
			}
			connection.exec('pragma @.wal_checkpoint(truncate)');
		});
	}

	/** Bytes of the file; its write-ahead log comes and goes. */
	get bytes(): number {
		return this.read(({ connection }) => fileBytes(connection));
	}
}

function pragma(connection: Connection, name: string): number {
	return numberIn(connection.get(`pragma @.${name}`) ?? {}, name);
}

function fileBytes(connection: Connection): number {
	return pragma(connection, 'page_count') * pragma(connection, 'page_size');
}

/** Pages of the index that are merged in one transaction: other windows can write in between. */
const mergedAtOnce = 2_000;

/** Pages that are given back in one transaction. */
const freedAtOnce = 5_000;

/** Writes the index anew without what was deleted. */
function optimiseIndex(connection: Connection): void {
	const totalChanges = (): number =>
		numberIn(connection.get('select total_changes() as changes') ?? {}, 'changes');
	const merge = (pages: number): number => {
		const before = totalChanges();
		connection.run("insert into @.words (words, rank) values ('merge', ?)", pages);
		return totalChanges() - before;
	};
	// Negative: all of it and not only what the index would merge by itself. Below 2: it is done.
	for (let changes = merge(-mergedAtOnce); changes >= 2; ) {
		changes = merge(mergedAtOnce);
	}
}

/** Once there is too much, this share of the limit stays: indexes shrink only later. */
const shareKept = 0.9;

/** Picks conversations to delete, the longest unchanged first. Ignores future timestamps. */
function expired(
	connection: Connection,
	{ maxAgeMs = Infinity, maxBytes = Infinity, keep = [] }: RetentionLimits,
	nowMs: number,
): readonly string[] {
	const used =
		fileBytes(connection) - pragma(connection, 'freelist_count') * pragma(connection, 'page_size');
	const rows = connection
		.all('select id, updated, bytes from @.conversation order by updated')
		.map((row) => ({
			id: textIn(row, 'id'),
			updatedAt: numberIn(row, 'updated'),
			bytes: numberIn(row, 'bytes'),
		}));
	const content = rows.reduce((sum, { bytes }) => sum + bytes, 0);
	const target = used > maxBytes ? shareKept * maxBytes : Infinity;
	let left = used;
	return rows.flatMap(({ id, updatedAt, bytes }) => {
		const isTooOld = nowMs - updatedAt > maxAgeMs;
		const isTooMuch = left > target && bytes > 0;
		if (keep.includes(id) || !(isTooOld || isTooMuch)) {
			return [];
		}
		// Indexes are a share of what they index.
		left -= content === 0 ? 0 : bytes * (used / content);
		return [id];
	});
}
