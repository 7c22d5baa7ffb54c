import type { ToolUse } from '../../messages/toolUse.ts';
import { baseName } from './paths.ts';
import type { SimpleCommand } from './shellWords.ts';

/**
 * Position of the command that complained last: programs put their name before what they have to
 * say (`curl: (7) Failed …`, `ls: cannot access …`). -1 when the call did not fail or none is named.
 */
export function complainingCommand(commands: readonly SimpleCommand[], use: ToolUse): number {
	if (use.outcome.status !== 'failed') {
		return -1;
	}
	const names = new Set(use.outcome.errorLines.map(complainer));
	return commands.findLastIndex(({ words }) => names.has(baseName(words[0] ?? '')));
}

/** Whether every line of a failure comes from one of these programs. */
export function onlyComplain(use: ToolUse, programs: RegExp): boolean {
	const { errorLines } = use.outcome;
	return errorLines.length > 0 && errorLines.every((line) => programs.test(complainer(line) ?? ''));
}

/** Characters at either end of a result in which complaints are looked for. */
const complaintReach = 3_000;

/** How programs say that they could not do what they were called for. */
const complaint =
	/: (?:No such file or directory|Permission denied|Not a directory|Is a directory)$|: (?:cannot|can't|could not|unable to) /i;

/** The programs that say in a result that they could not. */
export function complainersIn(result: string): ReadonlySet<string> {
	const ends =
		result.length <= complaintReach * 2
			? result
			: `${result.slice(0, complaintReach)}\n${result.slice(-complaintReach)}`;
	const names = ends
		.split('\n')
		.map((line) => (complaint.test(line) ? complainer(line) : undefined));
	return new Set(names.filter((name) => name !== undefined));
}

/** The name before a complaint; a shell puts its own before that of what it runs itself. */
function complainer(line: string): string | undefined {
	const own = line.replace(/^(?:\/\S{1,80}\/)?(?:ba|z|da|k)?sh: (?:line \d{1,6}: )?/, '');
	const name = /^(?:\.{0,2}\/(?:\S*\/)?)?([\w.+-]+): /.exec(own)?.[1];
	return name === 'fatal' ? 'git' : name;
}
