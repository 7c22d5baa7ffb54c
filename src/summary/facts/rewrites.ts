import type { ToolUse } from '../../messages/toolUse.ts';
import type { SummaryItem } from '../sections.ts';
import { simpleCommands } from './shellWords.ts';

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

/** Most commits that a line takes back: all there are. */
const all = Number.POSITIVE_INFINITY;

/** Hashes of commits that later commands gave other names, or took back. */
export function rewrittenHashes(
	commits: readonly SummaryItem[],
	uses: readonly ToolUse[],
): ReadonlySet<string> {
	const rewritten = new Set<string>();
	for (const use of uses) {
		const reach = reachOf(use);
		if (reach > 0) {
			commits
				.filter(({ sources }) => (sources[0] ?? 0) <= use.callIndex + 1)
				.flatMap(({ text }) => hashIn(text) ?? [])
				.filter((hash) => !rewritten.has(hash))
				.slice(-reach)
				.forEach((hash) => rewritten.add(hash));
		}
	}
	return rewritten;
}

/** How many commits a call may have rewritten. */
function reachOf({ family, target, outcome, result }: ToolUse): number {
	if (family !== 'terminal' || outcome.status === 'failed' || untouched.test(result)) {
		return 0;
	}
	return simpleCommands(target).reduce((reach, { words }) => {
		const command = words.join(' ');
		const [some, count, carets] = ofSome.exec(command) ?? [];
		if (some !== undefined) {
			return reach + (carets?.length ?? (Number(count ?? '') || 1));
		}
		return reach + (ofAll.test(command) ? all : ofLast.test(command) ? 1 : 0);
	}, 0);
}

function hashIn(commit: string): string | undefined {
	return /^[0-9a-f]{7,40}(?= )/.exec(commit)?.[0];
}

/** A commit as it was told, without a hash that leads nowhere any more. */
export function withoutRewritten(commit: string, rewritten: ReadonlySet<string>): string {
	const hash = hashIn(commit);
	return hash !== undefined && rewritten.has(hash) ? commit.slice(hash.length + 1) : commit;
}
