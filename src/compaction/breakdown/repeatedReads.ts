import type { Log } from '../../messages/message.ts';
import { pathArgument } from '../../messages/toolFamilies.ts';
import type { ToolPairs } from '../../messages/toolPairs.ts';
import { toolUses } from '../../messages/toolUse.ts';

/** A file that was read more than once. */
export interface ReadFile {
	readonly path: string;
	/** Indices of the results, ascending; at least two. */
	readonly results: readonly number[];
}

/** Files that were read more than once by a tool that reads. */
export function repeatedReads(log: Log, pairs: ToolPairs): ReadFile[] {
	const files = new Map<string, { readonly path: string; readonly results: number[] }>();
	for (const use of toolUses(log, pairs, 0, log.length)) {
		const path = use.family === 'read' ? pathArgument(use.arguments) : undefined;
		if (path === undefined || use.resultIndex === undefined || use.outcome.status === 'failed') {
			continue;
		}
		const key = path.replaceAll('\\', '/').replace(/^\.\//, '');
		const file = files.get(key) ?? { path, results: [] };
		file.results.push(use.resultIndex);
		files.set(key, file);
	}
	return [...files.values()].filter(({ results }) => results.length > 1);
}
