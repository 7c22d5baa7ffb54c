/**
 * Looks at something that may change meanwhile, one look at a time. A call resolves when what was seen
 * is no older than the call: a look that had begun may have missed the change.
 */
export function coalesceRefresh(look: () => Promise<void>): () => Promise<void> {
	let again = false;
	let looking: Promise<void> | undefined;

	async function once(): Promise<void> {
		again = false;
		try {
			await look();
		} finally {
			looking = undefined;
		}
	}

	return async () => {
		again = true;
		while (again || looking !== undefined) {
			looking ??= once();
			await looking;
		}
	};
}
