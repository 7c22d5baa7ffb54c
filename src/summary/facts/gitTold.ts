import type { ToolUse } from '../../messages/toolUse.ts';
import type { FileLedger } from './fileLedger.ts';
import { toldCreations } from './gitCreations.ts';
import { committedDeletions, toldDeletions, toldLosses, toldRemovals } from './gitDeletions.ts';
import { resolved, type Directory } from './shellDirectories.ts';

/** Enters what git tells of files that somebody deleted, as seen from where it works. */
export function recordStatus(
	ledger: FileLedger,
	use: ToolUse,
	words: readonly string[],
	place: (path: string) => string[],
): void {
	const [, verb = ''] = words;
	toldDeletions(verb, use.result)
		.flatMap(place)
		.forEach((path) => ledger.lose(path, use));
	toldRemovals(verb, use.result)
		.flatMap(place)
		.filter((path) => ledger.knows(path))
		.forEach((path) => ledger.remove(path, use));
}

/** Enters what git tells of files that a commit created or deleted, as seen from the repository's root. */
export function recordCommitted(
	ledger: FileLedger,
	use: ToolUse,
	words: readonly string[],
	directory: Directory,
): void {
	const [, verb = ''] = words;
	const place = (path: string): string[] => placeFromRoot(ledger, directory, path);
	toldCreations(words, use.result)
		.flatMap(place)
		.forEach((path) => ledger.bear(path));
	committedDeletions(verb, use.result)
		.flatMap(place)
		.forEach((path) => ledger.lose(path, use));
	for (const { path, lines } of toldLosses(verb, use.result)) {
		place(path).forEach((placed) => ledger.lose(placed, use, lines));
	}
}

/** Directories above the shell's own in which the root of its repository is looked for. */
const rootReach = 20;

/** The known file at a path from the root, which is the directory or one above it: where only one fits. */
function placeFromRoot(ledger: FileLedger, directory: Directory, path: string): string[] {
	const found = new Set<string>();
	let root = directory;
	for (let above = 0; above === 0 || (root !== undefined && above <= rootReach); above += 1) {
		const known = ledger.pathOf(resolved(root, path) ?? path);
		if (known !== undefined) {
			found.add(known);
		}
		root = resolved(root, '..');
	}
	return found.size === 1 ? [...found] : [];
}
