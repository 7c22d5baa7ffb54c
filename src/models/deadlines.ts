import { setTimeout as sleep } from 'node:timers/promises';
import type { RungServices } from './rungRequests.ts';
import type { Timeouts } from './tasks.ts';

/** Timers; tests replace them. */
export interface Timers {
	/** Runs something once after this many milliseconds. @returns Cancels it. */
	after(ms: number, run: () => void): () => void;
}

/** The system's timers. */
export const systemTimers: Timers = {
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

/** Which time-out expired. */
export type ExpiredTimeout = 'total' | 'first-byte' | 'idle';

/**
 * The three time-outs of one call. A client's own time-out ends with the response's headers, so a stream that stalls
 * after them would hang for ever.
 */
export class Deadlines {
	readonly #timeouts: Timeouts;
	readonly #timers: Timers;
	readonly #expired: (which: ExpiredTimeout) => void;
	readonly #endTotal: () => void;
	#endNext: () => void;

	/** Starts the time-outs. @param expired Called at most once. */
	constructor(timeouts: Timeouts, timers: Timers, expired: (which: ExpiredTimeout) => void) {
		this.#timeouts = timeouts;
		this.#timers = timers;
		this.#expired = expired;
		this.#endTotal = timers.after(timeouts.total, () => this.#expire('total'));
		this.#endNext = timers.after(timeouts.firstByte, () => this.#expire('first-byte'));
	}

	/** An event of the reply has arrived: the time-out for the next one starts. */
	event(): void {
		this.#endNext();
		this.#endNext = this.#timers.after(this.#timeouts.idle, () => this.#expire('idle'));
	}

	/** Stops the time-outs. */
	stop(): void {
		this.#endTotal();
		this.#endNext();
	}

	#expire(which: ExpiredTimeout): void {
		this.stop();
		this.#expired(which);
	}
}

/** The system's clocks and waiting, in the form that the ladder expects. */
export const systemTime: Pick<RungServices, 'clock' | 'wait'> = {
	clock: { monotonic: () => performance.now(), epoch: Date.now },
	wait: (ms, signal) => sleep(ms, undefined, { signal }),
};
