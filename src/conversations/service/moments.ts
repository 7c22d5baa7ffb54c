import type { Compactor } from './compactor.ts';
import type { LiveConversation } from './live.ts';
import type { Prunings } from './prunings.ts';

/** So long a tool may run before its task is taken for given up, milliseconds; a longer life of the cache counts. */
const toolPatience = 5 * 60_000;

/**
 * When a conversation is compacted that does not have to be: between tasks, and when the provider's cache
 * has gone cold; where that does not pay yet, it is pruned then. What was written in the middle of a task is applied
 * at its end.
 */
export class CompactionTriggers {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	readonly #prunings: Prunings;
	#inTask = false;
	#stopWaiting: (() => void) | undefined;

	constructor(live: LiveConversation, compactor: Compactor, prunings: Prunings) {
		this.#live = live;
		this.#compactor = compactor;
		this.#prunings = prunings;
	}

	/** Whether a client works on a task: its latest request is not answered, or the answer calls tools. */
	get inTask(): boolean {
		return this.#inTask;
	}

	/** A person says something. */
	taskBegins(): void {
		this.#inTask = false;
		this.#compactor.boundary();
	}

	/** A client's request is about to leave; after a pause or a reload nothing is cached of the first of a task. */
	requested(): void {
		if (!this.#inTask) {
			this.#guarded(() => this.#prunings.pruneIfCold());
		}
		this.#inTask = true;
		this.dispose();
	}

	/** The answer calls tools. What a client has given up behind one is at an end when the cache has gone cold. */
	toolsCalled(): void {
		this.dispose();
		this.#guarded(() => {
			const patience = Math.max(this.#cacheLifetime, toolPatience);
			this.#after(patience, () => this.taskEnded());
		});
	}

	/** Something that was queued is done. */
	entryDone(): void {
		if (!this.#inTask) {
			this.#compactor.boundary();
		}
	}

	/** The person's request is answered, or given up. */
	taskEnded(): void {
		this.#inTask = false;
		this.dispose();
		this.#compactor.boundary();
		// Nobody goes on with a sub-agent that has answered.
		if (this.#live.closed || this.#live.state.now.subAgent === true) {
			return;
		}
		this.#guarded(() => {
			this.#look();
			this.#after(this.#cacheLifetime, () => this.#look());
		});
	}

	/** Waits for nothing any more. */
	dispose(): void {
		this.#stopWaiting?.();
		this.#stopWaiting = undefined;
	}

	/** Milliseconds. */
	get #cacheLifetime(): number {
		return this.#live.settings.prices.rules.lifetimeMs;
	}

	#after(ms: number, run: () => void): void {
		this.#stopWaiting = this.#live.parts.timers.after(ms, () => this.#guarded(run));
	}

	#look(): void {
		if (this.#live.isDueBetweenTasks()) {
			this.#compactor.startInBackground();
		} else {
			this.#prunings.pruneIfCold();
		}
	}

	/** A compaction that does not have to be must not stop what does: the settings are read from the store. */
	#guarded(run: () => void): void {
		try {
			run();
		} catch (error) {
			this.#live.parts.unexpected(error);
		}
	}
}
