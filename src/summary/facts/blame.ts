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

function complainer(line: string): string | undefined {
	const name = /^(?:\/\S*\/)?([\w.+-]+): /.exec(line)?.[1];
	return name === 'fatal' ? 'git' : name;
}
