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
export type Turn = () => Promise<void> | undefined;

/** @param signal Its reason rejects the turn in which it is found aborted. */
export function turns(signal: AbortSignal | undefined): Turn {
	let since = Date.now();
	return () =>
		Date.now() - since < sliceMs
			? undefined
			: pause(signal).then(() => {
					since = Date.now();
				});
}
