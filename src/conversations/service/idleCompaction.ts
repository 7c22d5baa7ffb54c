import { lastMomentIn } from '../../compaction/cost/cacheRules.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { Compactor } from './compactor.ts';
import type { LiveConversation } from './live.ts';

/**
 * How long a tool may run before its task counts as abandoned, milliseconds; a longer cache lifetime takes precedence.
 */
const toolPatience = 5 * 60_000;

/** Detects the moments between and around tasks, and compacts or prunes the conversation then if that pays off. */
export class IdleCompaction {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	#inTask = false;
	#stopWaiting: (() => void) | undefined;
	/** The focus of the compaction that the working model requested for the end of its task. */
	#requestedFocus: Redacted | undefined;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
	}

	/** Whether a client is working on a task: its latest request has no reply yet, or the reply calls tools. */
	get inTask(): boolean {
		return this.#inTask;
	}

	/** The user sends a message. */
	taskBegins(): void {
		this.#inTask = false;
		this.#requestedFocus = undefined;
		this.#compactor.boundary();
	}

	/**
	 * A client's request is about to be sent; after a pause or a reload, the provider has nothing cached for the first
	 * request of a task.
	 */
	requested(): void {
		if (!this.#inTask) {
			this.#guarded(() => this.#compactor.pruneIfCold());
		}
		this.#inTask = true;
		this.dispose();
	}

	/** The model requests a compaction at the end of the task, once. @returns Whether the request was accepted. */
	requestCompaction(focus: Redacted): boolean {
		const isNoted = this.#inTask && this.#requestedFocus === undefined;
		if (isNoted) {
			this.#requestedFocus = focus;
		}
		return isNoted;
	}

	/**
	 * The reply calls tools. A client may abandon the task at this point; in that case finished results are applied when
	 * the cache has gone cold. Nothing new is started, because a tool may run for longer.
	 */
	toolsCalled(): void {
		this.dispose();
		this.#guarded(() => {
			const { cache, settings } = this.#live;
			const patience = Math.max(cache.life(settings.prices.rules), toolPatience);
			this.#after(patience, () => {
				this.#inTask = false;
				this.#compactor.boundary();
			});
		});
	}

	/** The user's request was answered or abandoned. */
	taskEnded(): void {
		const requestedFocus = this.#requestedFocus;
		this.#inTask = false;
		this.#requestedFocus = undefined;
		this.dispose();
		this.#compactor.boundary();
		// A sub-agent that has answered is not continued.
		if (this.#live.closed || this.#live.state.now.subAgent === true) {
			return;
		}
		this.#guarded(() => {
			// A stop or an undo may have happened in between.
			if (requestedFocus !== undefined && this.#live.mayCompact) {
				this.#compactor.startInBackground({ focus: requestedFocus });
			}
			this.#idle(false);
			this.#awaitCacheEnd();
			this.#live.storeTaskEnd();
		});
	}

	/** Continues to wait for the end of the cache after a reload, if a task had ended before. */
	resume(): void {
		if (this.#live.taskEnd !== undefined && !this.#inTask) {
			this.#guarded(() => this.#awaitCacheEnd());
		}
	}

	/** @param isEnding The provider's cache is about to expire. */
	#idle(isEnding: boolean): void {
		if (this.#live.isDueBetweenTasks(isEnding)) {
			this.#compactor.startInBackground();
		} else {
			this.#compactor.pruneIfCold();
		}
	}

	#awaitCacheEnd(): void {
		const { cache, settings, conversation } = this.#live;
		const { rules } = settings.prices;
		const left = cache.left(rules);
		if (left > 0) {
			const { length } = conversation.log;
			const moment = lastMomentIn(left, cache.life(rules));
			this.#after(moment, () => {
				this.#after(left - moment, () => this.#compactor.pruneIfCold());
				this.#live.refresh();
				// Otherwise another window has continued it.
				if (conversation.log.length === length) {
					this.#idle(true);
				}
			});
		}
	}

	/** Stops waiting. */
	dispose(): void {
		this.#stopWaiting?.();
		this.#stopWaiting = undefined;
	}

	#after(ms: number, run: () => void): void {
		this.#stopWaiting = this.#live.parts.timers.after(ms, () => this.#guarded(run));
	}

	/** Errors in optional work must not stop necessary work. */
	#guarded(run: () => void): void {
		try {
			run();
		} catch (error) {
			this.#live.parts.unexpected(error);
		}
	}
}
