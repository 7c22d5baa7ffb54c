/** Calls a function at most once per interval, with the latest value. */
export interface Throttled<Value> {
	(value: Value): void;
	/** Drops the pending call. */
	stop(): void;
}

/** @param intervalMs Milliseconds between two calls. The first one comes after this time. */
export function throttled<Value>(
	intervalMs: number,
	call: (value: Value) => void,
): Throttled<Value> {
	let timer: NodeJS.Timeout | undefined;
	let latest: { readonly value: Value } | undefined;
	const run = (): void => {
		timer = undefined;
		if (latest !== undefined) {
			const { value } = latest;
			latest = undefined;
			call(value);
		}
	};
	return Object.assign(
		(value: Value) => {
			latest = { value };
			timer ??= setTimeout(run, intervalMs);
		},
		{
			stop() {
				clearTimeout(timer);
				timer = undefined;
				latest = undefined;
			},
		},
	);
}
