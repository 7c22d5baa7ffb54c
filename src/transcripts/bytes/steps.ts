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
