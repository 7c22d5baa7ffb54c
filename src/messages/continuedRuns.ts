import { commandGoesOn, readOutcome, type Outcome } from './toolOutcome.ts';
import { traitsOf, type ToolUse } from './toolUse.ts';

/**
 * Commands that outlive their call. Clients hand out an id, and later calls ask by it how the command
 * is doing: what it came to is told by the one that says how it ended.
 */

/** Tools that ask, and what they call the id. Those that end a command tell nothing about it. */
const asking = /^(?:write_?stdin|bash_?output|task_?output|get_?terminal_?output|read_?process)$/i;
const idArguments = ['session_id', 'bash_id', 'shell_id', 'task_id', 'id'];

/** How clients say that a command has ended, beside its exit code. */
const ended = /<status>\s*(?:completed|failed)\s*<\/status>/;

/** Characters at the beginning of an answer in which that stands. */
const statusReach = 600;

/** The calls, each running command with how it ended, and without those that only asked. */
export function joinContinuedRuns(uses: readonly ToolUse[]): ToolUse[] {
	const running = new Map<string, number>();
	const joined: ToolUse[] = [];
	for (const use of uses) {
		const asked = askedFor(use);
		const position = asked === undefined ? undefined : running.get(asked);
		const start = position === undefined ? undefined : joined[position];
		if (asked !== undefined && position !== undefined && start !== undefined) {
			const outcome = outcomeIn(use, start);
			if (outcome !== undefined) {
				joined[position] = withEnd(start, use, outcome);
				running.delete(asked);
			}
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

/** The id a call asks by; undefined where it does something else, such as typing into a shell. */
function askedFor({ call, arguments: values }: ToolUse): string | undefined {
	const typed = values?.['chars'];
	if (!asking.test(call.name) || (typeof typed === 'string' && typed !== '')) {
		return undefined;
	}
	const id = idArguments
		.map((name) => values?.[name])
		.find((value) => typeof value === 'string' || typeof value === 'number');
	return id === undefined ? undefined : String(id);
}

/** How the command ended; undefined where this answer does not say that it has. */
function outcomeIn({ result, resultIndex, outcome }: ToolUse, start: ToolUse): Outcome | undefined {
	const status = ended.exec(result.slice(0, statusReach))?.[0];
	if (resultIndex === undefined || (outcome.exitCode === undefined && status === undefined)) {
		return undefined;
	}
	return readOutcome(result, {
		family: 'terminal',
		isError: outcome.exitCode === undefined ? status?.includes('failed') : undefined,
		...(outcome.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
		answered: true,
		...traitsOf(start.target),
	});
}

function withEnd(start: ToolUse, { result, resultIndex }: ToolUse, outcome: Outcome): ToolUse {
	return {
		...start,
		...(resultIndex === undefined ? {} : { resultIndex }),
		result: `${start.result}\n${result}`,
		outcome,
	};
}
