import { lastMomentIn } from '../../compaction/cost/cacheRules.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { LiveConversation } from './live.ts';

/** So long a tool may run before its task is taken for given up, milliseconds; a longer life of the cache counts. */
const toolPatience = 5 * 60_000;

/** What is done at the moments of a conversation. */
export interface IdleRules {
	/** Nothing is in the middle of anything. */
	boundary(): void;
	/** A task has ended, or the provider's cache is about to end since. May throw. */
	idle(isEnding: boolean): void;
	/** A task has ended whose model asked for a compaction. May throw. */
	wished(focus: Redacted): void;
	/** The cache may have gone cold since the latest request. May throw. */
	maybeCold(): void;
}

/**
 * The moments between and around tasks: when something may be done to a conversation that does not have to be.
 */
export class IdleCompaction {
	readonly #live: LiveConversation;
	readonly #rules: IdleRules;
	#inTask = false;
	#stopWaiting: (() => void) | undefined;
	/** What the model that works on the task wants kept when it has ended. */
	#wish: Redacted | undefined;

	constructor(live: LiveConversation, rules: IdleRules) {
		this.#live = live;
		this.#rules = rules;
	}

	/** Whether a client works on a task: its latest request is not answered, or the answer calls tools. */
	get inTask(): boolean {
		return this.#inTask;
	}

	/** A person says something. */
	taskBegins(): void {
		this.#inTask = false;
		this.#wish = undefined;
		this.#rules.boundary();
	}

	/** A client's request is about to leave; after a pause or a reload nothing is cached of the first of a task. */
	requested(): void {
		if (!this.#inTask) {
			this.#guarded(() => this.#rules.maybeCold());
		}
		this.#inTask = true;
		this.dispose();
	}

	/** The model asks for a compaction when the task has ended, once. @returns Whether that is noted. */
	wish(focus: Redacted): boolean {
		const isNoted = this.#inTask && this.#wish === undefined;
		if (isNoted) {
			this.#wish = focus;
		}
		return isNoted;
	}

	/**
	 * The answer calls tools. A client may have given the task up behind one: then what was written meanwhile is
	 * applied when the cache has gone cold. Nothing new is begun, as a tool may run for longer.
	 */
	toolsCalled(): void {
		this.dispose();
		this.#guarded(() => {
			const { cache, settings } = this.#live;
			const patience = Math.max(cache.life(settings.prices.rules), toolPatience);
			this.#after(patience, () => {
				this.#inTask = false;
				this.#rules.boundary();
			});
		});
	}

	/** The person's request is answered, or given up. */
	taskEnded(): void {
		const wish = this.#wish;
		this.#inTask = false;
		this.#wish = undefined;
		this.dispose();
		this.#rules.boundary();
		// Nobody goes on with a sub-agent that has answered.
		if (this.#live.closed || this.#live.state.now.subAgent === true) {
			return;
		}
		this.#guarded(() => {
			if (wish !== undefined) {
				this.#rules.wished(wish);
			}
			this.#rules.idle(false);
			const { cache, settings } = this.#live;
			const { rules } = settings.prices;
			const left = cache.left(rules);
			if (left > 0) {
				const moment = lastMomentIn(left, cache.life(rules));
				this.#after(moment, () => {
					this.#after(left - moment, () => this.#rules.maybeCold());
					this.#rules.idle(true);
				});
			}
		});
	}

	/** Waits for nothing any more. */
	dispose(): void {
		this.#stopWaiting?.();
		this.#stopWaiting = undefined;
	}

	#after(ms: number, run: () => void): void {
		this.#stopWaiting = this.#live.parts.timers.after(ms, () => this.#guarded(run));
	}

	/** What does not have to be must not stop what does: the settings are read from the store. */
	#guarded(run: () => void): void {
		try {
			run();
		} catch (error) {
			this.#live.parts.unexpected(error);
		}
	}
}
