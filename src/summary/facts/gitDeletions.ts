/** Characters of what git printed that are looked at. */
const reach = 20_000;

/** Verbs of git that tell what is not, or no longer, in the working tree. */
const taking = /^(?:commit|merge|pull|rebase|cherry-pick|am|revert|switch|checkout|status)$/;

/** How git tells of a deletion: with a commit, in a status, and in a short one, where a conflict is none. */
const deletion =
	/^ delete mode \d{6} (.+)$|^[ \t]{1,8}deleted: {2,8}(\S.*)$|^(?:D[ D]|[ AMR]D) (\S.*)$/gm;

/** How `git clean` tells of what it deleted, which need not have been a file. */
const removal = /^Removing (\S.*?)\/?$/gm;

/** What a status lists that git does not track. */
const untracked = /^\?\? (\S.*)$/gm;

/** A file of which a commit took lines only, and how many, as `git show --stat` tells. */
const onlyTaken = /^ (\S[^|\n]{0,300})\| {1,8}(\d{1,7}) -{1,200}$/gm;

/** The paths that a command of git tells of as deleted in the working tree, whoever deleted them. */
export function toldDeletions(verb: string, result: string): string[] {
	if (!taking.test(verb)) {
		return [];
	}
	const told = result.slice(0, reach);
	const there = new Set([...told.matchAll(untracked)].map(([, path = '']) => path));
	return [...told.matchAll(deletion)]
		.map((match) => match.slice(1).find((path) => path !== undefined) ?? '')
		.filter((path) => path !== '' && !there.has(path));
}

/** The files and directories that `git clean` tells of as removed. */
export function toldRemovals(verb: string, result: string): string[] {
	const found = verb === 'clean' ? result.slice(0, reach).matchAll(removal) : [];
	return [...found].map(([, path = '']) => path);
}

/** The files of which a commit that was shown took lines only, with their number. */
export function toldLosses(
	verb: string,
	result: string,
): { readonly path: string; readonly lines: number }[] {
	const found = verb === 'show' ? result.slice(0, reach).matchAll(onlyTaken) : [];
	return [...found].map(([, path = '', lines]) => ({
		path: path.trimEnd(),
		lines: Number(lines),
	}));
}
