import { cutAfter, cutBefore } from './marks.ts';

/** The lines of a failing result that describe the error. */

/** Maximum error lines kept per result. */
const errorLineLimit = 8;

/** Maximum characters kept of one error line. */
const errorLineLength = 300;

/** A line that describes an error. */
const errorLine =
	/(?:\b(?:error|exception|failed|failure|fatal|panic|traceback|undefined reference|cannot find|not found|no such file|denied|rejected|refus(?:ed|ing)|timed? ?out|not match|unexpected|expected|assert\w*|invalid|ELIFECYCLE)\b|^\s*(?:✖|✗|✘|×|not ok|E {2,}|FAIL\b|--- FAIL|●))/i;

/** An error as programs print it: its class and its message. */
const namedError = /(?:^|[\s.:])[A-Z]\w{0,60}(?:Error|Exception): \S/;

/** A stack frame, which follows the error, and the beginning of a Python stack, which precedes it. */
const stackFrame = /^\s+at \S/;
const traceback = /^\s*Traceback \(most recent call last\):/;

/** A command that a script runner prints before its output. */
const commandEcho = /^[$>] \S/;

/** Error codes as systems write them: ENOENT, ECONNREFUSED. */
const errorCode = /\bE[A-Z]{4,}\b/;

/** A line that mentions errors only to deny them, to count them, or to warn. */
const harmlessLine =
	/\b(?:0|no) (?:errors?|failures?|failed)\b|\b(?:may|might|could) (?:not \w{1,20} as expected|cause|lead to|result in)\b|\berrors?[:=]\s*(?:0\b|\(none\))|^\s*(?:\w{0,40}Warning: |\/\/|#|\*|import |from |export |const |let |var |return |if )/i;

/** What `tree` prints before a name. */
const branches = /^[│├└─|`\s-]+/u;

/** A file name or a URL: its words say nothing about errors. */
function isBareName(line: string): boolean {
	const name = line.replace(branches, '');
	return /[\\/.]/.test(name) && !/\s/.test(name);
}

/** Terminal colours, cursor movements, and clients' tags around their own errors. */
const noise = /\u001b\[[0-9;?]*[A-Za-z]|<\/?tool_use_error>/g;

/** How clients introduce an error in a tag. */
const introduction = /^[^\n]{0,200}:\n<error>\n/;

/** The content of that tag, without the content of a file that a client adds. */
function withoutIntroduction(text: string): string {
	const from = introduction.exec(text)?.[0].length;
	const end = text.lastIndexOf('\n</error>');
	if (from === undefined || end < from) {
		return text;
	}
	const [error = ''] = text.slice(from, end).split('\n<file_content ', 1);
	return error;
}

/** The error lines of a failure, or where no line looks like one, the last lines. */
export function errorLinesOf(output: string): string[] {
	const text = withoutIntroduction(output);
	const kept = errorLinesIn(text);
	return kept.length > 0 ? kept : lastLines(text);
}

/** The first and the last lines that look like errors: the cause comes first, the verdict last. */
export function errorLinesIn(text: string): string[] {
	const first: string[] = [];
	const last: string[] = [];
	const seen = new Set<string>();
	const keep = (line: string): void => {
		if (line === '' || seen.has(line)) {
			return;
		}
		seen.add(line);
		if (first.length < errorLineLimit / 2) {
			first.push(line);
		} else {
			last.push(line);
			if (last.length > errorLineLimit / 2) {
				last.shift();
			}
		}
	};
	let above = '';
	let isInStack = false;
	let isInTraceback = false;
	let start = 0;
	while (start < text.length) {
		const newline = text.indexOf('\n', start);
		const end = newline < 0 ? text.length : newline;
		// A very long line is a data dump whose start is the most relevant part. Words stay whole, because half a secret is
		// not recognised.
		const raw = text
			.slice(start, Math.min(end, cutBefore(text, start + errorLineLength)))
			.replace(noise, '');
		const line = raw.trim();
		start = end + 1;
		if (stackFrame.test(raw)) {
			// The error is right above its stack, whatever its name.
			keep(isInStack || commandEcho.test(above) ? '' : above);
			isInStack = true;
			continue;
		}
		isInStack = false;
		above = line;
		if (isInTraceback && /^\s/.test(raw)) {
			continue;
		}
		if (traceback.test(raw)) {
			isInTraceback = true;
			continue;
		}
		if (isInTraceback || isErrorLine(line)) {
			keep(line);
		}
		isInTraceback = false;
	}
	return [...first, ...last];
}

function isErrorLine(line: string): boolean {
	return (
		(errorLine.test(line) || errorCode.test(line) || namedError.test(line) || isLocated(line)) &&
		!harmlessLine.test(line) &&
		!isBareName(line)
	);
}

/** Characters at the end of a result that are searched for its last lines. */
const lastLinesReach = 600;

/** Lines that clients write around an output, which do not belong to it. */
const clientLine =
	/^(?:(?:Chunk ID|Wall time|Original token count|Process Group PGID|Signal|Exit code):.{0,40}|Output:|Command: .{0,2000}|Directory: \(root\)|Process exited with code -?\d{1,5}|Error: \(none\)|<shellId: .{1,80}>|\((?:Open file|Current directory): .{1,300}\)|bash-\$|<\/?[a-z][\w-]{1,40}>|<([a-z][\w-]{1,40})>.{0,300}<\/\1>)$/i;

/** Output of a successful check: in a failing command line, another command is the cause. */
const successLine =
	/^(?:[✓✔√] |(?:\d+ |all )(?:(?:tests?|checks?|specs?) )?pass(?:ed|ing)?\b(?!.*\bfail)|ok\b|0 errors?\b|success(?:ful(?:ly)?)?\b)/i;

/** Output of compilers and linters: a location, and a problem. */
const placed = /^(?:[\w.-]{1,40}: )?[\w@.\\/-]{1,200}\.[A-Za-z]\w{0,8}[:(]\d{1,6}\b.{0,12}\p{L}/u;

/** Whether a line names a place in a file and a problem there. */
export function isLocated(line: string): boolean {
	return placed.test(line) && !/\bwarning\b/i.test(line);
}

/** If no line looks like an error: lines with locations, else the end of the output. */
function lastLines(text: string): string[] {
	const lines = text
		.slice(cutAfter(text, text.length - lastLinesReach))
		.replace(noise, '')
		.split('\n')
		.map((line) => line.trim().replace(/^Output: (?=\S)/, ''))
		.filter((line) => line !== '' && !clientLine.test(line) && !successLine.test(line));
	const places = lines.filter((line) => placed.test(line)).slice(0, 3);
	return (places.length > 0 ? places : lines.slice(-3)).map((line) =>
		line.slice(0, cutBefore(line, errorLineLength)).trimEnd(),
	);
}
