/** Work in steps, each of them short: between two of them others can have a turn. */
export type Steps<Result> = Generator<void, Result>;

/** Milliseconds of work between two turns of others. */
const sliceMs = 10;

/** Does all of it at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return step.value;
		}
	}
}

/** Does it with turns of others in between. @throws The signal's reason, when everything is tidied up. */
export async function inSlices<Result>(
	steps: Iterator<void, Result>,
	signal?: AbortSignal,
): Promise<Result> {
	signal?.throwIfAborted();
	let since = performance.now();
	try {
		for (;;) {
			const step = steps.next();
			if (step.done === true) {
				return step.value;
			}
			if (performance.now() - since > sliceMs) {
				await pause(signal);
				since = performance.now();
			}
		}
	} finally {
		steps.return?.();
	}
}

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
