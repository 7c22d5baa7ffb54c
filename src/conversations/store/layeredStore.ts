import { isImported, type CompactionRecord } from '../../compaction/record.ts';
import type { FileIdentity } from '../fileIdentity.ts';
import type { Beginning } from './beginnings.ts';
import type { ConversationDocument } from './document.ts';
import { LayeredIdentities } from './layeredIdentities.ts';
import type { RetentionLimits } from './retention.ts';
import { alternating } from './search/alternating.ts';
import { readingsOf } from './search/terms.ts';
import { Moves } from './moves.ts';
import type { SqliteStore } from './sqliteStore.ts';
import type {
	CommitOutcome,
	ConversationStore,
	Found,
	NewConversation,
	SearchQuery,
	StoredConversation,
	StoredRecord,
} from './store.ts';
import { StoreError, type StoreFailure } from './storeError.ts';

/** What lets a conversation go on in memory: waiting or trying again would not help at once. */
const lasting: ReadonlySet<StoreFailure> = new Set(['disk-full', 'read-only', 'io']);

/** Requests about one conversation, which their first parameter names. */
type OfOne =
	| 'find'
	| 'has'
	| 'log'
	| 'tokens'
	| 'record'
	| 'records'
	| 'recordCount'
	| 'append'
	| 'activate'
	| 'saveState'
	| 'rename'
	| 'claim';

/**
 * One store out of two: what is kept lies in one, what is not to be kept and what is only looked at in memory.
 * A conversation whose medium fails while it is written goes on in memory, from where it was.
 */
