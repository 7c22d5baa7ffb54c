import { freshGuard } from '../../compaction/policy.ts';
import type { CooldownHolder } from '../../models/cooldown.ts';
import { noWishes, type UserEdits } from '../../summary/userEdits.ts';
import type { SqliteStore } from '../store/sqliteStore.ts';
import type { ConversationState } from '../store/state.ts';

/** A change to the state; what is undefined goes. */
export type StateChange = {
	readonly [Key in keyof ConversationState]?: ConversationState[Key] | undefined;
};

/**
 * The state that is kept with a conversation. Written as a change to what is stored now: another
 * process may have written something else of it.
 */
export class KeptState {
	readonly #store: SqliteStore;
	readonly #id: string;
	readonly #onFailure: (error: unknown) => void;
	#state: ConversationState;
	/** Changes that could not be kept; they go along with the next one. */
	#unkept: StateChange = {};

	/** @param onFailure A change could not be kept; it holds until the reload. */
	constructor(store: SqliteStore, id: string, onFailure: (error: unknown) => void) {
		this.#store = store;
		this.#id = id;
		this.#onFailure = onFailure;
		this.#state = store.find(id)?.state ?? { cooldowns: {}, guard: freshGuard, paused: false };
	}

	get now(): ConversationState {
		return this.#state;
	}

	/**
	 * What a person had decided when an undo went back to the log as it is, here or in another window;
	 * it matters while no record is active.
	 */
	get remembered(): UserEdits {
		const { kept, removed } = this.#store.find(this.#id)?.state ?? this.#state;
		return { kept: kept ?? noWishes.kept, removed: removed ?? noWishes.removed };
	}

	/** Remembers it in place of what was remembered; where that fails somebody is told. */
	remember(wishes: UserEdits): void {
		const hasAny = ({ kept, removed }: UserEdits): boolean => kept.length + removed.length > 0;
		if (hasAny(wishes) || hasAny(this.remembered)) {
			const { kept, removed } = wishes;
			this.tryWrite({
				kept: kept.length === 0 ? undefined : kept,
				removed: removed.length === 0 ? undefined : removed,
			});
		}
	}

	/** Keeps a change. @throws {StoreError} when it could not be kept; then it does not hold either. */
	write(change: StateChange): void {
		const stored = this.#store.find(this.#id)?.state ?? this.#state;
		// Never all of what was known here: another window may have removed some of it.
		const next = withChange(withChange(stored, this.#unkept), change);
		this.#store.saveState(this.#id, next);
		this.#unkept = {};
		this.#state = next;
	}

	/** Keeps a change; where that fails it holds until the reload, and somebody is told. */
	tryWrite(change: StateChange): void {
		try {
			this.write(change);
		} catch (error) {
			this.#state = withChange(this.#state, change);
			this.#unkept = { ...this.#unkept, ...change };
			this.#onFailure(error);
		}
	}

	/** The cooldowns, as a ladder wants them. */
	get cooldowns(): CooldownHolder {
		return {
			get: () => this.#state.cooldowns,
			set: (cooldowns) => this.tryWrite({ cooldowns }),
		};
	}
}

function withChange(state: ConversationState, change: StateChange): ConversationState {
	return Object.fromEntries(
		Object.entries({ ...state, ...change }).filter(([, value]) => value !== undefined),
	) as unknown as ConversationState;
}
