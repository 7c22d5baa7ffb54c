import { redactedLine } from '../redactedLine.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { describeOutcome } from '../../messages/toolOutcome.ts';
import type { CommandRun } from '../facts/commands.ts';
import { lastRunsUntil } from '../facts/lastChecks.ts';
import { pathArgument } from '../../messages/toolFamilies.ts';
import { baseName, isTemporary, slashed } from '../facts/paths.ts';
import { tellsRestored } from '../facts/shellFiles.ts';
import { commandsOf } from '../facts/shellWords.ts';
import { lastCommitOf } from '../facts/lastCommit.ts';
import type { SummaryItem } from '../sections.ts';
import { failureLine } from './actionText.ts';
import { fixed, newestFirst, numbered, telling, type Candidate } from './candidate.ts';
import type { Facts } from './collect.ts';
import { unseenVerdict } from './unseenVerdict.ts';
import { shortenPaths, shortPath } from './paths.ts';

/** Where the work stands: what was checked last, branch and commit. */
export function stateCandidates(facts: Facts): Candidate[] {
	const { words } = facts;
	const runs = new Map(
		lastRunsUntil(facts.atEnd.runs, facts.last)
			.filter(runsWhatIsThere(facts))
			.map((run) => [runItem(facts, run), run] as const),
	);
	const candidates = numbered('Active State', 'verdicts', newestFirst([...runs.keys()])).map(
		(candidate) => tellingRun(candidate, runs.get(candidate.item)),
	);
	const commit = lastCommitOf(facts.atEnd.commits, facts.atEnd.uses, facts.rewritten);
	if (commit !== undefined) {
		const [hash = ''] = /[0-9a-f]{7,40}/.exec(commit.text) ?? [];
		candidates.push(
			telling(
				fixed('Active State', 'plan', `${words.lastCommit}: ${commit.text}`, commit.sources, -1),
				{ kind: 'commit', hash },
			),
		);
	}
	const branch = branchUntil(facts);
	if (branch !== undefined) {
		candidates.push(
			fixed('Active State', 'plan', `${words.branch}: ${branch.text}`, branch.sources, -2),
		);
	}
	if (facts.root !== '') {
		const sources = facts.files
			.find((file) => file.path.startsWith(facts.root))
			?.sources.slice(0, 1);
		candidates.push(
			telling(
				fixed('Active State', 'task', `${words.relativeTo}: ${facts.root}`, sources ?? [], -3),
				{ kind: 'root', directory: facts.root },
			),
		);
	}
	return candidates;
}

function tellingRun(candidate: Candidate, run: CommandRun | undefined): Candidate {
	return run === undefined
		? candidate
		: telling(candidate, {
				kind: 'run',
				command: run.command,
				status: run.use.outcome.status,
			});
}

