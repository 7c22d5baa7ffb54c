/** What stands in quotes on a command line, and what a backslash takes its meaning from. */
const quoted = /\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*'/g;

/** A shell that is given its command line in quotes. */
const givenLine = /(?:^|[\s/])(?:ba|z|da|k)?sh (?:-\w{1,20} ){0,4}-\w{0,8}c\s/;

/**
 * A command line with nothing in its quotes: what stands there is no shell, but where a shell is given it.
 * Bodies of heredocs are to be taken out before: an apostrophe there is no quote.
 */
export function withoutQuoted(commandLine: string): string {
	return givenLine.test(commandLine)
		? commandLine
		: commandLine.replace(quoted, (text) => (text.startsWith('\\') ? text : '""'));
}
