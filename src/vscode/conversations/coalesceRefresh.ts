/**
 * Coalesces refreshes of a state that may change meanwhile. A call resolves when the refreshed state is no older
 * than the call: a refresh that was already running may have missed the change.
 */
export function coalesceRefresh(refresh: () => Promise<void>): () => Promise<void> {
	let again = false;
	let running: Promise<void> | undefined;

	async function once(): Promise<void> {
		again = false;
		try {
			await refresh();
		} finally {
			running = undefined;
		}
	}

	return async () => {
		again = true;
		while (again || running !== undefined) {
			running ??= once();
			await running;
		}
	};
}
