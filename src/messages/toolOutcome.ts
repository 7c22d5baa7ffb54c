import { errorLinesOf } from './errorLines.ts';
import { hasFields, walkableJson } from './json.ts';
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
	/** Lines that say what went wrong, whole and in order; empty unless the call failed. */
	readonly errorLines: readonly string[];
}

/** What is known of a result beside its text. */
export interface ResultContext {
	readonly family: ToolFamily;
	/** What the client marked it as. */
	readonly isError?: boolean | undefined;
	/** False when the call has no result. */
	readonly answered: boolean;
	/** The exit code, where the client keeps it beside the text. */
	readonly exitCode?: number | undefined;
	/** Whether the work goes on behind the result. */
	readonly goesOn?: boolean;
	/** Whether the client would have said so if the call had failed. */
	readonly tellsFailure?: boolean;
	/** The command line that was run in a terminal. */
	readonly command?: string;
}

/** Families whose text is a program's own output and may tell of failure without any flag. */
const programs: ReadonlySet<ToolFamily> = new Set(['terminal', 'code']);

/** Characters at either end of a result where clients and test runners put their verdict. */
const verdictReach = 3_000;

/** Characters at either end of a result where clients write their own lines. */
const ownLinesReach = 800;

/** What clients say instead of a result when a command goes on without them. */
const background =
	/^\s*(?:(?:Command|Process|Task)\b.{0,60}\b(?:in|to) (?:the )?background\b|Background (?:process|command|task) started\b)/i;

/** Reads status, exit code, test counts and error lines off a result. Linear in its length. */
export function readOutcome(text: string, context: ResultContext): Outcome {
	const size = { lines: countLines(text), characters: text.length };
	if (!context.answered) {
		return { status: 'unknown', ...size, errorLines: [] };
	}
	const program = programs.has(context.family);
	const line = lineTraits(context.command ?? '');
	const end = program && context.isError === false ? {} : endOf(text, program);
	const said = end.output ?? text;
	// The code of a command that goes on is that of its start.
	const goesOn = background.test(said.slice(0, 200));
	const exitCode =
		program && !goesOn ? exitCodeOf(text, context.exitCode ?? end.exitCode, line) : undefined;
	const tests = program ? readTestCounts(endsOf(said, verdictReach)) : undefined;
	// A shell whose pattern names no file ends with the same code, and says so.
	const noMatches = line.isSearch && exitCode === 1 && !shellComplaint.test(said);
	const isError =
		context.isError === true || end.failed === true || (context.isError ?? end.failed);
	const ended = { ...context, isError, goesOn: goesOn || context.goesOn === true };
	const status = noMatches ? 'ok' : judge(said, ended, { exitCode, tests, line });
	return {
		status,
		...(exitCode === undefined ? {} : { exitCode }),
		...(tests === undefined ? {} : { tests }),
		...(noMatches ? { noMatches } : {}),
		...size,
		errorLines: status === 'failed' ? errorLinesOf(said) : [],
	};
}

/**
 * The lines of a failing result that say what went wrong.
 * @param clean Takes out what may not be told, while the text is whole.
 */
export function failureLines(result: string, clean: (text: string) => string): readonly string[] {
	return errorLinesOf(clean(endOf(result, false).output ?? result));
}

/** What is known of how a program ended. */
interface ProgramEnd {
	readonly exitCode: number | undefined;
	readonly tests: TestCounts | undefined;
	readonly line: LineTraits;
}

function judge(text: string, context: ResultContext, end: ProgramEnd): Outcome['status'] {
	const { exitCode, tests } = end;
	const { family, isError, goesOn } = context;
	if ((exitCode ?? 0) !== 0 || isError === true || (tests?.failed ?? 0) > 0) {
		return 'failed';
	}
	if (tests?.passed !== undefined && exitCode === 0) {
		return 'ok';
	}
	if (family === 'terminal' && goesOn === true && exitCode === undefined) {
		return 'unknown';
	}
	if (programs.has(family)) {
		return judgeProgram(endsOf(text, verdictReach), context, end);
	}
	if (isError === false) {
		return 'ok';
	}
	return family === 'write' || family === 'edit'
		? editVerdict(text)
		: toldFailure.test(text.slice(0, 400))
			? 'failed'
			: 'ok';
}

