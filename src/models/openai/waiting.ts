import type { ModelEvent } from '../client.ts';

/** Tells one who waits that the other side is at work. */
export class Pulse {
	#wake: (() => void) | undefined;

	/** A sign of life. Without anybody waiting it means nothing. */
	readonly beat = (): void => {
		this.#wake?.();
	};

	/** Waits for a result and gives an event for every beat until then. */
	async *until<T>(result: Promise<T>): AsyncGenerator<ModelEvent, T> {
		let settled = false;
		const mark = (): void => {
			settled = true;
		};
		// Whoever stops waiting does not want to hear of a failure any more.
		result.then(mark, mark);
		for (;;) {
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
				result.then(
					() => resolve(),
					() => resolve(),
				);
			});
			this.#wake = undefined;
			if (settled) {
				return result;
			}
			yield { type: 'activity' };
		}
	}
}
