import type { Log } from '../../messages/message.ts';
import { pathArgument } from '../../messages/toolFamilies.ts';
import type { ToolPairs } from '../../messages/toolPairs.ts';
import { toolUses, type ToolUse } from '../../messages/toolUse.ts';
import { isPlainPath, slashed } from '../../summary/facts/paths.ts';
import { simpleCommands } from '../../summary/facts/shellWords.ts';

/** A file that was read more than once. */
export interface ReadFile {
	readonly path: string;
	/** Indices of the results, ascending; at least two. */
	readonly results: readonly number[];
}

/** Commands that print a file; what `sed` prints is told by its first operand. */
const printers: ReadonlySet<string> = new Set(['cat', 'head', 'tail', 'nl', 'bat', 'less', 'sed']);

/** Files that were read more than once, by a tool that reads or by a command that prints. */
export function repeatedReads(log: Log, pairs: ToolPairs): ReadFile[] {
	const files = new Map<string, { readonly path: string; readonly results: number[] }>();
	for (const use of toolUses(log, pairs, 0, log.length)) {
		const path = readPath(use);
		if (path === undefined || use.resultIndex === undefined || use.outcome.status === 'failed') {
			continue;
		}
		const key = slashed(path);
		const file = files.get(key) ?? { path, results: [] };
		file.results.push(use.resultIndex);
		files.set(key, file);
	}
	return [...files.values()].filter(({ results }) => results.length > 1);
}

/** The one file whose content a call asked for. */
function readPath(use: ToolUse): string | undefined {
	switch (use.family) {
		case 'read':
			return pathArgument(use.arguments);
		case 'edit':
			return use.arguments?.['command'] === 'view' ? pathArgument(use.arguments) : undefined;
		case 'terminal':
			return printedPath(use.target);
		default:
			return undefined;
	}
}

function printedPath(commandLine: string): string | undefined {
	const [command, another] = simpleCommands(commandLine);
	const [name = '', ...rest] = command?.words ?? [];
	if (another !== undefined || !printers.has(name) || command?.writes.length !== 0) {
		return undefined;
	}
	// `head -n 40 file`: the number belongs to the flag before it.
	const operands = rest.filter((word) => !word.startsWith('-') && !/^\d+$/.test(word));
	const [path, more] = name === 'sed' ? operands.slice(1) : operands;
	return path !== undefined && more === undefined && isPlainPath(path) ? path : undefined;
}