/** How a shell or a program says that it could not do what it was called for. */
const complaint =
	/^(?:(?:\/\S{1,80}\/)?[\w.+-]{1,40}: .{0,300}(?:command not found|not found$|No such file or directory|Permission denied)|fatal: |Segmentation fault|exec_command failed for |Tool '[^'\n]{1,80}' does not exist)/m;

/** The verdict of a compiler, runtime or test runner that failed. */
const failingVerdict =
	/^(?:FAIL(?:ED)?\b|--- FAIL:|BUILD FAILED|npm (?:ERR!|error)|error(?:\[E\d+\])?: |Traceback \(most recent call last\)|panic: |.{0,80}\bELIFECYCLE\b|.{0,300}\berror TS\d+:|[ \t]{0,8}(?:(?:Uncaught |Unhandled )?(?:Assertion|Syntax|Type|Reference)Error\b|✖ ))/m;

/** How a shell says that it ran nothing. */
const shellComplaint = /^(?:\/\S{1,80}\/)?(?:ba|z|da|k|fi)?sh: ?(?:line )?\d{0,6}:? ?\S/m;

function judgeProgram(
	verdict: string,
	{ isError, tellsFailure }: ResultContext,
	{ exitCode, tests, line }: ProgramEnd,
): Outcome['status'] {
	if (exitCode !== undefined || isError !== undefined) {
		return line.hidesExit && failingVerdict.test(verdict) ? 'failed' : 'ok';
	}
	if (complaint.test(verdict) || (!line.shows && failingVerdict.test(verdict))) {
		return 'failed';
	}
	const passed = (tests?.passed ?? 0) > 0 && !line.isChain && !line.hidesExit;
	return tellsFailure === true || passed ? 'ok' : 'unknown';
}

/** How tools that only tell something say that they could not. */
const toldFailure =
	/^\s*(?:<(?:tool_use_)?error(?:_details)?>|Error[: ]|error:|ERROR(?::| while calling tool\b)|\{"error":\s*"[^"]|(?:The )?tool execution failed\b|(?:File|Path|Directory) (?:not found|does not exist)\b|(?:Failed|Unable) to (?:fetch|read|open|load)\b|Request failed with status\b|(?:The server returned )?HTTP (?:error!? ?)?(?:status:? ?)?[45]\d\d\b)/;

