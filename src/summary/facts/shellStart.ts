import { pathArguments } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { baseName, isAbsolute, isPlainPath, slashed } from './paths.ts';
import { directoryAfter, ShellDirectories, type Directory } from './shellDirectories.ts';
import { commandsOf, type SimpleCommand } from './shellWords.ts';

/**
 * The directory in which the shells of a conversation begin; undefined where it is not certain. Clients do
 * not tell it: a path that a command names from there is the end of one that another tool names in full.
 * All such paths have to agree, and no command may have gone from there into a folder of its own name: then
 * the shells began above it as well.
 */
export function shellStart(
	uses: readonly ToolUse[],
	requests: readonly number[],
): string | undefined {
	const named = fullPaths(uses);
	const shells = new ShellDirectories(requests);
	const starts = new Set<string>();
	const entered = new Set<string>();
	for (const use of uses) {
		if (use.family !== 'terminal' || use.resultIndex === undefined) {
			continue;
		}
		let directory: Directory = shells.of(use);
		for (const command of commandsOf(use)) {
			const words = directory === '' ? filesOf(command) : [];
			words
				.filter(isInFolder)
				.flatMap((word) => startBefore(word, named) ?? [])
				.forEach((start) => starts.add(start));
			const after = directoryAfter(directory, command);
			if (directory === '' && after !== undefined && use.outcome.status !== 'failed') {
				entered.add(firstFolder(after));
			}
			// What changes the directory in brackets changes it nowhere else.
			directory = command.opens > 0 ? undefined : after;
		}
		shells.leave(use, directory);
	}
	const [only] = starts;
	return only !== undefined && starts.size === 1 && !entered.has(baseName(only)) ? only : undefined;
}

function firstFolder(path: string): string {
	return (
		slashed(path)
			.split('/')
			.find((part) => part !== '' && part !== '.') ?? ''
	);
}

/** Commands whose words name files as seen from where the shell stands. */
const ofFiles = /^(?:ls|cat|head|tail|wc|sed|diff|stat|nl|mv|rm|cp|touch|git)$/;

/** The words of a command that may name files that are there. */
function filesOf({ words }: SimpleCommand): readonly string[] {
	if (!ofFiles.test(words[0] ?? '') || words.includes('-C')) {
		return [];
	}
	return words.slice(1, words.includes('mv') || words.includes('cp') ? -1 : undefined);
}

/** The absolute paths that tools name, by their last part. */
function fullPaths(uses: readonly ToolUse[]): ReadonlyMap<string, ReadonlySet<string>> {
	const named = new Map<string, Set<string>>();
	const paths = uses.flatMap((use) =>
		use.family === 'terminal' ? [] : pathArguments(use.arguments).filter(isAbsolute),
	);
	for (const path of paths) {
		const same = named.get(baseName(path)) ?? new Set();
		named.set(baseName(path), same.add(path));
	}
	return named;
}

/** Whether a word is a relative path with a folder in it: a bare name says little of where it lies. */
function isInFolder(word: string): boolean {
	return (
		isPlainPath(word) &&
		/[^./\\-][/\\]+[^/\\]/.test(word) &&
		!isAbsolute(word) &&
		!/^-|(?:^|[\\/])\.{1,2}(?:[\\/]|$)/.test(word.replace(/^\.[\\/]/, ''))
	);
}

/** What stands in the one full path that ends with a relative one before it; a bare drive is no directory. */
function startBefore(
	word: string,
	named: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
	const end = `/${slashed(word)}`;
	const [path, ...others] = [...(named.get(baseName(word)) ?? [])].filter((full) =>
		slashed(full).endsWith(end),
	);
	const start = others.length > 0 ? undefined : path?.slice(0, -end.length);
	return start === undefined || /^[A-Za-z]:$/.test(start) ? undefined : start;
}
