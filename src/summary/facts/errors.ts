import type { ToolUse } from '../../messages/toolUse.ts';
import { commandRuns, failureMatters } from './commands.ts';

/** Something that went wrong, and whether it still does. */
export interface ErrorFact {
	/** What was tried: a command, or a tool and its file. */
	readonly what: string;
	/** The first lines that say what is wrong, verbatim. */
	readonly lines: readonly string[];
	readonly open: boolean;
	readonly sources: readonly number[];
}

/** A failed look-around counts as open only while it is this close to the end, calls. */
const recentCalls = 12;

/** Failures by what was tried, the last state of each, in order. */
export function errorFacts(uses: readonly ToolUse[]): ErrorFact[] {
	const last = new Map<string, { error?: ErrorFact; matters: boolean; position: number }>();
	uses.forEach((use, position) => {
		const attempt = attemptOf(use);
		if (attempt === undefined || use.outcome.status === 'unknown') {
			return;
		}
		const { what, matters } = attempt;
		if (use.outcome.status === 'ok') {
			resolve(last, what, use);
		} else if (attempt.telling) {
			last.delete(what);
			last.set(what, {
				matters,
				position,
				error: {
					what,
					lines: use.outcome.errorLines,
					open: true,
					sources: [
						use.callIndex + 1,
						...(use.resultIndex === undefined ? [] : [use.resultIndex + 1]),
					],
				},
			});
		}
	});
	return [...last.values()].flatMap(({ error, matters, position }) =>
		error !== undefined && (!error.open || matters || uses.length - position <= recentCalls)
			? [error]
			: [],
	);
}

function resolve(
	last: Map<string, { error?: ErrorFact; matters: boolean; position: number }>,
	what: string,
	use: ToolUse,
): void {
	for (const [key, entry] of last) {
		if (entry.error?.open === true && settles(what, key)) {
			entry.error = {
				...entry.error,
				open: false,
				sources: [...entry.error.sources, use.callIndex + 1],
			};
		}
	}
}

/** A run that passes settles the same run, a narrower one, and a chain that ended with it. */
function settles(passed: string, failed: string): boolean {
	return passed
		.split(' && ')
		.some((part) =>
			[failed, ...failed.split(' && ').slice(-1)].some(
				(command) => command === part || command.startsWith(`${part} `),
			),
		);
}

interface Attempt {
	readonly what: string;
	/** Whether a failure stays of interest until the same thing succeeds. */
	readonly matters: boolean;
	/** Whether a failure says anything at all. */
	readonly telling: boolean;
}

function attemptOf(use: ToolUse): Attempt | undefined {
	switch (use.family) {
		case 'terminal': {
			const runs = commandRuns(use);
			const [run] = runs;
			return run === undefined
				? undefined
				: {
						what: runs.map(({ command }) => command).join(' && '),
						matters: run.kind !== 'looking',
						telling: failureMatters(run),
					};
		}
		case 'code':
			return { what: use.call.name, matters: false, telling: true };
		case 'write':
		case 'edit':
			// Another tool that writes the same file settles it.
			return { what: use.target.slice(0, 200), matters: false, telling: true };
		case 'web':
		case 'browser':
		case 'sub-agent':
		case 'other':
			return {
				what: `${use.call.name} ${use.target.slice(0, 120)}`,
				matters: false,
				telling: true,
			};
		default:
			return undefined;
	}
}
