/** The best or newest of both first: neither's hits push the other's off the page. */
export function alternating<Hit>(one: readonly Hit[], other: readonly Hit[]): readonly Hit[] {
	const length = Math.max(one.length, other.length);
	return Array.from({ length }, (_, at) => [
		...one.slice(at, at + 1),
		...other.slice(at, at + 1),
	]).flat();
}
