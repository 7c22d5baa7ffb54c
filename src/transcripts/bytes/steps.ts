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

/** Awaited before each step of long work, so that other work can run in between. */
export type Pace = () => Promise<void> | undefined;

/** @param signal If it is aborted, the next pause rejects with its reason. */
export function pacer(signal: AbortSignal | undefined): Pace {
	let since = Date.now();
	return () =>
		Date.now() - since < sliceMs
			? undefined
			: pause(signal).then(() => {
					since = Date.now();
				});
}