export class LayeredStore implements ConversationStore {
	readonly identities: LayeredIdentities;
	/** Where conversations are that are not kept, and what is only looked at. */
	readonly memory: SqliteStore;
	/** Takes conversations from one to the other. */
	readonly moves: Moves;
	readonly find = this.#reads('find');
	readonly has = this.#reads('has');
	readonly log = this.#reads('log');
	readonly tokens = this.#reads('tokens');
	readonly record = this.#reads('record');
	readonly records = this.#reads('records');
	readonly recordCount = this.#reads('recordCount');
	readonly append = this.#writes('append');
	readonly activate = this.#writes('activate');
	readonly saveState = this.#writes('saveState');
	readonly rename = this.#writes('rename');
	readonly claim = this.#writes('claim');
	readonly #kept: SqliteStore;
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
		this.memory = memory;
		this.moves = new Moves(kept, memory);
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
		return this.#isDurable && !this.moves.isInMemory(id) && this.#kept.has(id);
	}

	/** A conversation that is not kept, whatever is done with other new ones. */
	createInMemory(conversation: NewConversation): StoredConversation {
		return this.memory.create(conversation);
	}

	/** Whether it is only looked at: no window has made a conversation of it. */
	isView(id: string): boolean {
		return this.moves.isView(id);
	}

	/** Something to look at. @param origin The conversation it begins like: it shows its records. */
	createView(about: NewConversation, origin: FileIdentity['origin']): StoredConversation {
		const view =
			origin !== undefined && this.has(origin.id)
				? this.forkInMemory(origin.id, origin.messages, about)
				: this.memory.create(about);
		this.moves.look(view.id);
		return view;
	}

	list(): readonly StoredConversation[] {
		return [this.#kept, this.memory]
			.flatMap((store) => store.list().filter(({ id }) => this.#homeOf(id) === store))
			.sort((a, b) => b.updatedAt - a.updatedAt);
	}

	create(conversation: NewConversation): StoredConversation {
		return this.#making((store) => store.create(conversation));
	}

	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.moves.isInMemory(id)
			? this.forkInMemory(id, messages, conversation)
			: this.#making((store) => this.#forkInto(store, id, messages, conversation));
	}

	/** A fork in memory, wherever the other one is. */
	forkInMemory(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.#forkInto(this.memory, id, messages, conversation);
	}

	findBeginning(source: string, hashes: readonly string[], from: number): Beginning | undefined {
		const above = this.memory.findBeginning(source, hashes, from);
		const kept = this.#kept.findBeginning(source, hashes, from);
		// What is in memory hides what is kept of the same conversation.
		const below = kept !== undefined && this.moves.isInMemory(kept.conversation) ? undefined : kept;
		return (above?.messages ?? 0) >= (below?.messages ?? 0) ? above : below;
	}

	findNamed(source: string, name: string): StoredConversation | undefined {
		const above = this.memory.findNamed(source, name);
		const below = this.#kept.findNamed(source, name);
		return (above?.updatedAt ?? 0) >= (below?.updatedAt ?? 0) ? above : below;
	}

	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome {
		this.#beforeRecord(id, record);
		return this.#writing(id, (store) => store.commit(id, record, parent, expected));
	}

	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		this.#beforeRecord(id, record);
		return this.#writing(id, (store) => store.propose(id, record, parent));
	}

	restore(document: ConversationDocument, id?: string): StoredConversation {
		return this.#making((store) => store.restore(document, id));
	}

	delete(id: string): void {
		const isInMemory = this.memory.has(id);
		if (!isInMemory || this.#kept.has(id)) {
			this.#kept.delete(id);
		}
		if (isInMemory) {
			this.moves.forget(id);
		}
	}

	deleteAll(): void {
		// In this order: where that fails, what is in memory only is still there.
		this.#kept.deleteAll();
		this.moves.forgetAll();
	}

	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		return this.#kept.prune(limits, nowMs);
	}

	search(query: SearchQuery): readonly Found[] {
		if (query.conversation !== undefined) {
			return this.#homeOf(query.conversation).search(query);
		}
		const limit = query.offset + query.limit;
		// All read the text in the same way: what one finds exactly, the others need not guess at.
		for (let reading = 0; reading < readingsOf(query.text).length; reading += 1) {
			const whole = { ...query, offset: 0, limit, reading };
			const [kept = [], memory = []] = [this.#kept, this.memory].map((store) =>
				store.search(whole).filter((hit) => this.#homeOf(hit.conversation) === store),
			);
			const found = alternating(kept, memory);
			if (found.length > 0) {
				return found.slice(query.offset, limit);
			}
		}
		return [];
	}

	spent(day: string): number {
		return this.#kept.spent(day) + this.memory.spent(day);
	}

	addSpent(day: string, dollars: number): void {
		this.#keptOr(
			(store) => store.addSpent(day, dollars),
			() => this.memory.addSpent(day, dollars),
		);
	}

	/** Bytes of what is kept. */
	size(): number {
		return this.#kept.size();
	}

	close(): void {
		this.#kept.close();
		this.memory.close();
	}

	#homeOf(id: string): SqliteStore {
		return this.moves.isInMemory(id) || this.isView(id) ? this.memory : this.#kept;
	}

	#reads<Name extends OfOne>(name: Name): SqliteStore[Name] {
		return routed(name, (id, work) => work(this.#homeOf(id)));
	}

	#writes<Name extends OfOne>(name: Name): SqliteStore[Name] {
		return routed(name, (id, work) => this.#writing(id, work));
	}

	#forkInto(
		target: SqliteStore,
		id: string,
		messages: number,
		conversation: NewConversation,
	): StoredConversation {
		const home = this.#homeOf(id);
		if (home !== target) {
			target.take(() => home.rowsOf(id));
		}
		try {
			return target.fork(id, messages, conversation);
		} finally {
			if (home !== target) {
				target.delete(id);
			}
		}
	}

	/** With a record that no file brought along it is looked at no longer. */
	#beforeRecord(id: string, record: CompactionRecord): void {
		if (!isImported(record)) {
			this.moves.hold(id);
		}
	}

	/** Writes where the conversation is; in memory where that fails for good. */
	#writing<T>(id: string, work: (store: SqliteStore) => T): T {
		const home = this.#homeOf(id);
		return home !== this.#kept
			? work(home)
			: this.#keptOr(work, (error) => {
					this.moves.adopt(id);
					this.#onUnkept(id, error);
					return work(this.memory);
				});
	}

	/** Makes a conversation where it is to be kept; in memory where that fails for good. */
	#making(work: (store: SqliteStore) => StoredConversation): StoredConversation {
		return !this.#keepsNew()
			? work(this.memory)
			: this.#keptOr(work, (error) => {
					const made = work(this.memory);
					this.#onUnkept(made.id, error);
					return made;
				});
	}

	/** @param instead Is done where what is kept fails for good. */
	#keptOr<T>(work: (store: SqliteStore) => T, instead: (error: StoreError) => T): T {
		try {
			return work(this.#kept);
		} catch (error) {
			if (error instanceof StoreError && lasting.has(error.kind)) {
				return instead(error);
			}
			throw error;
		}
	}
}

/** A request about one conversation, answered by the store where it is. */
function routed<Name extends OfOne>(
	name: Name,
	route: (id: string, work: (store: SqliteStore) => unknown) => unknown,
): SqliteStore[Name] {
	const request = (...parameters: Parameters<SqliteStore[OfOne]>): unknown =>
		route(parameters[0], (store): unknown => Reflect.apply(store[name], store, parameters));
	return request as SqliteStore[Name];
}
