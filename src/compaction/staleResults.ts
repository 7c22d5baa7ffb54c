import { toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { pathArguments } from '../messages/toolFamilies.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import { useOfResult, type ToolUse } from '../messages/toolUse.ts';
import { isAction } from '../summary/ledger.ts';

/** Arguments by which a read requests a part of a file. */
const partKeys = /offset|limit|line|range|start|end|page|head|tail/i;

/** Those of these arguments that contain a number of lines. */
const countKeys = /limit|count|lines$|head|tail/i;

/** Length and extent of a result. */
interface ResultSize {
	readonly characters: number;
	readonly lines: number;
}

const noResult: ResultSize = { characters: -1, lines: -1 };

/**
 * Results of a range that are no longer needed in full: reads and searches that were repeated later, reads that a
 * later read of the whole file supersedes (if it returned no less and was not cut off before that part), and
 * checks that passed. Those of the newest calls stay: the model has just requested them.
 * @returns Indices of the results.
 */
export function staleResults(log: Log, pairs: ToolPairs, { start, end }: LogRange): Set<number> {
	const stale = new Set<number>();
	/** Sizes of the largest later results. A short result, which only reports that nothing has changed, supersedes none. */
	const largestLater = new Map<string, ResultSize>();
	const newest = log.findLastIndex(({ message }) => toolCallsOf(message).length > 0);
	for (let index = end - 1; index >= start; index -= 1) {
		const use = useOfResult(log, pairs, index);
		if (use === undefined) {
			continue;
		}
		const names = namesOf(use);
		const isSuperseded = names.supersededBy.some(({ name, line }) => {
			const { characters, lines } = largestLater.get(name) ?? noResult;
			return characters >= use.result.length && lines >= line;
		});
		if (use.callIndex < newest && (isSuperseded || isPassedCheck(use))) {
			stale.add(index);
		}
		if (use.outcome.status === 'ok') {
			for (const name of names.supersedes) {
				const { characters, lines } = largestLater.get(name) ?? noResult;
				largestLater.set(name, {
					characters: Math.max(characters, use.result.length),
					lines: Math.max(lines, use.outcome.lines),
				});
			}
		}
	}
	return stale;
}

/** The subjects of a call, as names shared with other calls. */
function namesOf({ call, family, arguments: values }: ToolUse): {
	readonly supersedes: readonly string[];
	/** Each with the last line that a later result must reach. */
	readonly supersededBy: readonly { readonly name: string; readonly line: number }[];
} {
	if (family !== 'read' && family !== 'search') {
		return { supersedes: [], supersededBy: [] };
	}
	const sameCall = `${call.name}\n${call.arguments}`;
	const [path, another] = family === 'read' ? pathArguments(values) : [];
	if (path === undefined || another !== undefined) {
		return { supersedes: [sameCall], supersededBy: [{ name: sameCall, line: 0 }] };
	}
	const wholeFile = `${call.name}\n${path}`;
	const partArguments = Object.entries(values ?? {}).filter(([key]) => partKeys.test(key));
	const furthest = partArguments.map(([key, value]) => ({ key, number: furthestIn(value) }));
	// A number of lines counts from the first line that is read.
	const counted = furthest.reduce(
		(sum, { key, number }) => sum + (countKeys.test(key) ? number : 0),
		0,
	);
	const line =
		counted + Math.max(0, ...furthest.map(({ key, number }) => (countKeys.test(key) ? 0 : number)));
	return {
		supersedes: partArguments.length > 0 ? [sameCall] : [sameCall, wholeFile],
		supersededBy: [
			{ name: sameCall, line: 0 },
			{ name: wholeFile, line },
		],
	};
}

/** The largest number in an argument: `4000`, `"4000-4100"`, `[4000, 4100]`. */
function furthestIn(value: unknown): number {
	const numbers = JSON.stringify(value)?.match(/\d{1,9}/g) ?? [];
	return Math.max(0, ...numbers.map(Number));
}

function isPassedCheck(use: ToolUse): boolean {
	return (
		use.family === 'terminal' &&
		use.outcome.status === 'ok' &&
		use.outcome.tests !== undefined &&
		isAction(use)
	);
}
