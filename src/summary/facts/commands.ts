import { echoedExitCode } from '../../messages/resultShape.ts';
import { withoutQuoted } from '../../messages/shellQuotes.ts';
import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import {
	commandText,
	commitText,
	isCommit,
	joinedLine,
	joinedParts,
	withPipes,
} from './commandText.ts';
import { asking, isVerifying, kindOf, type CommandKind } from './commandKinds.ts';
import { complainingCommand, onlyComplain } from './blame.ts';
import { commitOutcome, judgedOutcome } from './verdicts.ts';
import { withOutcome } from './withoutSecrets.ts';
import { commandsOf, withoutHeredocs, type SimpleCommand } from './shellWords.ts';

/** A command that was run. */
export interface CommandRun {
	/** The part of the command line that matters, as it stands there. */
	readonly command: string;
	readonly kind: CommandKind;
	readonly use: ToolUse;
	/** Whether the last line of the result is its own. */
	readonly isLast: boolean;
}

/** Commands that only prepare or accompany others. */
const accompanying = /^(?:cd|echo|export|set|source|pwd|sleep|true|:)\b/;

/** Commands that run tests, to which counts of tests belong. */
const testing = /test|spec|jest|mocha|tox|nox|\bci\b|coverage|e2e|verify/i;

/**
 * What a terminal call ran for its purpose: every verifying command of a line that passed, the one
 * that failed, or the last command that did something.
 */
export function commandRuns(use: ToolUse): readonly CommandRun[] {
	const known = runsOfUse.get(use) ?? readRuns(use);
	runsOfUse.set(use, known);
	return known;
}

/** Several facts ask for the runs of a call; its command line is read once. */
const runsOfUse = new WeakMap<ToolUse, readonly CommandRun[]>();

function readRuns(use: ToolUse): CommandRun[] {
	if (use.family !== 'terminal' || use.target.trim() === '') {
		return [];
	}
	const all = commandsOf(use);
	const failed = use.outcome.status === 'failed';
	const outcome = failed && nothingBroke(use) ? passedOutcome(use) : use.outcome;
	const named = complainingCommand(all, withOutcome(use, outcome));
	const culprit = named < 0 && failed ? behindPassedTests(all, use) : named;
	const passed = passedBefore(all, culprit);
	const complaint = all[culprit];
	if (complaint !== undefined && (passed.length > 0 || notRun.has(use.outcome.exitCode ?? 0))) {
		const before = withOutcome(use, passedOutcome(use));
		return [...passed.map((command) => run(all, command, before)), run(all, complaint, use)];
	}
	return chosenRuns(all, withOutcome(use, outcome));
}

function chosenRuns(all: readonly SimpleCommand[], reported: ToolUse): CommandRun[] {
	const commands = all.filter((command) => !command.piped);
	const kinds = commands.map(kindOf);
	const kind =
		(['verifying', 'changing'] as const).find((wanted) => kinds.includes(wanted)) ?? 'looking';
	const wanted = commands.filter((_, index) => kinds[index] === kind);
	const meant = wanted.filter((command) => !accompanying.test(command.text));
	const told = meant.length > 0 ? meant : wanted;
	const chosen = told.map(commandText);
	const last = told.at(-1);
	const isCommitted = kind === 'changing' && last !== undefined && isCommit(last);
	const committed = isCommitted ? commitOutcome(reported) : undefined;
	const pipes = told.some((command) => command.pipes);
	const judged = (command: SimpleCommand): ToolUse =>
		withOutcome(
			reported,
			committed ??
				judgedOutcome(reported, {
					verifying: kind === 'verifying',
					piped: pipes,
					hidden: hidesExit(all, command, reported),
				}),
		);
	if (last === undefined) {
		return [];
	}
	const isLast = endsLine(all, last);
	const use = kind === 'looking' ? reported : judged(last);
	if (use.outcome.status === 'failed') {
		return [{ command: failingLine(all, told, kind, use), kind, use, isLast }];
	}
	return kind !== 'verifying'
		? [{ command: withPipes(all, last), kind, use, isLast }]
		: told.map((command) => {
				const text = commandText(command);
				const own = withOwnCounts(text, chosen, judged(command));
				return { command: text, kind, use: own, isLast: endsLine(all, command) };
			});
}

