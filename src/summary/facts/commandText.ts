import { cutEnd } from '../../messages/marks.ts';
import { isVerifying } from './commandKinds.ts';
import type { SimpleCommand } from './shellWords.ts';

/** Commands as they are told, on one line. */

/** A commit, perhaps by a program around git. */
const commitCommand =
	/^(?:[a-z][\w-]{0,30} )?git (?:-[Cc] \S{1,300} |--no-pager |-P ){0,8}commit\b/;

/** Whether a command makes a commit, whatever program stands around git and wherever it works. */
export function isCommit({ words }: SimpleCommand): boolean {
	return words[0] === 'git' && words[words[1] === '-C' ? 3 : 1] === 'commit';
}

/** What stands in quotes: blanks in a row count there, and do not survive on one line. */
const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

/**
 * The command without redirections of its output, on one line; what was cut off is marked. Of a
 * commit only its name: the message is told as git reports it.
 */
export function commandText(command: SimpleCommand): string {
	const text = (commitCommand.exec(command.text)?.[0] ?? command.text).replace(/\\\n\s*/g, '');
	const [first = '', ...more] = text.split('\n');
	const line = first.replace(quoted, (words) => words.replace(/\s{2,}|\t/g, '…'));
	// How the output is caught and what groups or times a command does not tell it from the next run.
	const redirect = isVerifying(command)
		? /(?<!\s)\s*(?:\d|&)?>>?\s*(?:&\d|[^\s"'|;&<>]+)/g
		: /(?<!\s)\s+(?:\d|&)?>>?\s*(?:&\d|\/dev\/null)/g;
	const bare = line
		.replace(redirect, '')
		.replace(
			/^(?:(?:[{(!]|time|then|do|else|command|exec|nohup|timeout \S+|(?:mise|rtx) (?:exec|x) (?:[\w@.:/-]{1,80} ){0,8}?--)\s+)+/,
			'',
		)
		.trim();
	// A heredoc inside a substitution leaves only its opening.
	const whole = bare.replace(/(?<!\s)\s*["']?\$\(\s*cat$/, '');
	return whole === bare && more.join('').trim() === '' ? bare : `${whole} …`;
}

/** Options of `git commit` that say what commit it makes. */
const commitOptions = /^--(?:amend|no-edit|allow-empty|fixup=\S{1,80}|squash=\S{1,80})$/;
const messageOption = /^(?:-[a-z]{0,4}m|--message)$/;

/** A commit as it was to be made, where git does not tell of it: how, and the title it was given. */
export function commitText({ words, text }: SimpleCommand): string {
	const options = words.filter((word) => commitOptions.test(word));
	const [title = ''] =
		words[words.findIndex((word) => messageOption.test(word)) + 1]?.split('\n', 1) ?? [];
	const isPlain = words.some((word) => messageOption.test(word)) && !/\$\(|`/.test(title);
	const command = commitCommand.exec(text)?.[0] ?? 'git commit';
	return [command, ...options, ...(isPlain ? [`-m "${cutEnd(title, 100)}"`] : [])].join(' ');
}

/** What only takes a part of the output: that it was there is enough. */
const cutting = /^(?:head|tail|less|more|cat)\b/;

/** Commands as one line again. */
export function joinedLine(
	commands: readonly SimpleCommand[],
	tell: (command: SimpleCommand) => string = commandText,
): string {
	return commands.reduce((line, command) => {
		const { operator, piped } = command;
		const text = piped && cutting.test(command.text) ? '…' : tell(command);
		const between = /^(?:\|\|?|&&?)$/.test(operator) ? ` ${operator} ` : '; ';
		return line === '' ? text : `${line}${between}${text}`;
	}, '');
}

/**
 * Some commands of a line as one line again. What stood between two of them joins them no more, but where
 * each ran only after the one before had succeeded.
 */
export function joinedParts(
	all: readonly SimpleCommand[],
	kept: readonly SimpleCommand[],
	tell?: (command: SimpleCommand) => string,
): string {
	let end = 0;
	const parts = kept.map((command) => {
		const between = all.slice(end, all.indexOf(command) + 1);
		end += between.length;
		const isJoined = between.length < 2 || between.every(({ guarded }) => guarded);
		return isJoined ? command : { ...command, operator: ';' };
	});
	return joinedLine(parts, tell);
}

/** A command with those that read its output, one after the other. */
export function withPipes(all: readonly SimpleCommand[], command: SimpleCommand): string {
	const rest = all.slice(all.indexOf(command) + 1);
	const end = rest.findIndex(({ piped }) => !piped);
	return joinedLine([command, ...rest.slice(0, end < 0 ? undefined : end)]);
}
