import type { Outcome } from '../../messages/toolOutcome.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { commandRuns, failureMatters } from './commands.ts';
import { covers } from './coverage.ts';
import { rejectionOf } from './rejections.ts';

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
		if (rejectionOf(use) !== undefined) {
			return;
		}
		for (const { what, matters, telling, outcome } of attemptsOf(use)) {
			if (outcome.status === 'ok') {
				resolve(last, what, use);
			} else if (outcome.status === 'failed' && telling) {
				last.delete(what);
				last.set(what, {
					matters,
					position,
					error: {
						what,
						lines: withLocation(outcome.errorLines, use.result),
						open: true,
						sources: [
							use.callIndex + 1,
							...(use.resultIndex === undefined ? [] : [use.resultIndex + 1]),
						],
					},
				});
			}
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
				sources: [...new Set([...entry.error.sources, use.callIndex + 1])].sort((x, y) => x - y),
			};
		}
	}
}

/** A run that passes settles the same run, a narrower one, and a chain that ended with it. */
function settles(passed: string, failed: string): boolean {
	const parts = failed.split(' && ');
	return covers(passed, parts.at(-1) ?? failed);
}

interface Attempt {
	readonly what: string;
	/** Whether a failure stays of interest until the same thing succeeds. */
	readonly matters: boolean;
	/** Whether a failure says anything at all. */
	readonly telling: boolean;
	readonly outcome: Outcome;
}

function attemptsOf(use: ToolUse): Attempt[] {
	const once = (what: string): Attempt[] => [
		{ what, matters: false, telling: true, outcome: use.outcome },
	];
	switch (use.family) {
		case 'terminal':
			return commandRuns(use).map((run) => ({
				what: run.command,
				matters: run.kind !== 'looking',
				telling: failureMatters(run),
				outcome: run.use.outcome,
			}));
		case 'code':
			return once(use.call.name);
		case 'write':
		case 'edit':
			// Another tool that writes the same file settles it.
			return once(use.target.slice(0, 200));
		case 'web':
		case 'browser':
		case 'sub-agent':
		case 'other':
			return once(`${use.call.name} ${use.target.slice(0, 120)}`);
		default:
			return [];
	}
}

/** Characters at the end of a result that are searched for where it went wrong. */
const locationReach = 8_000;

/** The error lines, and the first place in the project's own files where none of them names one. */
function withLocation(lines: readonly string[], result: string): readonly string[] {
	const place =
		/(?:^|[\s(❯])(?![^\s:]*node_modules)([\w@./\\-]{1,160}\.[A-Za-z]{1,5}:\d{1,6})(?!\w)/;
	if (lines.some((line) => place.test(line))) {
		return lines;
	}
	const found = result
		.slice(-locationReach)
		.split('\n')
		.filter((line) => line.length <= 240 && /^\s*(?:❯|at |-->|→|File |[\w./\\-]+:\d)/.test(line))
		.map((line) => place.exec(line)?.[1])
		.find((location) => location !== undefined);
	return found === undefined ? lines : [...lines.slice(0, 2), found, ...lines.slice(2)];
}
