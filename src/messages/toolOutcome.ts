import { editVerdict } from './editVerdict.ts';
import { errorLinesOf } from './errorLines.ts';
import { echoedExitCode, toldEnd } from './resultShape.ts';
import { readTestCounts, type TestCounts } from './testCounts.ts';
import type { ToolFamily } from './toolFamilies.ts';

/** How a tool call ended, read off its result. */
export interface Outcome {
	readonly status: 'ok' | 'failed' | 'unknown';
	readonly exitCode?: number;
	readonly tests?: TestCounts;
	readonly lines: number;
	readonly characters: number;
	/** True where a search in the terminal found nothing: its exit code 1 is its answer. */
	readonly noMatches?: boolean;
	/**
	 * True where a line says that a check failed and no exit code of its own denies it: then a command
	 * that checks the work did not succeed, while one that only prints a log may have.
	 */
	readonly tellsFailure?: boolean;
	/** Lines that say what went wrong, whole and in order; empty unless the call failed. */
	readonly errorLines: readonly string[];
}

/** What is known of a result beside its text. */
export interface ResultContext {
	readonly family: ToolFamily;
	readonly isError: boolean | undefined;
	/** False when the call has no result. */
	readonly answered: boolean;
	/** The exit code, where the client keeps it beside the text. */
	readonly exitCode?: number;
	/** Whether the work goes on behind the result. */
	readonly goesOn?: boolean;
	/** Whether the client would have said so if the call had failed. */
	readonly tellsFailure?: boolean;
	/** Whether the exit code is another command's: `npm test | tail` succeeds as long as `tail` does. */
	readonly hidesExit?: boolean;
	/** Whether the command prints an exit code itself: `npm test; echo "exit: $?"`. */
	readonly echoesExit?: boolean;
	/** Whether the command is one search, which exits with 1 where it finds nothing. */
	readonly isSearch?: boolean;
	/** Whether the command only shows what stands in files: failures in there are not its own. */
	readonly shows?: boolean;
	/** Whether the command is one of several, of which a count of tests tells nothing. */
	readonly isChain?: boolean;
}

/** Characters at either end of a result where clients and test runners put their verdict. */
const verdictReach = 3_000;

/** How a program tells that it failed. */
interface Complaint {
	/** What stands in every match: looked for first, which takes a fraction of the time. */
	readonly needs?: string;
	readonly pattern: RegExp;
}

/** The verdict of a compiler or test runner that failed, where the exit code does not tell. */
const failingVerdict: readonly Complaint[] = [
	{
		pattern:
			/^(?:FAIL(?:ED)?\b|--- FAIL:|BUILD FAILED|npm (?:ERR!|error)|error(?:\[E\d+\])?: |Traceback \(most recent call last\)|panic: )/m,
	},
	{ needs: 'ELIFECYCLE', pattern: /^.{0,80}\bELIFECYCLE\b/m },
	{ needs: 'error TS', pattern: /^.{0,300}\berror TS\d+:/m },
];

/** How a shell or a program says that it could not do what it was called for. */
const complaintOfProgram: readonly Complaint[] = [
	{
		pattern:
			/^(?:(?:\/\S{1,80}\/)?[\w.+-]{1,40}: .{0,300}(?:command not found|not found$|No such file or directory|Permission denied)|fatal: |Segmentation fault)/m,
	},
];

/** The same, and how runtimes, compilers and test runners say that they failed, at the start of a line. */
const silentFailure: readonly Complaint[] = [
	...complaintOfProgram,
	...failingVerdict,
	{
		pattern:
			/^[ \t]{0,8}(?:(?:Uncaught |Unhandled )?(?:AssertionError|SyntaxError|TypeError|ReferenceError)\b|Unhandled exception|Compilation failed|✖ )/m,
	},
];

function complains(text: string, complaints: readonly Complaint[]): boolean {
	return complaints.some(({ needs = '', pattern }) => text.includes(needs) && pattern.test(text));
}

