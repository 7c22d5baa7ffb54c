import { echoedExitCode } from '../../messages/resultShape.ts';
import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
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
	const isCommit = kind === 'changing' && /^git commit\b/.test(chosen.at(-1) ?? '');
	const committed = isCommit ? commitOutcome(reported) : undefined;
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
	const last = told.at(-1);
	if (last === undefined) {
		return [];
	}
	const isLast = endsLine(all, last);
	if (kind !== 'verifying') {
		const use = kind === 'looking' ? reported : judged(last);
		return [{ command: withPipes(all, last), kind, use, isLast }];
	}
	const use = judged(last);
	return use.outcome.status === 'failed'
		? [{ command: failingCommand(chosen, afterLast(commands, told), use), kind, use, isLast }]
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

/** Whether the exit code of the line is that of another command: `npm test; echo done` ends well. */
function hidesExit(all: readonly SimpleCommand[], command: SimpleCommand, use: ToolUse): boolean {
	const { target } = use;
	if (loop.test(withoutHeredocs(target))) {
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
	const commands = commandsOf(use).filter(({ text, pipes }) => pipes || !accompanying.test(text));
	return joinedLine(commands.map(withFewFiles));
}

/** What is staged would leave no room for what follows. */
function withFewFiles(command: SimpleCommand): SimpleCommand {
	return { ...command, text: command.text.replace(/^(git add) .{40,}$/, '$1 …') };
}

/** What only takes a part of the output: that it was there is enough. */
const cutting = /^(?:head|tail|less|more|cat)\b/;

/** Commands as one line again. */
function joinedLine(commands: readonly SimpleCommand[]): string {
	return commands.reduce((line, command) => {
		const { operator, piped } = command;
		const text = piped && cutting.test(command.text) ? '…' : commandText(command);
		const between = /^(?:\|\|?|&&?)$/.test(operator) ? ` ${operator} ` : '; ';
		return line === '' ? text : `${line}${between}${text}`;
	}, '');
}

/** A command with those that read its output, one after the other. */
function withPipes(all: readonly SimpleCommand[], command: SimpleCommand): string {
	const rest = all.slice(all.indexOf(command) + 1);
	const end = rest.findIndex(({ piped }) => !piped);
	return joinedLine([command, ...rest.slice(0, end < 0 ? undefined : end)]);
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

/** What comes behind `&&` after the last of these: it may be what failed. */
function afterLast(
	commands: readonly SimpleCommand[],
	told: readonly SimpleCommand[],
): readonly string[] {
	const last = commands.findLastIndex((command) => told.includes(command));
	const rest = commands.slice(last + 1);
	const chained = rest.length > 0 && rest.every((command) => command.guarded);
	return chained ? rest.filter(({ text }) => !accompanying.test(text)).map(commandText) : [];
}

/** Counts or names of failed tests tell the culprit; else the whole chain is what failed. */
function failingCommand(chosen: readonly string[], after: readonly string[], use: ToolUse): string {
	const tests = chosen.filter((command) => testing.test(command));
	const [only] = tests;
	const testsFailed =
		(use.outcome.tests?.failed ?? 0) > 0 ||
		use.outcome.errorLines.some((line) => failedTest.test(line));
	if (testsFailed) {
		return only !== undefined && tests.length === 1 ? only : chosen.join(' && ');
	}
	// A verdict of a compiler or runner stands in its output; without one the rest may be to blame.
	const complains = use.outcome.errorLines.some((line) => toldFailure.test(line));
	return [...chosen, ...(complains ? [] : after)].join(' && ');
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

/** What stands in quotes: blanks in a row count there, and do not survive on one line. */
const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

/**
 * The command without redirections of its output, on one line; what was cut off is marked. Of a
 * commit only its name: the message is told as git reports it.
 */
function commandText(command: SimpleCommand): string {
	const text = command.text.replace(/^(git commit\b)[^]*/, '$1').replace(/\\\n\s*/g, '');
	const [first = '', ...more] = text.split('\n');
	const line = first.replace(quoted, (words) => words.replace(/\s{2,}|\t/g, '…'));
	// How the output is caught and what groups or times a command does not tell it from the next run.
	const redirect = isVerifying(command)
		? /(?<!\s)\s*(?:\d|&)?>>?\s*(?:&\d|[^\s"'|;&<>]+)/g
		: /(?<!\s)\s+(?:\d|&)?>>?\s*(?:&\d|\/dev\/null)/g;
	const bare = line
		.replace(redirect, '')
		.replace(/^(?:(?:[{(!]|time|then|do|else|command|exec|nohup|timeout \S+)\s+)+/, '')
		.trim();
	// A heredoc inside a substitution leaves only its opening.
	const whole = bare.replace(/(?<!\s)\s*["']?\$\(\s*cat$/, '');
	return whole === bare && more.join('').trim() === '' ? bare : `${whole} …`;
}

/**
 * Whether a failure says that something is broken. The exit code is that of the last command, which
 * may only have asked whether something is there.
 */
export function failureMatters(run: CommandRun): boolean {
	const last = commandsOf(run.use).at(-1);
	return ![run.command, last?.words.join(' ') ?? ''].some((command) => asking.test(command));
}
