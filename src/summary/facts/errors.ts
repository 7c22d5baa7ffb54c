import { cutBefore } from '../../messages/marks.ts';
import { describeOutcome, type Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { commandRuns, failureMatters, type CommandRun } from './commands.ts';
import { CheckingCommands, checksIn } from './coverage.ts';
import { rejectionOf } from './rejections.ts';
import { LaterWork } from './laterWork.ts';
import { SettledCauses } from './settledCauses.ts';

/** Something that went wrong, and whether it still does. */
export interface ErrorFact {
	/** What was tried: a command, or a tool and its file. */
	readonly what: string;
	/** The first lines that say what is wrong, verbatim. */
	readonly lines: readonly string[];
	readonly open: boolean;
	readonly sources: readonly number[];
}

/** How tools complain about the way they were called, which says nothing about the work. */
const protocolError =
	/File has not been read yet|has been (?:modified|unexpectedly modified) since|\bposix_spawn\b|\bspawn \S+ (?:ENOENT|EAGAIN)|InputValidationError|No such tool available|exceeds maximum allowed tokens|Sibling tool call errored/;

/** Whether an error line is about the use of a tool and not about the work. */
export function isProtocolError(line: string): boolean {
	return protocolError.test(line);
}

/** Whether a client did not start what it was asked to: then it gives a negative code, and says how to ask. */
export function isNotStarted({ outcome }: ToolUse): boolean {
	return (outcome.exitCode ?? 0) < 0;
}

/** A failed look-around counts as open only while it is this close to the end, calls. */
const recentCalls = 12;

/** Failures by what was tried, the last state of each, in order. */
export function errorFacts(uses: readonly ToolUse[]): ErrorFact[] {
	const facts: ErrorFact[] = [];
	const failed = new Set<string>();
	const passed = new CheckingCommands<ToolUse>();
	const settled = new SettledCauses();
	// Run again without a verdict: whether the failure is still there is not known, so it is not told.
	const unseen = new CheckingCommands<ToolUse>();
	const work = new LaterWork();
	const reached = new Set<string>();
	for (const [position, use] of [...uses.entries()].reverse()) {
		const ofWork =
			rejectionOf(use) === undefined &&
			!isNotStarted(use) &&
			!use.outcome.errorLines.some(isProtocolError);
		const attempts = ofWork ? attemptsOf(use).reverse() : [];
		for (const { what, matters, telling, outcome, run } of attempts) {
			if (outcome.status === 'ok') {
				passed.add(what, use);
				settled.add(what, use);
			} else if (outcome.status === 'unknown' && use.resultIndex !== undefined) {
				unseen.add(what, use);
			} else if (outcome.status === 'failed' && telling && !failed.has(what)) {
				failed.add(what);
				const later = mendingUse(passed, what);
				const isOther = later !== undefined && !repeats(later, use);
				const mended = isOther ? undefined : (later ?? settled.find(use, outcome));
				const isUnknown =
					isOther ||
					unseen.find(lastOf(what)) !== undefined ||
					reached.has(subjectOf(use)) ||
					(run !== undefined && work.retires(run));
				const current = mended !== undefined || !isUnknown;
				if (current && (mended !== undefined || matters || uses.length - position <= recentCalls)) {
					facts.push(errorFact(what, use, outcome, mended));
				}
			}
		}
		attempts.forEach(({ run }) => run !== undefined && work.add(run));
		if (use.family === 'other' && use.outcome.status === 'ok') {
			reached.add(subjectOf(use));
		}
	}
	return facts.reverse();
}

/** What a call of a tool that we do not know is about: what it did in the end need not be what failed. */
function subjectOf({ call, arguments: values = {} }: ToolUse): string {
	return `${call.name} ${JSON.stringify(Object.entries(values)[0] ?? call.arguments)}`;
}

/**
 * Whether a call that passed shows that a failed one would too. Another edit of the same file leaves open
 * whether the first one would be made, and of a tool that we do not know no argument is without meaning:
 * paid otherwise, the first payment is refused still.
 */
function repeats(passed: ToolUse, failed: ToolUse): boolean {
	return (
		(failed.family !== 'edit' && failed.family !== 'other') ||
		JSON.stringify(passed.arguments) === JSON.stringify(failed.arguments)
	);
}

/** The call that passed later: the same run, a wider one, or the end of a chain. */
function mendingUse(passed: CheckingCommands<ToolUse>, failed: string): ToolUse | undefined {
	return passed.find(lastOf(failed));
}

function lastOf(chain: string): string {
	return checksIn(chain).at(-1) ?? chain;
}

function errorFact(
	what: string,
	use: ToolUse,
	outcome: Outcome,
	mended: ToolUse | undefined,
): ErrorFact {
	const indices = [
		use.callIndex,
		use.resultIndex ?? use.callIndex,
		mended?.callIndex ?? use.callIndex,
	];
	return {
		what,
		lines:
			outcome.errorLines.length === 0
				? [describeOutcome(outcome)]
				: withLocation(outcome.errorLines, use.result),
		open: mended === undefined,
		sources: [...new Set(indices)].sort((a, b) => a - b).map((index) => index + 1),
	};
}

/** The start of a target, cut between words. */
function startOf(target: string, length: number): string {
	return target.slice(0, cutBefore(target, length)).trimEnd();
}

interface Attempt {
	readonly what: string;
	/** Whether a failure stays of interest until the same thing succeeds. */
	readonly matters: boolean;
	/** Whether a failure says anything at all. */
	readonly telling: boolean;
	readonly outcome: Outcome;
	/** The command, where it is one. */
	readonly run?: CommandRun;
}

function attemptsOf(use: ToolUse): Attempt[] {
	const once = (what: string): Attempt[] => [
		{ what, matters: false, telling: true, outcome: use.outcome },
	];
	switch (use.family) {
		case 'terminal':
			return commandRuns(use).map((run) => ({
				what: run.command,
				matters: run.kind !== 'looking',
				telling: failureMatters(run) && !isGoneAlready(run),
				outcome: run.use.outcome,
				run,
			}));
		case 'code':
			return once(use.call.name);
		case 'write':
		case 'edit':
			// Another tool that writes the same file settles it.
			return once(startOf(use.target, 200));
		case 'web':
		case 'browser':
		case 'sub-agent':
		case 'other':
			return once(`${use.call.name} ${startOf(use.target, 120)}`);
		default:
			return [];
	}
}

/** What was to be removed is not there: as it was to be. */
function isGoneAlready({ command, use }: CommandRun): boolean {
	const { errorLines } = use.outcome;
	return (
		/^rm\b/.test(command) &&
		errorLines.length > 0 &&
		errorLines.every((line) => /^rm: .*No such file or directory$/.test(line))
	);
}

/** Characters at the end of a result that are searched for where it went wrong. */
const locationReach = 8_000;

/** The error lines, and the first place in the project's own files where none of them names one. */
function withLocation(lines: readonly string[], result: string): readonly string[] {
	const place =
		/(?:^|[\s(❯])(?![^\s:]{0,160}node_modules)([\w@./\\-]{1,160}\.[A-Za-z]{1,5}:\d{1,6})(?!\w)/;
	if (lines.some((line) => place.test(line))) {
		return lines;
	}
	const found = result
		.slice(-locationReach)
		.split('\n')
		.filter((line) => line.length <= 240 && /^\s*(?:❯|at |-->|→|File |[\w./\\-]+:\d)/.test(line))
		.map((line) => place.exec(line)?.[1])
		.find((location) => location !== undefined);
	return found === undefined ? lines : [...lines.slice(0, 2), found, ...lines.slice(2)];
}