function run(all: readonly SimpleCommand[], command: SimpleCommand, use: ToolUse): CommandRun {
	return {
		command: commandText(command),
		kind: kindOf(command),
		use,
		isLast: endsLine(all, command),
	};
}

/** Whether nothing behind a command of the line may have written the last line of its output. */
function endsLine(all: readonly SimpleCommand[], command: SimpleCommand): boolean {
	return all.slice(all.indexOf(command) + 1).every(({ piped }) => piped);
}

/** Exit codes of a shell that could not run a command: what stands behind it never ran. */
const notRun: ReadonlySet<number> = new Set([126, 127]);

/** A loop ends as its last round does. */
const loop = /(?:^|[;&|(\n])[ \t]{0,8}(?:for|while|until) /;

function isLoop(line: string): boolean {
	return loop.test(withoutQuoted(withoutHeredocs(line)));
}

/** Whether the exit code of the line is that of another command: `npm test; echo done` ends well. */
function hidesExit(all: readonly SimpleCommand[], command: SimpleCommand, use: ToolUse): boolean {
	const { target } = use;
	if (isLoop(target)) {
		return true;
	}
	if (all.some(({ words }) => /^set (?:-[a-z]*e|-o errexit)/.test(words.join(' ')))) {
		return false;
	}
	const behind = all
		.slice(all.indexOf(command) + 1)
		.find(({ guarded, piped }) => !guarded && !piped);
	if (behind !== undefined && handsOn(target, behind, all.at(-1))) {
		return false;
	}
	const isTold =
		behind !== undefined &&
		/^(?:echo|printf)\b.*\$\?/.test(behind.text) &&
		echoedExitCode(use.result) !== undefined;
	return behind !== undefined && !isTold;
}

/** A variable that keeps an exit code, at the end of a text. */
const keepsExit = /[;\n]\s{0,40}(\w{1,40})="?\$\?"?\s{0,40}[;\n]\s{0,40}$/;

/** Whether a line keeps the exit code in front of a command and ends with it: `npm test; code=$?; rm log; exit $code`. */
function handsOn(line: string, behind: SimpleCommand, last: SimpleCommand | undefined): boolean {
	const name = keepsExit.exec(line.slice(0, line.indexOf(behind.text)).slice(-200))?.[1];
	const exit = last?.words.join(' ');
	return name !== undefined && (exit === `exit $${name}` || exit === `exit \${${name}}`);
}

/** What a terminal call ran, all of it but what only accompanies: its output is that of the whole line. */
export function wholeLine(use: ToolUse): string {
	return joinedWhole(use.target, commandsOf(use).map(withFewFiles));
}

/**
 * What a terminal call did, as it is told: of a line that did not fail everything it changed, for what its
 * last command did is seldom all.
 */
export function toldLine(use: ToolUse): string {
	const runs = commandRuns(use);
	const [run, ...more] = runs;
	const all = commandsOf(use).map(withFewFiles);
	const changing = all.filter((command) => !command.piped && kindOf(command) === 'changing');
	const isDone = run?.kind === 'changing' && run.use.outcome.status !== 'failed';
	const isWhole = isDone && more.length === 0 && !isLoop(use.target);
	const [first] = changing;
	const isCommitted = first !== undefined && isCommit(first);
	return isWhole && (changing.length > 1 || isCommitted)
		? joinedParts(all, changing, toldChange)
		: runs.map(({ command }) => command).join('; ');
}

function toldChange(command: SimpleCommand): string {
	return isCommit(command) ? commitText(command) : commandText(command);
}

/** A line without what only accompanies; a loop makes no sense in pieces. */
function joinedWhole(line: string, all: readonly SimpleCommand[]): string {
	return isLoop(line)
		? withoutHeredocs(line).replace(/\s+/g, ' ').trim()
		: joinedParts(all, all.filter(isOfItsOwn));
}

function isOfItsOwn({ text, pipes }: SimpleCommand): boolean {
	return pipes || !accompanying.test(text);
}

/** Whether all that a line printed is of one command, and of those that read its output. */
export function isAlone(use: ToolUse): boolean {
	return commandsOf(use).filter((command) => !command.piped && isOfItsOwn(command)).length <= 1;
}

/** What is staged would leave no room for what follows. */
function withFewFiles(command: SimpleCommand): SimpleCommand {
	return { ...command, text: command.text.replace(/^(git add) .{40,}$/, '$1 …') };
}

/**
 * The verifying commands of a chain that passed although a later command failed: what comes behind
 * `&&` runs only after success.
 */
function passedBefore(all: readonly SimpleCommand[], culprit: number): SimpleCommand[] {
	const last = all.findLastIndex(isVerifying);
	const chained = all.slice(1, last + 2).every((command) => command.guarded);
	return last >= 0 && last < culprit && chained ? all.slice(0, last + 1).filter(isVerifying) : [];
}

/** All that small test scripts say, at the end of what they print. */
const barelyPassed = /^\d{1,6} (?:tests? )?passed$/m;

/** Characters at the end of a result in which that is looked for. */
const verdictReach = 2_000;

/**
 * Position of the only command behind tests that all passed, as they told, although the line failed;
 * -1 where the tests tell of a failure or of nothing, or where several commands stand behind them.
 */
function behindPassedTests(all: readonly SimpleCommand[], { outcome, result }: ToolUse): number {
	const tail = result.slice(-verdictReach);
	const { passed = 0, failed = 0 } = outcome.tests ?? {
		passed: barelyPassed.test(tail) && !/\bfail/i.test(tail) ? 1 : 0,
	};
	const last = all.findLastIndex((command) => isVerifying(command) && testing.test(command.text));
	return passed > 0 && failed === 0 && last >= 0 && last === all.length - 2 ? last + 1 : -1;
}

/** A look-around that found nothing is taken for a failure where no exit code says otherwise. */
function nothingBroke(use: ToolUse): boolean {
	return use.outcome.exitCode === undefined && onlyComplain(use, asking);
}

function passedOutcome({ outcome }: ToolUse): Outcome {
	const { exitCode: _, ...rest } = outcome;
	return { ...rest, status: 'ok', errorLines: [] };
}

/** How a test runner names a test or a suite that failed. */
const failedTest = /^(?:--- FAIL\b|FAIL\b|not ok \d)/;

/**
 * What failed of a line: a check that says so by itself or names tests; else any of its commands may
 * have, and the line stands as it was run.
 */
function failingLine(
	all: readonly SimpleCommand[],
	told: readonly SimpleCommand[],
	kind: CommandKind,
	{ target, outcome }: ToolUse,
): string {
	const tests = told.filter((command) => testing.test(commandText(command)));
	const testsFailed =
		(outcome.tests?.failed ?? 0) > 0 || outcome.errorLines.some((line) => failedTest.test(line));
	const [only, ...more] = testsFailed ? tests : told;
	const complains =
		kind === 'verifying' && outcome.errorLines.some((line) => toldFailure.test(line));
	if (only !== undefined && more.length === 0 && (testsFailed || complains)) {
		return commandText(only);
	}
	// How a check's output is cut does not tell it from the next run.
	const parts = kind === 'verifying' ? all.filter(({ piped }) => !piped) : all;
	return testsFailed || complains ? joinedLine(told) : joinedWhole(target, parts);
}

/** A line by which a check says that it failed. */
const toldFailure = /\b(?:error|errors|failed|failing|failure|exception)\b|[✖✗]/i;

/** A chain prints one summary of tests; it does not belong to the type check before it. */
function withOwnCounts(command: string, chosen: readonly string[], use: ToolUse): ToolUse {
	if (chosen.length === 1 || testing.test(command) || use.outcome.tests === undefined) {
		return use;
	}
	const { tests: _, ...outcome } = use.outcome;
	return withOutcome(use, outcome);
}

/**
 * Whether a failure says that something is broken. The exit code is that of the last command, which
 * may only have asked whether something is there.
 */
export function failureMatters(run: CommandRun): boolean {
	const last = commandsOf(run.use).at(-1);
	return ![run.command, last?.words.join(' ') ?? ''].some((command) => asking.test(command));
}
