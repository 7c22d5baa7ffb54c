/** Waits for a result no longer than a while, milliseconds; `undefined` where it came too late. */
export async function within<T>(result: Promise<T>, limitMs: number): Promise<T | undefined> {
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