/** What tools that write files say of how it went, where no flag tells. */
const refusedEdit =
	/^\s*(?:<tool_use_error>|<error|\[?error\b|fail(?:ed|ure)\b|could not\b|cannot\b|unable to\b|no (?:match|replacement|changes?)\b|invalid\b|old_?str|string (?:to replace|replacement failed)\b|permission denied|the (?:user|edit|tool) \w+ (?:not|fail|denied|declined|rejected)|file (?:not found|does not exist|has not been|already exists))|\b(?:verification failed|not found in|did not match|no sufficiently similar match)\b/i;
const madeEdit =
	/\b(?:success(?:ful(?:ly)?)?|updated|edited|created|modified|wrote|written|applied|replaced|inserted|saved|deleted|removed|renamed|moved|overwritten|added|changed|reverted)\b|bytes_written|^(?:---|\+\+\+) |^@@ -\d/im;

/** Whether an edit was made; unknown where the result does not say. */
function editVerdict(result: string): Outcome['status'] {
	const start = result.slice(0, 600).trimStart();
	// What follows the first line may be the content of the file.
	const [line = ''] = start.split('\n', 1);
	for (const said of [line, start]) {
		if (refusedEdit.test(said)) {
			return 'failed';
		}
		if (madeEdit.test(said)) {
			return 'ok';
		}
	}
	return 'unknown';
}

/** What the shape of a result, the client's own, says of how a call ended. */
interface ShapedEnd {
	readonly exitCode?: number | undefined;
	readonly failed?: boolean | undefined;
	/** What the program or tool itself wrote, where the shape wraps it. */
	readonly output?: string;
}

/** Characters of a result that is read as JSON. */
const longestJson = 400_000;

const outputKeys = ['output', 'stdout', 'stderr', 'error'];

/** Keys of an object that wraps a short answer; one with more may be the content of a file. */
const fewKeys = 4;

/** Reads what an object around the result, or a client's own line at one of its ends, says. */
function endOf(text: string, program: boolean): ShapedEnd {
	const isObject = text.length <= longestJson && /^\s*(?:\[\s*)?\{\s*"/.test(text);
	const values = isObject ? walkableJson(text) : undefined;
	const answers: readonly unknown[] = Array.isArray(values) ? values : [values];
	if (answers.length > 0 && answers.every(isQueryAnswer)) {
		return endOfAnswers(answers, program);
	}
	if (hasFields(values)) {
		const keys = Object.keys(values);
		// What a program printed, or what stands in a file, may be an object as well.
		const wraps = keys.length <= fewKeys || keys.some((key) => outputKeys.includes(key));
		return wraps ? endOfWrapper(values) : {};
	}
	return program ? { exitCode: exitInLines(endsOf(text, ownLinesReach)) } : {};
}

/** What is answered for an edit, or for each of several commands or files. */
interface QueryAnswer {
	readonly success: boolean;
	readonly result: unknown;
	readonly error?: unknown;
}

function isQueryAnswer(value: unknown): value is QueryAnswer {
	return (
		hasFields(value) &&
		typeof value['success'] === 'boolean' &&
		'query' in value &&
		'result' in value
	);
}

/** Of several commands one that failed counts; a file that was not found leaves the others read. */
function endOfAnswers(answers: readonly QueryAnswer[], program: boolean): ShapedEnd {
	const bad = answers.filter(({ success }) => !success);
	return {
		output: answers
			.flatMap(({ result, success, error }) => (success ? [result] : [result, error]))
			.filter((text) => typeof text === 'string' && text !== '')
			.join('\n'),
		failed: program ? bad.length > 0 : bad.length === answers.length,
		exitCode: program ? exitInLines(String(bad[0]?.error)) : undefined,
	};
}

function endOfWrapper(values: Readonly<Record<string, unknown>>): ShapedEnd {
	const { success, error, metadata, exit_code: code, exitCode = code } = values;
	const beside = hasFields(metadata)
		? (metadata['exit_code'] ?? metadata['exit'])
		: values['return_code'];
	const output = outputKeys
		.map((key) => values[key])
		.filter((value) => typeof value === 'string' && value !== '')
		.join('\n');
	const tellsError = hasFields(error) || (typeof error === 'string' && error.trim() !== '');
	return {
		...(output === '' ? {} : { output }),
		exitCode: [exitCode, beside].find((each) => typeof each === 'number'),
		failed: typeof success === 'boolean' ? !success : tellsError || undefined,
	};
}

/** The ways clients report an exit code in a line of their own. */
const exitLine =
	/^(?:\[?(?:(?:Process|Command) )?exit(?:ed with)? code:? |<exit_code>\s*|<(?:shellId: .{1,80} )?(?:completed|exited) with exit code |Command failed with exit code |Command executed in terminal .{0,1000}Exit code: )(-?\d{1,5})\b/im;

function exitInLines(ends: string): number | undefined {
	// An output so long that the client cut the object around it.
	const cut = /^\s*\{\s*"(?:output|stdout)"/.test(ends)
		? [...ends.matchAll(/"exit_?[cC]ode"\s*:\s*(-?\d{1,5})\b/g)].at(-1)
		: exitLine.exec(ends);
	return cut?.[1] === undefined ? undefined : Number(cut[1]);
}

/** What a command prints that was told to print the exit code of another: `; echo "exit: $?"`. */
const echoedExit = /^.{0,40}\b(?:exit|status|code|rc|ret)\w*\b.{0,20}?[ :=]+(\d{1,3})\s*$/gim;

function exitCodeOf(
	text: string,
	told: number | undefined,
	{ echoesExit }: LineTraits,
): number | undefined {
	if (!echoesExit || (told !== undefined && told !== 0)) {
		return told;
	}
	const echoed = [...text.slice(-ownLinesReach).matchAll(echoedExit)].at(-1)?.[1];
	return echoed === undefined ? told : Number(echoed);
}

/** What of a command line decides how far its result can be trusted. */
interface LineTraits {
	/** The exit code is another command's: `npm test | tail` succeeds as long as `tail` does. */
	readonly hidesExit: boolean;
	/** It prints an exit code itself: `npm test; echo "exit: $?"`. */
	readonly echoesExit: boolean;
	/** It only shows what stands in files: failures in there are not its own. */
	readonly shows: boolean;
	/** It is one of several commands, of which a count of tests tells nothing. */
	readonly isChain: boolean;
	/** It is one search, which exits with 1 where it finds nothing. */
	readonly isSearch: boolean;
}

/** Characters of a command line that are looked at. */
const lineReach = 4_000;

function lineTraits(commandLine: string): LineTraits {
	const line = commandLine.slice(0, lineReach).replace(/^\s*cd \S+ (?:&&|;) /, '');
	const bare = line.includes('<<') ? line : withoutQuoted(line);
	const isChain = /&&|;|\|\||\n/.test(bare.trim());
	const hidesExit = / \| /.test(bare);
	return {
		hidesExit,
		echoesExit: /[;&|\n]\s{0,40}(?:echo|printf)\b.{0,400}?\$\?/.test(line),
		shows:
			/^(?:cat|head|tail|sed -n|nl|less|grep|rg|git (?:--no-pager )?(?:diff|log|show|grep|blame))\b/.test(
				line,
			),
		isChain,
		isSearch: !isChain && !hidesExit && /^\s*(?:[ef]?grep|rg|git grep)\s/.test(line),
	};
}

/** What stands in quotes on a command line, and what a backslash takes its meaning from. */
const quoted = /\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*'/g;

/** A shell that is given its command line in quotes. */
const givenLine = /(?:^|[\s/])(?:ba|z|da|k)?sh (?:-\w{1,20} ){0,4}-\w{0,8}c\s/;

/** A command line with nothing in its quotes: what stands there is no shell, but where a shell is given it. */
function withoutQuoted(commandLine: string): string {
	return givenLine.test(commandLine)
		? commandLine
		: commandLine.replace(quoted, (text) => (text.startsWith('\\') ? text : '""'));
}

/** A text without its middle, where it is long. */
function endsOf(text: string, reach: number): string {
	return text.length <= reach * 2 ? text : `${text.slice(0, reach)}\n${text.slice(-reach)}`;
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
export function describeOutcome({ exitCode, tests, status, noMatches }: Outcome): string {
	const hasCode = exitCode !== undefined && exitCode >= 0;
	const counted = (['failed', 'passed', 'skipped'] as const).flatMap((kind) => {
		const count = tests?.[kind];
		return count === undefined || (count === 0 && kind === 'failed') ? [] : [`${count} ${kind}`];
	});
	return [
		hasCode ? `exit ${exitCode}` : status === 'failed' ? 'failed' : '',
		noMatches === true ? 'no matches' : '',
		counted.join(', '),
	]
		.filter((part) => part !== '')
		.join(' · ');
}
