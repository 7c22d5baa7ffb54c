/** Calls a function at most once per interval, with the latest value. */
export interface Throttled<Value> {
	(value: Value): void;
	/** Drops the pending call. */
	stop(): void;
}

/** @param intervalMs Milliseconds between two calls. The first call is delayed by it too. */
export function throttled<Value>(
	intervalMs: number,
	call: (value: Value) => void,
): Throttled<Value> {
	let timer: NodeJS.Timeout | undefined;
	let latest: Value;
	const stop = (): void => {
		clearTimeout(timer);
		timer = undefined;
	};
	const later = (value: Value): void => {
		latest = value;
		timer ??= setTimeout(() => {
			timer = undefined;
			call(latest);
		}, intervalMs);
	};
	return Object.assign(later, { stop });
}
