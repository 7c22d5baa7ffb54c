/** Characters of what git printed that are looked at. */
const reach = 20_000;

/** How git tells of a file that a commit holds and the one before it did not. */
const creation = /^ create mode \d{6} (.+)$/gm;

/** The paths that a commit tells of as new; one that amends another tells of what that had made. */
export function toldCreations(words: readonly string[], result: string): string[] {
	return words[1] !== 'commit' || words.includes('--amend')
		? []
		: [...result.slice(0, reach).matchAll(creation)].map(([, path = '']) => path);
}
