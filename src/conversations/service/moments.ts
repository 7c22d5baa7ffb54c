import type { Compactor } from './compactor.ts';
import type { LiveConversation } from './live.ts';

/**
 * When a conversation is compacted that does not have to be: between tasks, and when the provider's cache
 * has gone cold. What was written in the middle of a task is applied at its end.
 */
export class Moments {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	#inTask = false;
	#stopWaiting: (() => void) | undefined;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
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

	/** A client's request leaves. */
	requested(): void {
		this.#inTask = true;
		this.dispose();
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
		if (this.#live.closed) {
			return;
		}
		this.#look();
		const { timers } = this.#live.parts;
		this.#stopWaiting = timers.after(this.#live.settings.prices.rules.lifetimeMs, () =>
			this.#look(),
		);
	}

	/** Waits for nothing any more. */
	dispose(): void {
		this.#stopWaiting?.();
		this.#stopWaiting = undefined;
	}

	#look(): void {
		if (this.#live.isDueBetweenTasks()) {
			this.#compactor.startInBackground();
		}
	}
}
