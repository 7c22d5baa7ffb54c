/** How often the thread is looked at, milliseconds. */
const everyMs = 5;

/**
 * How long this thread works without letting others have a turn, in processor time: what else the
 * machine does is not counted.
 */
export class WorkStretches {
	readonly #stretches: number[] = [];
	#before = process.threadCpuUsage();
	readonly #timer = setInterval(() => this.#look(), everyMs);

	/** Ends it. @returns The longest but one in a thousand, milliseconds. */
	end(): number {
		clearInterval(this.#timer);
		const sorted = this.#stretches.toSorted((a, b) => b - a);
		return sorted[Math.floor(sorted.length / 1_000)] ?? 0;
	}

	#look(): void {
		const now = process.threadCpuUsage();
		const { user, system } = this.#before;
		this.#stretches.push((now.user - user + now.system - system) / 1_000);
		this.#before = now;
	}
}
