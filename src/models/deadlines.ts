import type { RungServices } from './rungRequests.ts';
import type { Timeouts } from './tasks.ts';
import { setTimeout as passed } from 'node:timers/promises';

/** Timers of the composition root; tests have their own. */
export interface Timers {
	/** Runs something once after this many milliseconds. @returns Calls it off. */
	after(ms: number, run: () => void): () => void;
}

/** The machine's timers. */
export const systemTimers: Timers = {
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

/** Which time ran out. */
export type ExpiredTimeout = 'total' | 'first-byte' | 'idle';

/**
 * The three times of one call. A client's own time-out ends with the response's headers, so a stream
 * that stalls behind them would hang for ever.
 */
export class Deadlines {
	readonly #timeouts: Timeouts;
	readonly #timers: Timers;
	readonly #expired: (which: ExpiredTimeout) => void;
	readonly #endTotal: () => void;
	#endNext: () => void;

	/** Starts the clock. @param expired Called at most once. */
	constructor(timeouts: Timeouts, timers: Timers, expired: (which: ExpiredTimeout) => void) {
		this.#timeouts = timeouts;
		this.#timers = timers;
		this.#expired = expired;
		this.#endTotal = timers.after(timeouts.total, () => this.#expire('total'));
		this.#endNext = timers.after(timeouts.firstByte, () => this.#expire('first-byte'));
	}

	/** An event of the reply has come: from now on the next one is waited for. */
	event(): void {
		this.#endNext();
		this.#endNext = this.#timers.after(this.#timeouts.idle, () => this.#expire('idle'));
	}

	/** Stops the clock. */
	stop(): void {
		this.#endTotal();
		this.#endNext();
	}

	#expire(which: ExpiredTimeout): void {
		this.stop();
		this.#expired(which);
	}
}

/** The machine's clocks and waiting, as the ladder wants them. */
export const systemTime: Pick<RungServices, 'clock' | 'wait'> = {
	clock: { monotonic: () => performance.now(), epoch: Date.now },
	wait: (ms, signal) => passed(ms, undefined, { signal }),
};
