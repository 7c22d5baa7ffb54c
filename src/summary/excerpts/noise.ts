/**
 * Lines that tell a reader nothing: drawings, encoded data, frames of stack traces, lists of bare names,
 * what tools say about themselves.
 */

/** A shorter line tells nothing without its neighbours, characters. */
const shortestLine = 12;

/** Share of letters below which a line is data or a drawing. */
const leastLetters = 0.45;

/** Frames of stack traces and places in them. */
const frame =
	/^(?:at (?:async )?\S.{0,200}[:(]\d+\)?|at .{1,300}:\d+:\d+\)?|File "[^"]{1,300}", line \d+, in .{0,80}|\S{1,200}\.go:\d+ \+0x[0-9a-f]+|goroutine \d+ \[.{1,40}|(?:\.\.\. )?\d+ more|in \S{1,200} \(\S{1,300}:\d+\))$/;

/** Lines of directory listings, progress bars, rules and columns. */
const listing =
	/^(?:[-dlbcps][rwxsStT-]{9}[.+@]?\s|total \d+$|[-=_*~#.+|\s]{6,}$|(?:\d{1,3}%|\[[#=>. -]{4,}\]))/;

/** What tools say of themselves. */
const chatter =
	/^(?:<\/?system-reminder>|Whenever you read a file, you should consider|Todos have been modified successfully|The file \S{1,300} has been (?:updated|created)|File (?:created|written|updated) successfully|Here's the result of running `cat -n`|\(Results are truncated|Output too large|No (?:files|matches|results) found\b|Note: The file content has been truncated|Consider using tools like (?:grep|rg)\b|\.\.\.output truncated\.\.\.|Process exited with code \d|(?:Chunk ID|Wall time|Original token count): |Command: \/\S{0,40}sh -l?c |\(Open file: |\(Current directory: |\[(?:The command completed|Command finished) with exit code |\[(?:Current working directory|Python interpreter): |bash-\$|<(?:stdout|stderr|output|returncode|exit_code|environment_details|file|content|path|result|type)>)/i;

/** What git says beside what it was asked for: hints, the blobs and places of a difference, who else wrote a commit. */
const gitChatter =
	/^(?:\(use "git |no changes added to commit\b|Changes (?:not staged for commit|to be committed):|Untracked files:|index [0-9a-f]{7,40}\.\.[0-9a-f]{7,40}|@@ -\d+(?:,\d+)? \+\d+|Co-authored-by: )/i;

/** Whether a line, trimmed, is not worth telling whatever is in it. */
export function isNoise(line: string): boolean {
	return (
		line.length < shortestLine ||
		!hasStatement(line) ||
		frame.test(line) ||
		listing.test(line) ||
		chatter.test(line) ||
		gitChatter.test(line) ||
		isData(line)
	);
}

/** A statement has more than one word: a path or a name alone says nothing. */
function hasStatement(line: string): boolean {
	return /[^\s,;|(){}[\]]{2}[\s(=:]{1,20}[^\s,;|]{2}/.test(line) || unspaced.test(line);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{3}/u;

/** Characters from which a line with hardly any space in it is minified code or data. */
const minifiedLength = 100;
const leastSpaces = 0.04;

function isData(line: string): boolean {
	let letters = 0;
	let spaces = 0;
	let escapes = 0;
	let runStart = 0;
	let longest = 0;
	for (let at = 0; at < line.length; at += 1) {
		const code = line.charCodeAt(at);
		if (((code | 32) >= 97 && (code | 32) <= 122) || code > 127) {
			letters += 1;
		} else if (code === 32 || code === 47 || code === 46 || code === 45) {
			spaces += code === 32 ? 1 : 0;
			longest = Math.max(longest, at - runStart);
			runStart = at + 1;
		} else if (code === 92) {
			escapes += 1;
		}
	}
	longest = Math.max(longest, line.length - runStart);
	return (
		letters + spaces / 2 < leastLetters * line.length ||
		escapes > 4 + line.length / 40 ||
		((longest > 90 || (line.length > minifiedLength && spaces < leastSpaces * line.length)) &&
			!unspaced.test(line))
	);
}
