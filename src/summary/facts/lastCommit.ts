import { redactedLine } from '../redactedLine.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import type { SummaryItem } from '../sections.ts';
import { isCommit } from './commandText.ts';
import { isAbsolute } from './paths.ts';
import { areApart, gitPlace, gitStand, rewritesOf } from './rewrites.ts';
import { commandsOf, type SimpleCommand } from './shellWords.ts';
import { commits } from './values.ts';

/** Commands that bring commits which no line names: on the server, or from another branch. */
const bringing =
	/^(?:gh pr merge\b(?!.* --auto\b)|glab mr merge\b|git (?:-C \S+ )?(?:cherry-pick|revert|am)\b(?!.* --abort))/;
const joining = /^git (?:-C \S+ )?(?:merge|pull)\b/;
const joined = /^(?:Updating [0-9a-f]{7,40}\.\.|Merge made by )/m;

/** Whether there is a newer commit behind a command than those that were made before. */
function movesOn(made: SimpleCommand, { result }: ToolUse): boolean {
	const command = made.words.join(' ');
	return isCommit(made) || bringing.test(command) || (joining.test(command) && joined.test(result));
}

/**
 * The commit where the work stands; undefined where it was rewritten, or where another one was made
 * that no line names and no log shows.
 */
export function lastCommitOf(
	made: readonly SummaryItem[],
	uses: readonly ToolUse[],
	rewritten: ReadonlySet<string>,
): SummaryItem | undefined {
	const last = made.at(-1);
	const number = last?.sources[0] ?? 0;
	const isKnown = last !== undefined && !rewritten.has(hashOf(last)) && !isLeft(uses, number);
	const shown = uses.findLast((use) => use.callIndex >= number && headIn(use) !== undefined);
	const head = shown === undefined ? undefined : headIn(shown);
	if (head === undefined || shown === undefined || isNoLongerShown(uses, shown)) {
		return isKnown ? last : undefined;
	}
	const known = made.findLast((commit) => head.hash.startsWith(hashOf(commit)));
	const maker = uses.find((use) => (use.resultIndex ?? use.callIndex) + 1 === number);
	const isElsewhere = maker !== undefined && areApart(gitPlace(maker), gitPlace(shown));
	// One of another branch or repository says nothing of what was committed here.
	const isOther = isKnown && (head.branch === undefined || !last.text.endsWith(`(${head.branch})`));
	const wasTried = uses.some(
		(use) =>
			use.callIndex < shown.callIndex &&
			use.family === 'terminal' &&
			commits(use.target) &&
			mayBeShown(use, shown),
	);
	if (isElsewhere || isOther || !wasTried) {
		return isKnown ? last : undefined;
	}
	const branch = head.branch === undefined ? '' : ` (${head.branch})`;
	const text = `${head.hash.slice(0, shownHash)} ${redactedLine(head.title, 100)}${branch}`;
	return known ?? { text, sources: [(shown.resultIndex ?? shown.callIndex) + 1] };
}

/** Digits of a hash that git abbreviates to in large repositories. */
const shownHash = 10;

function hashOf({ text }: SummaryItem): string {
	return /^[0-9a-f]{7,40}/.exec(text)?.[0] ?? ' ';
}

/** Whether a call behind a message made a newer commit. */
function isLeft(uses: readonly ToolUse[], number: number): boolean {
	return uses.some(
		(use) =>
			use.family === 'terminal' &&
			use.callIndex >= number &&
			use.outcome.status === 'ok' &&
			commandsOf(use).some((command) => movesOn(command, use)),
	);
}

/** Whether a call behind a log made a newer commit, or took the one that it shows back. */
function isNoLongerShown(uses: readonly ToolUse[], shown: ToolUse): boolean {
	const place = gitPlace(shown);
	return (
		isLeft(uses, shown.callIndex + 1) ||
		uses.some(
			(use) =>
				use.callIndex > shown.callIndex &&
				rewritesOf(use).length > 0 &&
				!areApart(gitPlace(use), place),
		)
	);
}

/** Whether a log may be of where a call commits: one of a place that nothing tells may be of another repository. */
function mayBeShown(use: ToolUse, shown: ToolUse): boolean {
	const stand = gitStand(shown);
	return stand !== undefined && (stand === '' || isAbsolute(stand) || stand === gitStand(use));
}

/** Asks for the newest commits of what is checked out. */
const asksHead =
	/^git log(?: (?:-\d{1,4}|-n ?\d{1,4}|--max-count=\d{1,4}|--oneline|--(?:no-)?decorate(?:=\w{1,10})?|--no-color|--(?:short)?stat|HEAD))*$/;

/** How a log begins: with its newest commit. */
const headShown =
	/^(?:Output:\s{1,4})?(?:commit ([0-9a-f]{40})|([0-9a-f]{7,40}))(?: \((?:HEAD(?: -> ([\w./-]{1,200}))?)?[^()\n]{0,1000}\))?(?: (\S.*))?$/;

/** The title of a commit that is told at length. */
const longTitle = /^ {4}(\S.*)$/m;

/** Characters of a log in which its newest commit stands. */
const headReach = 4_000;

interface Head {
	readonly hash: string;
	readonly title: string;
	readonly branch?: string;
}

/** The newest commit, as a call shows it that first asks for the log. */
function headIn(use: ToolUse): Head | undefined {
	if (use.family !== 'terminal' || use.outcome.status === 'failed') {
		return undefined;
	}
	const [first, behind] = commandsOf(use).filter(({ words }) => words[0] !== 'cd');
	const isCut = behind?.piped === true && behind.words[0] !== 'head';
	if (first === undefined || isCut || !asksHead.test(first.words.join(' '))) {
		return undefined;
	}
	const told = use.result.slice(0, headReach).trimStart();
	const [, long, short, branch, rest] = headShown.exec(told.split('\n', 1)[0] ?? '') ?? [];
	const hash = long ?? short;
	const title = rest ?? longTitle.exec(told)?.[1];
	return hash === undefined || title === undefined
		? undefined
		: { hash, title, ...(branch === undefined ? {} : { branch }) };
}