/** Lines by which compilers, linters, test runners and git say that they failed. */
const failingLine =
	/^(?:\[[\w:./-]{1,60}\] )?[ \t]{0,8}(?:FAIL(?:ED|URE)?(?:\b|:)|--- FAIL\b|not ok \d|BUILD FAILED|ERROR task failed|npm (?:ERR!|error)|[✖✗×] |fatal: |panic: |vet(?:\.exe)?: |error(?:\[E\d+\])?: |! \[(?:remote )?rejected\]|Traceback \(most recent call last\)|(?:Found )?[1-9]\d{0,5} (?:failed|failing|failures?|errors?|problems?)\b|[\w@./\\-]{1,200}\.\w{1,6}:\d{1,6}:\d{1,5}:? (?!\s*(?:warning|note|info|remark)\b))/m;

/** What stands further inside such lines. */
const failingWords = [
	'[build failed]',
	'[setup failed]',
	'ELIFECYCLE',
	': error TS',
	': command not found',
];

/** How a shell says that it ran nothing. */
const shellComplaint = /^(?:\/\S{1,80}\/)?(?:ba|z|da|k|fi)?sh: ?(?:line )?\d{0,6}:? ?\S/m;

/** Whether a line, or a line of a text, says that a check failed. */
function isFailingLine(text: string): boolean {
	return failingLine.test(text) || failingWords.some((words) => text.includes(words));
}

/** What clients say instead of a result when a command goes on without them. */
const background =
	/^\s*(?:(?:Command|Process|Task)\b.{0,60}\b(?:in|to) (?:the )?background\b|Background (?:process|command|task) started\b)/i;

/** Families whose text is a program's own output and may tell of failure without any flag. */
const programs: ReadonlySet<ToolFamily> = new Set(['terminal', 'code']);

/** Reads status, exit code, test counts and error lines off a result. Linear in its length. */
export function readOutcome(text: string, context: ResultContext): Outcome {
	const size = { lines: countLines(text), characters: text.length };
	if (!context.answered) {
		return { status: 'unknown', ...size, errorLines: [] };
	}
	const program = programs.has(context.family);
	const verdict = verdictText(text);
	const end = program && context.isError === false ? {} : toldEnd(text, context.family);
	// The code of a command that goes on is that of its start.
	const started = background.test((end.output ?? text).slice(0, 200));
	const exitCode = program && !started ? exitCodeOf(text, context, end.exitCode) : undefined;
	const tests = program ? readTestCounts(verdictText(end.output ?? text)) : undefined;
	const isError = context.isError === true || end.failed === true || context.isError;
	const told = { ...context, isError: isError ?? end.failed };
	// A shell whose pattern names no file ends with the same code, and says so.
	const noMatches =
		context.isSearch === true && exitCode === 1 && !shellComplaint.test(end.output ?? text);
	const status = noMatches ? 'ok' : judge(end.output ?? text, told, exitCode, tests);
	const tellsFailure =
		status !== 'failed' &&
		context.family === 'terminal' &&
		(exitCode === undefined || context.hidesExit === true) &&
		isFailingLine(verdict);
	return {
		status,
		...(exitCode === undefined ? {} : { exitCode }),
		...(tests === undefined ? {} : { tests }),
		...(noMatches ? { noMatches } : {}),
		...(tellsFailure ? { tellsFailure } : {}),
		...size,
		errorLines: status === 'failed' ? errorLinesOf(text) : [],
	};
}

function exitCodeOf(
	text: string,
	context: ResultContext,
	told: number | undefined,
): number | undefined {
	const exitCode = context.exitCode ?? told;
	const echoed = context.echoesExit === true ? echoedExitCode(text) : undefined;
	return exitCode === undefined || exitCode === 0 ? (echoed ?? exitCode) : exitCode;
}

