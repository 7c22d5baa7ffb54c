/** Lets others have a turn of the event loop: a cancel is heard, another request served. */
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
