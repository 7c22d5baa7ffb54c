import type { StoredRecall } from './store/state.ts';
import type { StoredNode } from './store/store.ts';

/** A log with each reply as heavy as it is with what was looked up in it. */
export function weighed(
	log: readonly StoredNode[],
	recalls: readonly StoredRecall[],
): readonly StoredNode[] {
	if (recalls.length === 0) {
		return log;
	}
	const added = new Map(recalls.map(({ after, tokens }) => [after, tokens]));
	return log.map((node, index) => {
		const more = added.get(index);
		return more === undefined || node.message.role !== 'assistant'
			? node
			: { ...node, tokens: node.tokens + more };
	});
}
