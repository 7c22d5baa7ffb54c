import { commandGoesOn, readOutcome } from './toolOutcome.ts';
import type { ToolUse } from './toolUse.ts';

/**
 * Commands that outlive their call. Clients hand out an id, and later calls ask by it how the command
 * is doing: what it came to is told by the last of them.
 */

/** What clients call the id of a running command. */
const idArguments = ['session_id', 'bash_id', 'shell_id', 'task_id'];

/** The calls, each running command with what later calls learnt of it, and without those calls. */
export function joinContinuedRuns(uses: readonly ToolUse[]): ToolUse[] {
	const running = new Map<string, number>();
	const joined: ToolUse[] = [];
	for (const use of uses) {
		const id = idArguments
			.map((name) => use.arguments?.[name])
			.find((value) => typeof value === 'string' || typeof value === 'number');
		const position = id === undefined ? undefined : running.get(String(id));
		const start = position === undefined ? undefined : joined[position];
		if (position !== undefined && start !== undefined) {
			joined[position] = continued(start, use);
			continue;
		}
		const started = use.family === 'terminal' ? commandGoesOn(use.result) : undefined;
		if (started !== undefined) {
			running.set(started, joined.length);
		}
		joined.push(use);
	}
	return joined;
}

function continued(start: ToolUse, later: ToolUse): ToolUse {
	if (later.resultIndex === undefined) {
		return start;
	}
	const { status, exitCode } = later.outcome;
	return {
		...start,
		resultIndex: later.resultIndex,
		result: `${start.result}\n${later.result}`,
		outcome: readOutcome(later.result, {
			family: 'terminal',
			// Where the client told it as an error and no exit code denies that.
			isError: status === 'failed' && exitCode === undefined ? true : undefined,
			answered: true,
			hidesExit: / \| /.test(start.target.slice(0, 4_000)),
		}),
	};
}
