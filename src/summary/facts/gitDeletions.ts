/** Characters of what git printed that are looked at. */
const reach = 20_000;

/** Verbs of git that tell what is not, or no longer, in the working tree. */
const taking = /^(?:commit|merge|pull|rebase|cherry-pick|am|revert|switch|checkout|status)$/;

/** How git tells of a deletion with a commit, by a path from the root of the repository. */
const committed = /^ delete mode \d{6} (.+)$/gm;

/** How it tells of one in a status, and in a short one, where a conflict is none. */
const deletion = /^[ \t]{1,8}deleted: {2,8}(\S.*)$|^(?:D[ D]|[ AMR]D) (\S.*)$/gm;

/** How `git clean` tells of what it deleted, which need not have been a file. */
const removal = /^Removing (\S.*?)\/?$/gm;

/** What a status lists that git does not track: one by one in short, or below a heading. */
const untracked = /^\?\? (\S.*)$|^Untracked files:((?:\r?\n[ \t].*)*)/gm;

/** A file of which a commit took lines only, and how many, as `git show --stat` tells. */
const onlyTaken = /^ (\S[^|\n]{0,300})\| {1,8}(\d{1,7}) -{1,200}$/gm;

/** The paths, from the repository's root, of what a commit no longer holds. */
export function committedDeletions(verb: string, result: string): string[] {
	const found = taking.test(verb) ? result.slice(0, reach).matchAll(committed) : [];
	return [...found].map(([, path = '']) => path);
}

/** The paths that a status tells of as deleted in the working tree, whoever deleted them. */
export function toldDeletions(verb: string, result: string): string[] {
	if (!taking.test(verb)) {
		return [];
	}
	const told = result.slice(0, reach);
	const there = new Set(
		[...told.matchAll(untracked)].flatMap(([, path, paths = '']) =>
			(path ?? paths).split('\n').map((line) => line.trim()),
		),
	);
	// Of a directory that holds nothing else, only its own name is listed.
	const isThere = (path: string): boolean =>
		[...path.matchAll(/\/|$/g)].some(({ index }) => there.has(path.slice(0, index + 1)));
	return [...told.matchAll(deletion)]
		.map((match) => match.slice(1).find((path) => path !== undefined) ?? '')
		.filter((path) => path !== '' && !isThere(path));
}

/** The files and directories that `git clean` tells of as removed. */
export function toldRemovals(verb: string, result: string): string[] {
	const found = verb === 'clean' ? result.slice(0, reach).matchAll(removal) : [];
	return [...found].map(([, path = '']) => path);
}

/** The files of which a commit that was shown took lines only, with their number; from the repository's root. */
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
