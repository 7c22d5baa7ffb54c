/** Yields to the event loop: cancellations are noticed, and other requests are served. */
export function pause(signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		setImmediate(() => {
			if (signal?.aborted === true) {
				reject(signal.reason as Error);
			} else {
				resolve();
			}
		});
	});
}

/** Milliseconds of work before other work gets its turn. */
const sliceMs = 10;

/** Awaited before each step of long work: lets other work run if the last steps took long. */
export type Pace = () => Promise<void> | undefined;

/** @param signal Its reason rejects the pause in which it is found aborted. */
export function pacer(signal: AbortSignal | undefined): Pace {
	let since = Date.now();
	return () =>
		Date.now() - since < sliceMs
			? undefined
			: pause(signal).then(() => {
					since = Date.now();
				});
}
