import { isImported, type CompactionRecord } from '../../compaction/record.ts';
import type { LogRange } from '../../messages/message.ts';
import type { Beginning } from './beginnings.ts';
import type { ConversationDocument } from './document.ts';
import { reach } from './documentRecord.ts';
import { LayeredIdentities } from './layeredIdentities.ts';
import type { RetentionLimits } from './retention.ts';
import { alternating } from './search/alternating.ts';
import { readingsOf } from './search/terms.ts';
import { Moves } from './moves.ts';
import type { SqliteStore } from './sqliteStore.ts';
import type {
	Claim,
	ClaimPurpose,
	CommitOutcome,
	ConversationState,
	ConversationStore,
	Found,
	NewConversation,
	NewEntry,
	SearchQuery,
	StoredConversation,
	StoredNode,
	StoredRecord,
} from './store.ts';
import { StoreError, type StoreFailure } from './storeError.ts';

/** What lets a conversation go on in memory: waiting or trying again would not help at once. */
const lasting: ReadonlySet<StoreFailure> = new Set(['disk-full', 'read-only', 'io']);

/**
 * One store out of two: what is kept lies in the lower one, what is not to be kept in memory above it.
 * A conversation whose medium fails while it is written goes on in memory, from where it was.
 */
export class LayeredStore implements ConversationStore {
	readonly identities: LayeredIdentities;
	readonly #kept: SqliteStore;
	readonly #memory: SqliteStore;
	readonly #moves: Moves;
	readonly #isDurable: boolean;
	/** Whether new conversations are kept. */
	readonly #keepsNew: () => boolean;
	readonly #onUnkept: (id: string, error: StoreError) => void;

	/**
	 * @param options.isDurable Whether what is kept survives the window; not so without a database.
	 * @param options.keepsNew Whether new conversations are kept.
	 * @param options.onUnkept A conversation could not be written, and is in memory from now on.
	 */
	constructor(
		kept: SqliteStore,
		memory: SqliteStore,
		options: {
			readonly isDurable: boolean;
			readonly keepsNew: () => boolean;
			readonly onUnkept: (id: string, error: StoreError) => void;
		},
	) {
		this.#kept = kept;
		this.#memory = memory;
		this.#moves = new Moves(kept, memory);
		this.#isDurable = options.isDurable;
		this.#keepsNew = () => options.keepsNew() && this.canKeep;
		this.#onUnkept = options.onUnkept;
		this.identities = new LayeredIdentities(kept.identities, memory.identities, this.#keepsNew);
	}

	get readOnly(): string | undefined {
		return this.#kept.readOnly;
	}

	/** Whether anything can be kept at all. */
	get canKeep(): boolean {
		return this.#isDurable && this.#kept.readOnly === undefined;
	}

	/** Whether it survives the window. */
	isKept(id: string): boolean {
		return this.#isDurable && !this.#memory.has(id) && this.#kept.has(id);
	}

	/** A conversation that is not kept, whatever is done with other new ones. */
	createInMemory(conversation: NewConversation): StoredConversation {
		return this.#memory.create(conversation);
	}

	/** Keeps a conversation that was in memory only. @throws {StoreError} Then it stays as it was. */
	keep(id: string): void {
		this.#moves.keep(id);
	}

	/** Shows what another window keeps by now of a conversation that was only looked at here. */
	yield(id: string): void {
		this.#moves.yield(id);
	}

	/** Takes a conversation out of what is kept; it goes on in memory. @throws {StoreError} */
	release(id: string): void {
		if (this.#kept.readOnly !== undefined) {
			throw new StoreError('read-only', { detail: this.#kept.readOnly });
		}
		this.#moves.release(id);
	}

	/**
	 * Forgets all but the first messages of a conversation that nothing was done with but to look: its
	 * file became another one. What is kept stays as it is, and so does what has a record that the file
	 * did not bring along, or one that speaks of more messages.
	 * @returns Whether it was cut.
	 */
	cutInMemory(id: string, messages: number): boolean {
		const isView =
			this.#memory.has(id) &&
			this.#memory
				.records(id)
				.every(({ record }) => isImported(record) && reach(record) <= messages);
		if (isView) {
			const { nodes, ...rows } = this.#memory.rowsOf(id, messages);
			this.#memory.take({ ...rows, nodes: [...nodes] });
		}
		return isView;
	}

	list(): readonly StoredConversation[] {
		const above = this.#memory.list();
		const ids = new Set(above.map(({ id }) => id));
		return [...above, ...this.#kept.list().filter(({ id }) => !ids.has(id))].sort(
			(a, b) => b.updatedAt - a.updatedAt,
		);
	}

	find(id: string): StoredConversation | undefined {
		return this.#homeOf(id).find(id);
	}

	has(id: string): boolean {
		return this.#homeOf(id).has(id);
	}

	create(conversation: NewConversation): StoredConversation {
		return this.#making((store) => store.create(conversation));
	}

	log(id: string, range?: LogRange): readonly StoredNode[] {
		return this.#homeOf(id).log(id, range);
	}

	tokens(id: string, range: LogRange): readonly number[] {
		return this.#homeOf(id).tokens(id, range);
	}

	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		return this.#writing(id, (store) => store.append(id, entries));
	}

	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		const inMemory = (): StoredConversation => this.forkInMemory(id, messages, conversation);
		return this.#memory.has(id)
			? inMemory()
			: this.#making((store) =>
					store === this.#memory ? inMemory() : store.fork(id, messages, conversation),
				);
	}

