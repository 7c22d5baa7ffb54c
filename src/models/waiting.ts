/** Waiting for a result without being held up by it. */

/** Waits for a result no longer than a while, milliseconds; `undefined` where it came too late. */
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
 * Waits for work until a signal is aborted: then at once, whether the work listens to it or not. What
 * it comes to afterwards is nobody's concern. An abort wins over a result that came together with it.
 * @param start Begins the work; not called when the signal is aborted already.
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
