import { errorLinesOf } from './errorLines.ts';
import { hasFields, walkableJson } from './json.ts';
import { readTestCounts, type TestCounts } from './testCounts.ts';
import type { ToolFamily } from './toolFamilies.ts';

/** How a tool call ended, derived from its result. */
export interface Outcome {
	readonly status: 'ok' | 'failed' | 'unknown';
	readonly exitCode?: number;
	readonly tests?: TestCounts;
	readonly lines: number;
	readonly characters: number;
	/** True if a search in the terminal found nothing: then exit code 1 is a regular result. */
	readonly noMatches?: boolean;
	/** Complete lines that describe the error, in order; empty unless the call failed. */
	readonly errorLines: readonly string[];
}

/** What is known of a result besides its text. */
export interface ResultContext {
	readonly family: ToolFamily;
	/** The client's error flag. */
	readonly isError?: boolean | undefined;
	/** False when the call has no result. */
	readonly answered: boolean;
	/** The exit code, if the client stores it separately. */
	readonly exitCode?: number | undefined;
	/** Whether the work continues after the result. */
	readonly continues?: boolean;
	/** Whether the client would have reported a failure of the call. */
	readonly reportsFailure?: boolean;
	/** The command line that was run in a terminal. */
	readonly command?: string | undefined;
}

/** Families whose text is a program's own output and may show a failure without any flag. */
const programs: ReadonlySet<ToolFamily> = new Set(['terminal', 'code']);

/** Characters at either end of a result that contain the verdict of clients and test runners. */
const verdictReach = 3_000;

/** Characters at either end of a result that contain clients' own lines. */
const ownLinesReach = 800;

/** Clients' text in place of a result when a command continues in the background. */
const background =
	/^\s*(?:(?:Command|Process|Task)\b.{0,60}\b(?:in|to) (?:the )?background\b|Background (?:process|command|task) started\b)/i;

/** Derives status, exit code, test counts and error lines from a result. Linear in its length. */
export function readOutcome(text: string, context: ResultContext): Outcome {
	const size = { lines: countLines(text), characters: text.length };
	if (!context.answered) {
		return { status: 'unknown', ...size, errorLines: [] };
	}
	const program = programs.has(context.family);
	const line = lineTraits(context.command ?? '');
	const end = program && context.isError === false ? {} : endOf(text, program);
	const output = end.output ?? text;
	// The code of a command that continues is that of its start.
	const inBackground = background.test(output.slice(0, 200));
	const exitCode =
		program && !inBackground ? exitCodeOf(text, context.exitCode ?? end.exitCode, line) : undefined;
	const tests = program ? readTestCounts(endsOf(output, verdictReach)) : undefined;
	// A shell whose pattern matches no file exits with the same code, and reports it.
	const noMatches = line.isSearch && exitCode === 1 && !shellComplaint.test(output);
	const isError = end.failed === true || (context.isError ?? end.failed);
	const continues = inBackground || context.continues === true;
	const status = noMatches
		? 'ok'
		: judge(output, { ...context, isError, continues }, { exitCode, tests, line });
	return {
		status,
		...(exitCode === undefined ? {} : { exitCode }),
		...(tests === undefined ? {} : { tests }),
		...(noMatches ? { noMatches } : {}),
		...size,
		errorLines: status === 'failed' ? errorLinesOf(output) : [],
	};
}

/**
 * The lines of a failing result that describe the error.
 * @param clean Redacts the text while it is complete.
 */
export function failureLines(result: string, clean: (text: string) => string): readonly string[] {
	return errorLinesOf(clean(endOf(result, false).output ?? result));
}

/** What is known about a program's end. */
interface ProgramEnd {
	readonly exitCode: number | undefined;
	readonly tests: TestCounts | undefined;
	readonly line: LineTraits;
}

