import type { Timers } from '../../src/models/deadlines.ts';

/** Timers that run when a test lets time pass, and tell how many are left. */
export class FakeTimers implements Timers {
	readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();
	#now = 0;

	/** Milliseconds since the start. */
	get now(): number {
		return this.#now;
	}

	/** Timers that were neither called off nor run. */
	get pending(): number {
		return this.#timers.size;
	}

	after(ms: number, run: () => void): () => void {
		const timer = { at: this.#now + ms, run };
		this.#timers.add(timer);
		return () => this.#timers.delete(timer);
	}

	/** Lets time pass and runs what falls due, in order. */
	pass(ms: number): void {
		const until = this.#now + ms;
		for (;;) {
			const [next] = [...this.#timers]
				.filter((timer) => timer.at <= until)
				.sort((a, b) => a.at - b.at);
			if (next === undefined) {
				break;
			}
			this.#now = next.at;
			this.#timers.delete(next);
			next.run();
		}
		this.#now = until;
	}
}
