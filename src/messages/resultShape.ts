import { hasFields, walkableJson } from './json.ts';
import type { ToolFamily } from './toolFamilies.ts';

/** What the shape of a result, the client's own, says of how a call ended. */
export interface ToldEnd {
	readonly exitCode?: number;
	/** Undefined where the shape does not say. */
	readonly failed?: boolean;
	/** What the program or tool itself wrote, where the shape wraps it. */
	readonly output?: string;
}

/** Characters of a result that is read as JSON. */
const longestJson = 400_000;

/** Characters at either end of a result where clients write their own lines. */
const ownLinesReach = 800;

const exitKeys = ['exit_code', 'exitCode', 'returncode', 'return_code', 'exit'];
const outputKeys = ['output', 'stdout', 'stderr', 'error'];

/** Keys of an object that wraps a short answer; one with more may be the content of a file. */
const fewKeys = 4;

/** The ways clients report an exit code in a line of their own. */
const exitLines: readonly RegExp[] = [
	/^\[?(?:Process exited with code|Exit code:?|Command exited with code|exited with code|The command failed with exit code:?) (-?\d{1,5})\b/im,
	/^<(?:shellId: .{1,80} )?(?:completed|exited|finished) with exit code (-?\d{1,5})>/m,
	/<(?:returncode|exit_code)>\s*(-?\d{1,5})\s*</,
	/^\(?(?:Command|Process|Shell) (?:finished|completed|terminated|failed|executed) with (?:exit )?code:? (-?\d{1,5})/m,
	/^Command executed successfully \(exit code (0)\)\.?$/m,
	/^Command executed in terminal .{0,1000}Exit code: (-?\d{1,5})\b/m,
	/\/\/\/PROCESS-DONE:(-?\d{1,5}):PROCESS-DONE\/\/\//,
	/^exit(?:ed)?(?: status)?[ :=]+(\d{1,3})\s*$/m,
];

/** What a command prints that was told to print the exit code of another: `; echo "exit: $?"`. */
const echoedExit = /^.{0,40}\b(?:exit|status|code|rc|ret)\w*\b.{0,20}?[ :=]+(\d{1,3})\s*$/gim;

/** Terminals whose client puts the exit code into every result but those of a success. */
const tellFailures = /^(?:Bash|PowerShell)$/;

/** Reads what an object around the result, or a client's own line at one of its ends, says. */
export function toldEnd(text: string, family: ToolFamily): ToldEnd {
	const wrapped = wrappedValue(text);
	const answers = Array.isArray(wrapped) ? wrapped : [wrapped];
	if (answers.length > 0 && answers.every(isQueryAnswer)) {
		return endOfAnswers(answers, family);
	}
	if (hasFields(wrapped)) {
		return endOfWrapper(wrapped, family);
	}
	if (family !== 'terminal' && family !== 'code') {
		return {};
	}
	const exitCode = cutWrapperExit(text) ?? exitInLines(text);
	return exitCode === undefined ? {} : { exitCode };
}

/** The last exit code a command line printed that asks for it with `$?`. */
export function echoedExitCode(text: string): number | undefined {
	const found = [...text.slice(-ownLinesReach).matchAll(echoedExit)].at(-1)?.[1];
	return found === undefined ? undefined : Number(found);
}

/** Whether this tool's client would have put a failure into the result. */
export function wouldTellFailure(tool: string, result: string): boolean {
	// Gemini leaves out what is as it should be.
	return (
		tellFailures.test(tool) ||
		(tool === 'run_shell_command' &&
			/^Output: /m.test(result.slice(0, ownLinesReach)) &&
			!/^(?:Error|Signal): (?!\(none\))/m.test(result.slice(-ownLinesReach)))
	);
}

type Values = Readonly<Record<string, unknown>>;

function wrappedValue(text: string): unknown {
	if (text.length > longestJson || !/^\s*(?:\[\s*)?\{\s*"/.test(text)) {
		return undefined;
	}
	return walkableJson(text);
}

/** What Cline answers for an edit, or for each of several commands or files. */
interface QueryAnswer {
	readonly query: string;
	readonly result: unknown;
	readonly error?: unknown;
	readonly success: boolean;
}

function isQueryAnswer(value: unknown): value is QueryAnswer {
	return (
		hasFields(value) &&
		typeof value['query'] === 'string' &&
		typeof value['success'] === 'boolean' &&
		'result' in value
	);
}

/** Of several commands one that failed counts; a file that was not found leaves the others read. */
function endOfAnswers(answers: readonly QueryAnswer[], family: ToolFamily): ToldEnd {
	const program = family === 'terminal' || family === 'code';
	const bad = answers.filter(({ success }) => !success);
	const exitCode = program ? exitInLines(String(bad[0]?.error)) : undefined;
	const output = answers
		.flatMap(({ result, success, error }) => (success ? [result] : [result, error]))
		.filter((text) => typeof text === 'string' && text !== '')
		.join('\n');
	return {
		output,
		failed: program ? bad.length > 0 : bad.length === answers.length,
		...(exitCode === undefined ? {} : { exitCode }),
	};
}

function endOfWrapper(values: Values, family: ToolFamily): ToldEnd {
	const keys = Object.keys(values);
	const metadata = hasFields(values['metadata']) ? values['metadata'] : {};
	const texts = outputKeys
		.map((key) => values[key])
		.filter((value): value is string => typeof value === 'string' && value !== '');
	const output = texts.length === 0 ? {} : { output: texts.join('\n') };
	const program = family === 'terminal' || family === 'code';
	const wraps = keys.some((key) => outputKeys.includes(key)) || keys.length <= fewKeys;
	// What a program printed, or what stands in a file, may be an object as well.
	if ((program || family === 'read' || family === 'search') && !wraps) {
		return {};
	}
	const exitCode = [...exitKeys.map((key) => values[key]), ...exitKeys.map((key) => metadata[key])]
		.filter((code) => typeof code === 'number')
		.find((code) => Number.isInteger(code));
	const failed = failedBy(values);
	return {
		...output,
		...(exitCode === undefined ? {} : { exitCode }),
		...(failed === undefined ? {} : { failed }),
	};
}

function failedBy(values: Values): boolean | undefined {
	const { success, error, status } = values;
	const told = typeof error === 'string' ? error.trim() !== '' : hasFields(error);
	const flags = [values['isError'], values['is_error']];
	if (success === false || flags.includes(true)) {
		return true;
	}
	if (success === true || flags.includes(false)) {
		return false;
	}
	if (told || /^(?:error|failed|failure)$/i.test(String(status))) {
		return true;
	}
	return /^(?:success|ok|completed)$/i.test(String(status)) ? false : undefined;
}

/** The exit code behind an output so long that the client cut the object around it. */
function cutWrapperExit(text: string): number | undefined {
	if (!/^\s*\{\s*"(?:output|stdout)"/.test(text)) {
		return undefined;
	}
	const tail = text.slice(-ownLinesReach);
	const found = [...tail.matchAll(/"exit_?[cC]ode"\s*:\s*(-?\d{1,5})\b/g)].at(-1)?.[1];
	return found === undefined ? undefined : Number(found);
}

function exitInLines(text: string): number | undefined {
	const ends =
		text.length <= ownLinesReach * 2
			? text
			: `${text.slice(0, ownLinesReach)}\n${text.slice(-ownLinesReach)}`;
	for (const pattern of exitLines) {
		const found = pattern.exec(ends)?.[1];
		if (found !== undefined) {
			return Number(found);
		}
	}
	return undefined;
}
