import { Claims, fileLocks, ownLocks } from './claims.ts';
import type { Connection } from './connection.ts';
import {
	deleteConversation,
	deleteEverything,
	giveBack,
	rewrite,
	usedBytes,
	weighedIn,
} from './deleting.ts';
import { deleteDamaged, noteDamage, type StoreFiles } from './files.ts';
import { forgetIdentities } from './identities.ts';
import { indexMessage } from './nodes.ts';
import { expired, type RetentionLimits } from './retention.ts';
import { conversationRow, type ConversationRow } from './rows.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** What makes conversations outlive the window. */
export interface Disk {
	readonly files: StoreFiles;
	/** Why nothing can be written. */
	readonly readOnly?: string | undefined;
}

/** One of the two databases that conversations of a store are at home in, with the claims of those in it. */
export class Home {
	readonly connection: Connection;
	readonly claims: Claims;
	/** Absent in memory. */
	readonly disk: Disk | undefined;

	constructor(connection: Connection, disk?: Disk) {
		this.connection = connection;
		this.disk = disk;
		this.claims = new Claims(disk === undefined ? ownLocks() : fileLocks(disk.files.locks));
	}

	/** What is in memory is gone soon: it is indexed when it is first searched. */
	get index(): typeof indexMessage | undefined {
		return this.disk === undefined ? undefined : indexMessage;
	}

	has(id: string): boolean {
		return this.read(
			({ connection }) =>
				connection.get('select 1 from @.conversation where id = ?', id) !== undefined,
		);
	}

	/** Notes damage, whether SQLite found it or what a row holds. @throws {StoreError} */
	read<T>(work: (home: Home) => T): T {
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

	/** Reads something of a conversation. @throws {StoreError} when it is not there. */
	of<T>(id: string, work: (connection: Connection, row: ConversationRow) => T): T {
		return this.read(({ connection }) => work(connection, conversationRow(connection, id)));
	}

	/** Does all of it or nothing. @throws {StoreError} */
	write<T>(work: (home: Home) => T): T {
		this.checkWritable();
		return this.read(() => this.connection.transaction(() => work(this)));
	}

	get readOnly(): string | undefined {
		return this.disk?.readOnly;
	}

	/** @throws {StoreError} */
	checkWritable(): void {
		if (this.readOnly !== undefined) {
			throw new StoreError('read-only', { detail: this.readOnly });
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

	/** The same without a look at who uses it, and without giving its space back. @returns Whether it was there. */
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

	/** Deletes what is older than the limits allow, oldest first. @returns The ids that are gone. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		const chosen = this.read(({ connection }) =>
			expired(weighedIn(connection), usedBytes(connection), limits, nowMs),
		);
		// One by one: other windows can write in between.
		const gone = chosen.filter((id) => !this.claims.isInUse(id) && this.takeOut(id));
		if (gone.length > 0) {
			this.giveBack();
		}
		return gone;
	}

	/** Deletes everything, damaged files that were set aside as well. */
	clear(): void {
		this.write(({ connection }) => deleteEverything(connection));
		if (this.disk !== undefined) {
			deleteDamaged(this.disk.files);
		}
		this.read(({ connection }) => rewrite(connection));
	}

	/** Gives the space of what was deleted back. */
	giveBack(): void {
		this.read(({ connection }) => giveBack(connection));
	}
}
