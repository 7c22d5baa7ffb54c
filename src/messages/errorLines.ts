import { cutAfter, cutBefore } from './marks.ts';

/** The lines of a failing result that say what went wrong. */

/** Error lines kept of one result. */
const errorLineLimit = 8;

/** Characters of one error line that are kept. */
const errorLineLength = 300;

/** A line that says what went wrong. */
const errorLine =
	/(?:\b(?:error|exception|failed|failure|fatal|panic|traceback|undefined reference|cannot find|not found|no such file|denied|rejected|refus(?:ed|ing)|timed? ?out|not match|unexpected|expected|assert\w*|invalid|ELIFECYCLE)\b|^\s*(?:✖|✗|✘|×|not ok|E {2,}|FAIL\b|--- FAIL|●))/i;

/** An error as programs print one: its class and what it says. */
const namedError = /(?:^|[\s.:])[A-Z]\w{0,60}(?:Error|Exception): \S/;

/** A line of a stack, below what went wrong, and how Python opens a stack, above it. */
const stackFrame = /^\s+at \S/;
const traceback = /^\s*Traceback \(most recent call last\):/;

/** Error codes as systems write them: ENOENT, ECONNREFUSED. */
const errorCode = /\bE[A-Z]{4,}\b/;

/** A line that names errors only to say there were none, to count them, or to warn of what may come. */
const harmlessLine =
	/\b(?:0|no) (?:errors?|failures?|failed)\b|\b(?:may|might|could) (?:not \w{1,20} as expected|cause|lead to|result in)\b|\berrors?[:=]\s*(?:0\b|\(none\))|^\s*(?:\w{0,40}Warning: |\/\/|#|\*|import |from |export |const |let |var |return |if )/i;

/** What `tree` draws in front of a name. */
const branches = /^[│├└─|`\s-]+/u;

/** The name of a file, or an address: what it is called says nothing of what went wrong. */
function isBareName(line: string): boolean {
	const name = line.replace(branches, '');
	return /[\\/.]/.test(name) && !/\s/.test(name);
}

/** Terminal colours, cursor movements, and the tags clients put around their own errors. */
const noise = /\u001b\[[0-9;?]*[A-Za-z]|<\/?tool_use_error>/g;

/** How clients introduce an error that they put in a tag. */
const introduction = /^[^\n]{0,200}:\n<error>\n/;

/** What is in that tag, without the content of a file that a client adds. */
function withoutIntroduction(text: string): string {
	const from = introduction.exec(text)?.[0].length;
	const end = text.lastIndexOf('\n</error>');
	if (from === undefined || end < from) {
		return text;
	}
	const [error = ''] = text.slice(from, end).split('\n<file_content ', 1);
	return error;
}

/** The first and the last error lines of a failure: the cause stands first, the verdict last. */
export function errorLinesOf(output: string): string[] {
	const text = withoutIntroduction(output);
	const first: string[] = [];
	const last: string[] = [];
	const seen = new Set<string>();
	const tell = (line: string): void => {
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
		// A very long line is a data dump; what matters of it stands at its start. Words stay whole,
		// for half a secret is no longer known for one.
		const raw = text
			.slice(start, Math.min(end, cutBefore(text, start + errorLineLength)))
			.replace(noise, '');
		const line = raw.trim();
		start = end + 1;
		if (stackFrame.test(raw)) {
			// What went wrong stands right above its stack, whatever it is called.
			tell(isInStack ? '' : above);
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
		if (isInTraceback || tellsError(line)) {
			tell(line);
		}
		isInTraceback = false;
	}
	const told = [...first, ...last];
	return told.length > 0 ? told : lastLines(text);
}

function tellsError(line: string): boolean {
	return (
		(errorLine.test(line) || errorCode.test(line) || namedError.test(line)) &&
		!harmlessLine.test(line) &&
		!isBareName(line)
	);
}

/** Characters at the end of a result in which its last lines are looked for. */
const lastLinesReach = 600;

/** What clients write around an output, and is none of it. */
const clientLine =
	/^(?:(?:Chunk ID|Wall time|Original token count|Process Group PGID|Signal|Exit code):.{0,40}|Output:|Command: .{0,2000}|Directory: \(root\)|Process exited with code -?\d{1,5}|Error: \(none\)|<shellId: .{1,80}>|\((?:Open file|Current directory): .{1,300}\)|bash-\$|<\/?[a-z][\w-]{1,40}>|<([a-z][\w-]{1,40})>.{0,300}<\/\1>)$/i;

/** What a check writes that passed: in a failing line of commands another one is to blame. */
const tellsSuccess =
	/^(?:[✓✔√] |(?:\d+ |all )(?:(?:tests?|checks?|specs?) )?pass(?:ed|ing)?\b(?!.*\bfail)|ok\b|0 errors?\b|success(?:ful(?:ly)?)?\b)/i;

/** What compilers and linters write: a place, and what is wrong there. */
const placed = /^(?:[\w.-]{1,40}: )?[\w@.\\/-]{1,200}\.[A-Za-z]\w{0,8}[:(]\d{1,6}\b.{0,12}\p{L}/u;

/** Where no line looks like an error: the places that are named, else the end of the output. */
function lastLines(text: string): string[] {
	const lines = text
		.slice(cutAfter(text, text.length - lastLinesReach))
		.replace(noise, '')
		.split('\n')
		.map((line) => line.trim().replace(/^Output: (?=\S)/, ''))
		.filter((line) => line !== '' && !clientLine.test(line) && !tellsSuccess.test(line));
	const places = lines.filter((line) => placed.test(line)).slice(0, 3);
	return (places.length > 0 ? places : lines.slice(-3)).map((line) =>
		line.slice(0, cutBefore(line, errorLineLength)).trimEnd(),
	);
}