/** Whether a check can be run again: a script that was deleted since says nothing of how things stand. */
function runsWhatIsThere({ files }: Facts): (run: CommandRun) => boolean {
	const gone = files.filter(({ state }) => state === 'deleted').map(({ path }) => baseName(path));
	return ({ command }) => !gone.some((name) => command.split(/[\s/\\'"]+/).includes(name));
}

/** Characters of a check's command: it is to be run again. */
const commandLength = 320;

function runItem(facts: Facts, run: CommandRun): SummaryItem {
	const { words } = facts;
	const again = facts.atEnd.runs.findLast(({ command }) => command === run.command) ?? run;
	const isPast = again.use.callIndex < lastEdit(facts);
	// What went wrong stands under Blocked only while nothing was edited.
	const line = isPast ? failureLine(run.use, run.use.outcome) : '';
	const error =
		line === '' ? '' : `: ${shortenPaths(redactedLine(line, mendedLength), facts.root)}`;
	const when = isPast ? `, ${words.beforeEdits}${error}` : '';
	const verdict = describeOutcome(run.use.outcome);
	const { status: seen } = run.use.outcome;
	const status = seen === 'unknown' ? unseenVerdict(words, run.use, run) : words[seen];
	const said = verdict === '' || verdict === 'failed' ? status : `${status} (${verdict})`;
	return {
		text: `\`${redactedLine(run.command, commandLength)}\` → ${said}${when}`,
		sources: [run.use.callIndex + 1, (run.use.resultIndex ?? run.use.callIndex) + 1],
	};
}

/** Index of the last message that edited a file, or -1: what ran before it says nothing of that edit. */
export function lastEdit({ atEnd, root }: Facts): number {
	return (
		atEnd.uses.findLast(
			(use) =>
				use.outcome.status !== 'failed' &&
				(((use.family === 'edit' || use.family === 'write') && !isNotes(use, root)) ||
					(use.family === 'terminal' && (editsInPlace.test(use.target) || tellsRestored(use)))),
		)?.callIndex ?? -1
	);
}

/** Where assistants keep notes of their own. */
const ownPlace = /^(?:~|\/(?:home|Users)\/[^/]{1,80}|\/root|[a-z]:\/Users\/[^/]{1,80})\/\.\w/i;

/** Whether an edit was of the assistant's own notes, outside the project: a check says nothing of those. */
function isNotes({ arguments: values, target }: ToolUse, root: string): boolean {
	const path = slashed(pathArgument(values) ?? target);
	const isProject = root !== '' && path.startsWith(root);
	return !isProject && (ownPlace.test(path) || isTemporary(path));
}

/** Command lines that change files which were there. */
const editsInPlace =
	/(?:^|[;&|] {0,3})(?:sed -i|perl -\w{0,4}i|patch -|git (?:apply|am|restore|revert|cherry-pick|stash pop|reset --hard))/;

/** How git names the branch in what it prints; `git checkout` says it on its own. */
const toldBranch =
	/^On branch (\S+)$|^## ((?:[\w/-]|\.(?!\.))+)(?=\.\.\.)|^Switched to (?:a new )?branch '([^'\n]+)'$|\bWIP on ([\w./-]+): [0-9a-f]{7}/m;

/** A command that asks for the branch and nothing else. */
const asksBranch = /^git (?:--no-pager )?(?:branch --show-current|rev-parse --abbrev-ref HEAD)$/;

/** The branch as such a command shows it, at the end of its line. */
function shownBranch({ command, use, isLast }: CommandRun): string | undefined {
	if (!isLast || use.outcome.status === 'failed' || !asksBranch.test(command)) {
		return undefined;
	}
	// Some clients end with a line of their own.
	const lines = use.result.split('\n').filter((line) => /^[^<\s]/.test(line));
	return /^[\w./-]+$/.exec(lines.at(-1)?.trim() ?? '')?.[0];
}

/** Characters of a result in which the branch is looked for. */
const branchReach = 4_000;

/** The branch, as the range tells it, where it still is the same in the end. */
function branchUntil({ atEnd: { runs, commits }, last }: Facts): SummaryItem | undefined {
	const inTheEnd = branchOf(runs, commits);
	const before = branchOf(
		runs.filter(({ use }) => use.callIndex < last),
		commits.filter(({ sources }) => (sources[0] ?? 0) <= last),
	);
	return inTheEnd?.text === before?.text ? before : inTheEnd;
}

/** Git creates a branch, of a starting point or none, or goes to one that is there. */
const checksOut =
	/^git (?:-C \S+ )?(?:checkout|switch)(?: -(?!-(?: |$)|-ours\b|-theirs\b|-detach\b|[bBcC]\b)\S+)*(?: -[bBcC] ([\w./-]+)(?: [\w./-]+)?| (?!-)([\w./-]+))(?: -\S+)*$/;

/** The branch that a line leaves checked out, where it names one. */
function checkedOut(use: ToolUse): string | undefined {
	const names = commandsOf(use).flatMap(({ words }) => {
		const [, created, known] = checksOut.exec(words.join(' ')) ?? [];
		return created ?? known ?? [];
	});
	return names.at(-1);
}

/** Merges the branch at hand on the server, and deletes it here. */
const leavesBranch = /^gh pr merge\b.*\s(?:-d|--delete-branch)\b/;

/** The branch that was checked out or committed to last. */
function branchOf(
	runs: readonly CommandRun[],
	commits: readonly SummaryItem[],
): SummaryItem | undefined {
	// The branch that was merged and deleted is left for another one, which nobody names.
	const left = runs.findLast(
		({ command, use }) => leavesBranch.test(command) && use.outcome.status !== 'failed',
	)?.use.callIndex;
	if (left !== undefined) {
		return branchOf(
			runs.filter(({ use }) => use.callIndex > left),
			commits.filter(({ sources }) => (sources[0] ?? 0) > left + 1),
		);
	}
	const commit = commits.at(-1);
	const committed = {
		text: /\(([^()]+)\)$/.exec(commit?.text ?? '')?.[1],
		at: commit?.sources[0] ?? 0,
	};
	for (const run of [...runs].reverse()) {
		const name = checkedOut(run.use);
		const number = run.use.callIndex + 1;
		if (number < committed.at && committed.text !== undefined) {
			break;
		}
		if (name !== undefined && run.use.outcome.status !== 'failed' && !tellsRestored(run.use)) {
			return { text: name, sources: [number] };
		}
		const shown = shownBranch(run);
		if (shown !== undefined) {
			return { text: shown, sources: [(run.use.resultIndex ?? run.use.callIndex) + 1] };
		}
		const told = /\bgit\b/.test(run.use.target)
			? toldBranch.exec(run.use.result.slice(0, branchReach))
			: null;
		if (told !== null) {
			return {
				text: told.slice(1).find((text) => text !== undefined) ?? '',
				sources: [(run.use.resultIndex ?? run.use.callIndex) + 1],
			};
		}
	}
	return committed.text === undefined
		? undefined
		: { text: committed.text, sources: [committed.at] };
}

/** How editing tools say that the text to be replaced is not there: once mended it says nothing. */
function isMisquoted(line: string): boolean {
	return /could not find the exact text|occurrences found for old_string|string to replace not found/i.test(
		line,
	);
}

const errorLength = 200;
const fullerError = 420;
const mendedLength = 160;

/** What went wrong, open or mended. */
export function errorCandidates(facts: Facts): Candidate[] {
	const { words, root } = facts;
	const restored =
		facts.atEnd.uses.findLast((use) => use.family === 'terminal' && tellsRestored(use))
			?.callIndex ?? -1;
	// What was mended before files were restored may have been undone with them.
	const telling = facts.errors.filter(
		({ open, lines, sources }) =>
			open || (!lines.some(isMisquoted) && (sources.at(-1) ?? 0) > restored),
	);
	const edited = lastEdit(facts) + 1;
	// Behind an edit nobody saw whether it still goes wrong: of a check Active State tells when it was.
	const current = telling.filter(({ open, sources }) => !open || (sources.at(-1) ?? 0) > edited);
	return current.toReversed().map((error): Candidate => {
		const lines = shortenPaths(error.lines.join(' ⏎ '), root);
		const what = redactedLine(shortPath(error.what, root), commandLength);
		const { sources } = error;
		const order = sources[0] ?? 0;
		if (!error.open) {
			const text = `${words.fixed}: \`${what}\`: ${redactedLine(lines, mendedLength)}`;
			return { section: 'Critical Context', tier: 'rest', item: { text, sources }, order };
		}
		const told = (length: number): SummaryItem => ({
			text: `\`${what}\`: ${redactedLine(lines, length)}`,
			sources,
		});
		return {
			section: 'Blocked',
			tier: 'verdicts',
			item: told(errorLength),
			order,
			fact: { kind: 'open-error', what: error.what, lines: error.lines },
			...(lines.length > errorLength ? { fuller: told(fullerError) } : {}),
		};
	});
}

const rejectionLength = 400;

/**
 * The last call where the person did not let the assistant do it: the work may wait for that. Once it
 * went on, the words are a message of the person and the refusal stands with its action.
 */
export function rejectionCandidates(facts: Facts): Candidate[] {
	const { words } = facts;
	const rejection = facts.rejections.at(-1);
	if (rejection === undefined || rejection.use !== facts.atEnd.uses.at(-1)) {
		return [];
	}
	const { use, words: said } = rejection;
	const [first = ''] = use.target.trim().split('\n', 1);
	const target = shortenPaths(redactedLine(first, commandLength), facts.root);
	const reason = said === '' ? '' : `: ${redactedLine(said, rejectionLength)}`;
	const text = `\`${use.call.name} ${target}\`: ${words.declined}${reason}`;
	const sources = [use.callIndex + 1, (use.resultIndex ?? use.callIndex) + 1];
	return [fixed('Blocked', 'verdicts', text, sources, use.callIndex + 1)];
}