function judge(text: string, context: ResultContext, end: ProgramEnd): Outcome['status'] {
	const { exitCode, tests } = end;
	const { family, isError, continues } = context;
	if ((exitCode ?? 0) !== 0 || isError === true || (tests?.failed ?? 0) > 0) {
		return 'failed';
	}
	if (tests?.passed !== undefined && exitCode === 0) {
		return 'ok';
	}
	if (family === 'terminal' && continues === true && exitCode === undefined) {
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
		: reportedFailure.test(text.slice(0, 400))
			? 'failed'
			: 'ok';
}

/** How a shell or a program reports that it could not do its job. */
const complaint =
	/^(?:(?:\/\S{1,80}\/)?[\w.+-]{1,40}: .{0,300}(?:command not found|not found$|No such file or directory|Permission denied)|fatal: |Segmentation fault|exec_command failed for |Tool '[^'\n]{1,80}' does not exist)/m;

/** The verdict of a compiler, runtime or test runner that failed. */
const failingVerdict =
	/^(?:FAIL(?:ED)?\b|--- FAIL:|BUILD FAILED|npm (?:ERR!|error)|error(?:\[E\d+\])?: |Traceback \(most recent call last\)|panic: |.{0,80}\bELIFECYCLE\b|.{0,300}\berror TS\d+:|[ \t]{0,8}(?:(?:Uncaught |Unhandled )?(?:Assertion|Syntax|Type|Reference)Error\b|✖ ))/m;

/** How a shell reports that it ran nothing. */
const shellComplaint = /^(?:\/\S{1,80}\/)?(?:ba|z|da|k|fi)?sh: ?(?:line )?\d{0,6}:? ?\S/m;

function judgeProgram(
	verdict: string,
	{ isError, reportsFailure }: ResultContext,
	{ exitCode, tests, line }: ProgramEnd,
): Outcome['status'] {
	// What passing tests print looks like a verdict too.
	const failing = (tests?.passed ?? 0) > 0 && tests?.failed === 0 ? 'unknown' : 'failed';
	if (exitCode !== undefined || isError !== undefined) {
		return line.hidesExit && failingVerdict.test(verdict) ? failing : 'ok';
	}
	if (complaint.test(verdict)) {
		return 'failed';
	}
	if (!line.shows && failingVerdict.test(verdict)) {
		return failing;
	}
	const passed = (tests?.passed ?? 0) > 0 && !line.isChain && !line.hidesExit;
	return reportsFailure === true || passed ? 'ok' : 'unknown';
}

/** How tools that only return information report a failure. */
const reportedFailure =
	/^\s*(?:<(?:tool_use_)?error(?:_details)?>|Error[: ]|error:|ERROR(?::| while calling tool\b)|\{"error":\s*"[^"]|(?:The )?tool execution failed\b|(?:File|Path|Directory) (?:not found|does not exist)\b|(?:Failed|Unable) to (?:fetch|read|open|load)\b|Request failed with status\b|(?:The server returned )?HTTP (?:error!? ?)?(?:status:? ?)?[45]\d\d\b)/;

/** How tools that write files report a failure, if there is no flag. */
const refusedEdit =
	/^\s*(?:<tool_use_error>|<error|\[?error\b|fail(?:ed|ure)\b|could not\b|cannot\b|unable to\b|no (?:match|replacement|changes?)\b|invalid\b|old_?str|string (?:to replace|replacement failed)\b|permission denied|the (?:user|edit|tool) \w+ (?:not|fail|denied|declined|rejected)|file (?:not found|does not exist|has not been|already exists))|\b(?:verification failed|not found in|did not match|no sufficiently similar match)\b/i;
const madeEdit =
	/\b(?:success(?:ful(?:ly)?)?|updated|edited|created|modified|wrote|written|applied|replaced|inserted|saved|deleted|removed|renamed|moved|overwritten|added|changed|reverted)\b|bytes_written|^(?:---|\+\+\+) |^@@ -\d/im;

/** Whether an edit was made; unknown if the result does not say. */
function editVerdict(result: string): Outcome['status'] {
	const start = result.slice(0, 600).trimStart();
	// The text after the first line may be the content of the file.
	const [line = ''] = start.split('\n', 1);
	for (const report of [line, start]) {
		if (refusedEdit.test(report)) {
			return 'failed';
		}
		if (madeEdit.test(report)) {
			return 'ok';
		}
	}
	return 'unknown';
}

/** The end of a call according to the shape of its result, which comes from the client. */
interface ShapedEnd {
	readonly exitCode?: number | undefined;
	readonly failed?: boolean | undefined;
	/** The program's or tool's own output, if the shape wraps it. */
	readonly output?: string;
}

/** Maximum characters of a result that is read as JSON. */
const longestJson = 400_000;

const outputKeys = ['output', 'stdout', 'stderr', 'error'];

/** Keys of an object that wraps a short answer; one with more may be the content of a file. */
const fewKeys = 4;

/** Reads an object around the result, or a client's own line at one of its ends. */
function endOf(text: string, program: boolean): ShapedEnd {
	const isObject = text.length <= longestJson && /^\s*(?:\[\s*)?\{\s*"/.test(text);
	const values = isObject ? walkableJson(text) : undefined;
	const answers: readonly unknown[] = Array.isArray(values) ? values : [values];
	if (answers.length > 0 && answers.every(isQueryAnswer)) {
		return endOfAnswers(answers, program);
	}
	if (hasFields(values)) {
		const keys = Object.keys(values);
		// A program's output, or a file's content, may be an object as well.
		const wraps = keys.length <= fewKeys || keys.some((key) => outputKeys.includes(key));
		return wraps ? endOfWrapper(values) : {};
	}
	return program ? { exitCode: exitInLines(endsOf(text, ownLinesReach)) } : {};
}

/** The answer for an edit, or for each of several commands or files. */
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

/** If one of several commands failed, the call failed; if a file was not found, the others were still read. */
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
	const separate = hasFields(metadata)
		? (metadata['exit_code'] ?? metadata['exit'])
		: values['return_code'];
	const output = outputKeys
		.map((key) => values[key])
		.filter((value) => typeof value === 'string' && value !== '')
		.join('\n');
	const hasError = hasFields(error) || (typeof error === 'string' && error.trim() !== '');
	return {
		...(output === '' ? {} : { output }),
		exitCode: [exitCode, separate].find((each) => typeof each === 'number'),
		failed: typeof success === 'boolean' ? !success : hasError || undefined,
	};
}

/** Clients' formats of a separate line with an exit code. */
const exitLine =
	/^(?:\[?(?:(?:Process|Command) )?exit(?:ed with)? code:? |<exit_code>\s*|<(?:shellId: .{1,80} )?(?:completed|exited) with exit code |Command failed with exit code |Command executed in terminal .{0,1000}Exit code: )(-?\d{1,5})\b/im;

function exitInLines(ends: string): number | undefined {
	// An output so long that the client cut the object around it.
	const cut = /^\s*\{\s*"(?:output|stdout)"/.test(ends)
		? [...ends.matchAll(/"exit_?[cC]ode"\s*:\s*(-?\d{1,5})\b/g)].at(-1)
		: exitLine.exec(ends);
	return cut?.[1] === undefined ? undefined : Number(cut[1]);
}

/** The output of a command that prints the exit code of another: `; echo "exit: $?"`. */
const echoedExit = /^.{0,40}\b(?:exit|status|code|rc|ret)\w*\b.{0,20}?[ :=]+(\d{1,3})\s*$/gim;

function exitCodeOf(
	text: string,
	reported: number | undefined,
	{ echoesExit }: LineTraits,
): number | undefined {
	if (!echoesExit || (reported !== undefined && reported !== 0)) {
		return reported;
	}
	const echoed = [...text.slice(-ownLinesReach).matchAll(echoedExit)].at(-1)?.[1];
	return echoed === undefined ? reported : Number(echoed);
}

/** Traits of a command line that determine how far its result can be trusted. */
interface LineTraits {
	/** The exit code is another command's: `npm test | tail` succeeds as long as `tail` does. */
	readonly hidesExit: boolean;
	/** It prints an exit code itself: `npm test; echo "exit: $?"`. */
	readonly echoesExit: boolean;
	/** It only shows the content of files: failures in them are not its own. */
	readonly shows: boolean;
	/** It is one of several commands, so a test count does not determine its status. */
	readonly isChain: boolean;
	/** It is a single search, which exits with 1 if it finds nothing. */
	readonly isSearch: boolean;
}

/** Maximum characters of a command line that are examined. */
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

/** Quoted text on a command line, and escaped characters. */
const quoted = /\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*'/g;

/** A shell that receives its command line in quotes. */
const quotedScript = /(?:^|[\s/])(?:ba|z|da|k)?sh (?:-\w{1,20} ){0,4}-\w{0,8}c\s/;

/** A command line with empty quotes: quoted text is not shell code, unless a shell receives it. */
function withoutQuoted(commandLine: string): string {
	return quotedScript.test(commandLine)
		? commandLine
		: commandLine.replace(quoted, (text) => (text.startsWith('\\') ? text : '""'));
}

/** A text without its middle, if it is long. */
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

/** `exit 1 · 3 failed, 12 passed`, or nothing if the result does not say. */
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