	/** A fork in memory, wherever the other one is. */
	forkInMemory(id: string, messages: number, conversation: NewConversation): StoredConversation {
		const isInMemory = this.#memory.has(id);
		if (!isInMemory) {
			this.#memory.take(this.#kept.rowsOf(id));
		}
		try {
			return this.#memory.fork(id, messages, conversation);
		} finally {
			if (!isInMemory) {
				this.#memory.delete(id);
			}
		}
	}

	findBeginning(source: string, hashes: readonly string[], from: number): Beginning | undefined {
		const above = this.#memory.findBeginning(source, hashes, from);
		const kept = this.#kept.findBeginning(source, hashes, from);
		// What is in memory hides what is kept of the same conversation.
		const below = kept !== undefined && this.#memory.has(kept.conversation) ? undefined : kept;
		return (above?.messages ?? 0) >= (below?.messages ?? 0) ? above : below;
	}

	record(id: string, record: number): StoredRecord | undefined {
		return this.#homeOf(id).record(id, record);
	}

	findNamed(source: string, name: string): StoredConversation | undefined {
		const above = this.#memory.findNamed(source, name);
		const below = this.#kept.findNamed(source, name);
		return (above?.updatedAt ?? 0) >= (below?.updatedAt ?? 0) ? above : below;
	}

	records(id: string): readonly StoredRecord[] {
		return this.#homeOf(id).records(id);
	}

	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome {
		return this.#writing(id, (store) => store.commit(id, record, parent, expected));
	}

	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		return this.#writing(id, (store) => store.propose(id, record, parent));
	}

	activate(id: string, record: number | undefined): void {
		this.#writing(id, (store) => store.activate(id, record));
	}

	saveState(id: string, state: ConversationState): void {
		this.#writing(id, (store) => store.saveState(id, state));
	}

	rename(id: string, title: string): void {
		this.#writing(id, (store) => store.rename(id, title));
	}

	restore(document: ConversationDocument, id?: string): StoredConversation {
		return this.#making((store) => store.restore(document, id));
	}

	delete(id: string): void {
		const isInMemory = this.#memory.has(id);
		if (!isInMemory || this.#kept.has(id)) {
			this.#kept.delete(id);
		}
		if (isInMemory) {
			this.#moves.forget(id);
		}
	}

	deleteAll(): void {
		// In this order: where that fails, what is in memory only is still there.
		this.#kept.deleteAll();
		this.#moves.forgetAll();
	}

	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		return this.#kept.prune(limits, nowMs);
	}

	search(query: SearchQuery): readonly Found[] {
		if (query.conversation !== undefined) {
			return this.#homeOf(query.conversation).search(query);
		}
		const limit = query.offset + query.limit;
		// Both layers read the text in the same way: what one finds exactly, the other need not guess at.
		for (let reading = 0; reading < readingsOf(query.text).length; reading += 1) {
			const whole = { ...query, offset: 0, limit, reading };
			const kept = this.#kept.search(whole).filter((hit) => !this.#memory.has(hit.conversation));
			const found = alternating(kept, this.#memory.search(whole));
			if (found.length > 0) {
				return found.slice(query.offset, limit);
			}
		}
		return [];
	}

	recordCount(id: string): number {
		return this.#homeOf(id).recordCount(id);
	}

	claim(id: string, purpose: ClaimPurpose): Claim | undefined {
		return this.#writing(id, (store) => store.claim(id, purpose));
	}

	spent(day: string): number {
		return this.#kept.spent(day) + this.#memory.spent(day);
	}

	addSpent(day: string, dollars: number): void {
		try {
			this.#kept.addSpent(day, dollars);
		} catch (error) {
			if (!isLasting(error)) {
				throw error;
			}
			this.#memory.addSpent(day, dollars);
		}
	}

	/** Bytes of what is kept. */
	size(): number {
		return this.#kept.size();
	}

	close(): void {
		this.#kept.close();
		this.#memory.close();
	}

	#homeOf(id: string): SqliteStore {
		return this.#memory.has(id) ? this.#memory : this.#kept;
	}

	/** Writes where the conversation is; in memory where that fails for good. */
	#writing<T>(id: string, work: (store: SqliteStore) => T): T {
		const home = this.#homeOf(id);
		try {
			return work(home);
		} catch (error) {
			if (home === this.#memory || !isLasting(error)) {
				throw error;
			}
			this.#moves.adopt(id);
			this.#onUnkept(id, error);
			return work(this.#memory);
		}
	}

	/** Makes a conversation where it is to be kept; in memory where that fails for good. */
	#making(work: (store: SqliteStore) => StoredConversation): StoredConversation {
		if (!this.#keepsNew()) {
			return work(this.#memory);
		}
		try {
			return work(this.#kept);
		} catch (error) {
			if (!isLasting(error)) {
				throw error;
			}
			const made = work(this.#memory);
			this.#onUnkept(made.id, error);
			return made;
		}
	}
}

function isLasting(error: unknown): error is StoreError {
	return error instanceof StoreError && lasting.has(error.kind);
}