function judge(
	text: string,
	context: ResultContext,
	exitCode: number | undefined,
	tests: TestCounts | undefined,
): Outcome['status'] {
	if (exitCode !== undefined && exitCode !== 0) {
		return 'failed';
	}
	if (context.isError === true || (tests?.failed ?? 0) > 0) {
		return 'failed';
	}
	if (tests?.passed !== undefined && exitCode === 0) {
		return 'ok';
	}
	const goesOn = exitCode === undefined && context.goesOn === true;
	if (context.family === 'terminal' && (goesOn || background.test(text.slice(0, 200)))) {
		return 'unknown';
	}
	if (programs.has(context.family)) {
		return judgeProgram(text, context, exitCode, tests);
	}
	if (context.isError === false) {
		return 'ok';
	}
	if (context.family === 'write' || context.family === 'edit') {
		return editVerdict(text);
	}
	return failedAtOnce.test(text.slice(0, 400)) ? 'failed' : 'ok';
}

/** How tools that only tell something say that they could not. */
const failedAtOnce =
	/^\s*(?:<tool_use_error>|<error(?:_details)?>|\[Operation Cancelled\]|Error[: ]|error:|ERROR(?::| while calling tool\b)|\[ERROR\]|\{"error":\s*"[^"]|(?:The )?tool execution failed\b|(?:File|Path|Directory) (?:not found|does not exist)\b|(?:Failed|Unable) to (?:fetch|read|open|load)\b|Request failed with status\b|(?:The server returned )?HTTP (?:error!? ?)?(?:status:? ?)?[45]\d\d\b|(?:<files>\s*)?<file><path>[^<]{0,200}<\/path>\s{0,9}<error>)/;

/** How clients say that a command could not even be started. */
const notRun =
	/^\s*(?:exec_command failed for |Tool '[^'\n]{1,80}' does not exist|<error>|\[Operation Cancelled\])/;

function judgeProgram(
	text: string,
	context: ResultContext,
	exitCode: number | undefined,
	tests: TestCounts | undefined,
): Outcome['status'] {
	const verdict = verdictText(text);
	if (exitCode !== undefined || context.isError !== undefined) {
		return context.hidesExit === true && complains(verdict, failingVerdict) ? 'failed' : 'ok';
	}
	if (notRun.test(text.slice(0, 200))) {
		return 'failed';
	}
	if (complains(verdict, context.shows === true ? complaintOfProgram : silentFailure)) {
		return 'failed';
	}
	const passed = tests?.passed !== undefined && tests.passed > 0;
	const single = context.isChain !== true && context.hidesExit !== true;
	return context.tellsFailure === true || (passed && single) ? 'ok' : 'unknown';
}

function verdictText(text: string): string {
	return text.length <= verdictReach * 2
		? text
		: `${text.slice(0, verdictReach)}\n${text.slice(-verdictReach)}`;
}

function countLines(text: string): number {
	if (text === '') {
		return 0;
	}
	let lines = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		lines += 1;
	}
	return text.endsWith('\n') ? lines - 1 : lines;
}

/** `exit 1 · 3 failed, 12 passed`, or nothing where the result says nothing. */
export function describeOutcome(outcome: Outcome): string {
	const { exitCode, tests, status, noMatches } = outcome;
	const parts: string[] = [];
	if (exitCode !== undefined && exitCode >= 0) {
		parts.push(`exit ${exitCode}`);
	} else if (status === 'failed') {
		parts.push('failed');
	}
	if (noMatches === true) {
		parts.push('no matches');
	}
	if (tests !== undefined) {
		const counted = [
			tests.failed === undefined || tests.failed === 0 ? '' : `${tests.failed} failed`,
			tests.passed === undefined ? '' : `${tests.passed} passed`,
			tests.skipped === undefined ? '' : `${tests.skipped} skipped`,
		].filter((part) => part !== '');
		parts.push(counted.join(', '));
	}
	return parts.filter((part) => part !== '').join(' · ');
}
