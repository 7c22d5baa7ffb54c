import type { ToolUse } from '../../messages/toolUse.ts';
import type { SummaryItem } from '../sections.ts';
import { isAbsolute, slashed } from './paths.ts';
import { directoryAfter, resolved, toldDirectory, type Directory } from './shellDirectories.ts';
import { commandsOf } from './shellWords.ts';

/** Gives all commits before it other names, or takes them back. */
const ofAll =
	/^git (?:-C \S+ )?(?:rebase\b(?!.* --abort)|pull\b.* --rebase\b|filter-(?:branch|repo)\b|reset (?:-q )?(?:--(?:hard|soft|mixed|keep|merge)|[0-9a-f]{7,40}\b)|checkout (?:-q )?-B\b)/;

/** The same of the last commit. */
const ofLast = /^git (?:-C \S+ )?commit\b.* --amend\b/;

/** The same of as many commits as it says. */
const ofSome =
	/^git (?:-C \S+ )?reset (?:-q )?(?:--(?:hard|soft|mixed|keep|merge) )?HEAD(?:~(\d{0,3})|(\^+)|@)/;

/** How git says that there was nothing to rewrite. */
const untouched = /is up to date\.|Already up to date/;

/** Where a range of commits begins: so many before the last, or at a commit or behind it. */
const fromLast = /(?:^|\s)HEAD~(\d{1,3})(?:\.\.\S*)?(?:\s|$)/;
const fromHash = /(?:^|\s)([0-9a-f]{7,40})([~^]1?)?(?:\.\.\S*)?(?:\s|$)/;

/** Hashes of commits that later commands gave other names, or took back. */
export function rewrittenHashes(
	commits: readonly SummaryItem[],
	uses: readonly ToolUse[],
): ReadonlySet<string> {
	const rewritten = new Set<string>();
	const makers = new Map(uses.map((use) => [use.resultIndex ?? use.callIndex, use]));
	for (const use of uses) {
		const commands = rewritesOf(use);
		for (const command of commands) {
			const known = commits
				.filter(({ sources }) => (sources[0] ?? 0) <= use.callIndex + 1)
				.filter((commit) => isWithinReach(commit, makers, use))
				.flatMap(({ text }) => hashIn(text) ?? [])
				.filter((hash) => !rewritten.has(hash));
			reachedBy(command, known).forEach((hash) => rewritten.add(hash));
		}
	}
	return rewritten;
}

/** Where git names the branch that it rewrote. */
const rewrittenBranch =
	/^Successfully rebased and updated refs\/heads\/(\S+)\.$|^\[([\w./-]+) [0-9a-f]{7,40}\] /m;

/**
 * Whether a commit may be on the branch that a call rewrote: not where git names another one, nor where it
 * was made elsewhere, in another repository or worktree.
 */
function isWithinReach(
	{ text, sources }: SummaryItem,
	makers: ReadonlyMap<number, ToolUse>,
	rewrite: ToolUse,
): boolean {
	const maker = makers.get((sources[0] ?? 0) - 1);
	const own = / \(([^()]+)\)$/.exec(text)?.[1];
	const named = rewrittenBranch.exec(rewrite.result);
	const branch = named?.[1] ?? named?.[2];
	const isOther = own !== undefined && branch !== undefined && own !== branch;
	return (
		!isOther && !areApart(maker === undefined ? undefined : gitPlace(maker), gitPlace(rewrite))
	);
}

/** The directory in which git ran first in a call, as far as the call itself says so. */
export function gitPlace(use: ToolUse): Directory {
	const place = gitStand(use);
	return place !== undefined && isAbsolute(place) ? place : undefined;
}

/** The same as seen from where the call began; undefined where it went to a place that is not known. */
export function gitStand(use: ToolUse): Directory {
	let place: Directory = toldDirectory(use) ?? '';
	for (const command of commandsOf(use)) {
		const [program, option, folder] = command.words;
		if (program === 'git') {
			place = option === '-C' && folder !== undefined ? resolved(place, folder) : place;
			break;
		}
		place = directoryAfter(place, command);
	}
	return place;
}

/** Whether neither of two known directories lies in the other. */
export function areApart(one: Directory, other: Directory): boolean {
	return one !== undefined && other !== undefined && !isIn(one, other) && !isIn(other, one);
}

function isIn(directory: string, outer: string): boolean {
	return `${slashed(directory)}/`.startsWith(`${slashed(outer).replace(/\/$/, '')}/`);
}

/** The commands of a call that rewrite commits. */
export function rewritesOf(use: ToolUse): string[] {
	if (
		use.family !== 'terminal' ||
		use.outcome.status === 'failed' ||
		use.resultIndex === undefined
	) {
		return [];
	}
	const commands = commandsOf(use)
		.map(({ words }) => words.join(' '))
		.filter((command) => [ofAll, ofLast, ofSome].some((pattern) => pattern.test(command)));
	// A result is redacted when it is read: hardly any call gets here.
	return commands.length > 0 && untouched.test(use.result) ? [] : commands;
}

/** Which of the known commits, oldest first, a command rewrites. */
function reachedBy(command: string, known: readonly string[]): readonly string[] {
	if (ofLast.test(command)) {
		return known.slice(-1);
	}
	const [some, tilde, carets] = ofSome.exec(command) ?? [];
	const count = some === undefined ? fromLast.exec(command)?.[1] : (tilde ?? '');
	if (count !== undefined) {
		const reach = carets?.length ?? (count === '' ? 1 : Number(count));
		return reach === 0 ? [] : known.slice(-reach);
	}
	const [, hash, parent] = fromHash.exec(command) ?? [];
	const includes = parent !== undefined || / --onto\b/.test(command);
	const start = hash === undefined ? -1 : known.findIndex((one) => hash.startsWith(one));
	// Behind what is not known nothing is sure; what is taken elsewhere leaves its start behind.
	return start < 0 ? known : known.slice(includes ? start : start + 1);
}

function hashIn(commit: string): string | undefined {
	return /^[0-9a-f]{7,40}(?= )/.exec(commit)?.[0];
}

/**
 * A commit as it was told, without a hash that leads nowhere any more.
 * @param since Says that the commit was rewritten: its title may be another one too.
 */
export function withoutRewritten(
	commit: string,
	rewritten: ReadonlySet<string>,
	since: string,
): string {
	const hash = hashIn(commit);
	return hash !== undefined && rewritten.has(hash)
		? `${commit.slice(hash.length + 1)} (${since})`
		: commit;
}
