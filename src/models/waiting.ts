/** Waits for results with limits. */

/** Waits for a result with a time limit, milliseconds; `undefined` if it came too late. */
export async function withTimeout<T>(result: Promise<T>, limitMs: number): Promise<T | undefined> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), limitMs);
	});
	try {
		return await Promise.race([result, late]);
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Waits for work until a signal is aborted: then returns at once, whether or not the work observes it. Its later result
 * is ignored. An abort takes precedence over a simultaneous result.
 * @param start Begins the work; not called when the signal is already aborted.
 * @throws The signal's reason when it was aborted, else whatever the work throws.
 */
export async function abortable<Result>(
	start: () => Promise<Result>,
	signal: AbortSignal,
): Promise<Result> {
	signal.throwIfAborted();
	const aborted = Promise.withResolvers<never>();
	const abort = (): void => aborted.reject(signal.reason);
	signal.addEventListener('abort', abort, { once: true });
	try {
		const result = await Promise.race([start(), aborted.promise]);
		signal.throwIfAborted();
		return result;
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		signal.removeEventListener('abort', abort);
	}
}
