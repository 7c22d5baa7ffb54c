import type { CooldownHolder } from '../../models/cooldown.ts';
import { noUserEdits, type UserEdits } from '../../summary/userEdits.ts';
import type { SqliteStore } from '../store/sqliteStore.ts';
import { freshState, type ConversationState } from '../store/state.ts';

/** A change to the state; an undefined property is removed. */
export type StateChange = {
	readonly [Key in keyof ConversationState]?: ConversationState[Key] | undefined;
};

/**
 * The stored state of a conversation. Written as a change to what is stored now, because another process may have
 * written other properties.
 */
export class StoredState {
	readonly #store: SqliteStore;
	readonly #id: string;
	readonly #onFailure: (error: unknown) => void;
	#state: ConversationState;
	/** Changes that could not be stored; they are included in the next write. */
	#unkept: StateChange = {};

	/** @param onFailure A change could not be stored; it lasts until the window is reloaded. */
	constructor(store: SqliteStore, id: string, onFailure: (error: unknown) => void) {
		this.#store = store;
		this.#id = id;
		this.#onFailure = onFailure;
		this.#state = store.find(id)?.state ?? freshState;
	}

	get now(): ConversationState {
		return this.#state;
	}

	/** Catches up with what other processes stored. */
	refresh(stored: ConversationState): void {
		this.#state = withChange(stored, this.#unkept);
	}

	/** The user's edits from before an undo returned to the uncompacted log; relevant while no record is active. */
	get remembered(): UserEdits {
		const { kept, removed } = this.#state;
		return { kept: kept ?? noUserEdits.kept, removed: removed ?? noUserEdits.removed };
	}

	/** Replaces the remembered edits; if that fails, the failure is reported. */
	remember(userEdits: UserEdits): void {
		const hasAny = ({ kept, removed }: UserEdits): boolean => kept.length + removed.length > 0;
		if (hasAny(userEdits) || hasAny(this.remembered)) {
			const { kept, removed } = userEdits;
			this.tryWrite({
				kept: kept.length === 0 ? undefined : kept,
				removed: removed.length === 0 ? undefined : removed,
			});
		}
	}

	/** Stores a change. @throws {StoreError} when it could not be stored; then it does not take effect either. */
	write(change: StateChange): void {
		const stored = this.#store.find(this.#id)?.state ?? this.#state;
		// Never the whole state as known here: another window may have removed some of it.
		const next = withChange(withChange(stored, this.#unkept), change);
		this.#store.saveState(this.#id, next);
		this.#unkept = {};
		this.#state = next;
	}

	/** Stores a change; if that fails, it lasts until the window is reloaded, and the failure is reported. */
	tryWrite(change: StateChange): void {
		try {
			this.write(change);
		} catch (error) {
			this.#state = withChange(this.#state, change);
			this.#unkept = { ...this.#unkept, ...change };
			this.#onFailure(error);
		}
	}

	/** The cooldowns, in the form that a ladder expects. */
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
