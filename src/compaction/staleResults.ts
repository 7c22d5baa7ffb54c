import { toolCallsOf, type Log, type LogRange } from '../messages/message.ts';
import { pathArguments } from '../messages/toolFamilies.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import { pairedUse, type ToolUse } from '../messages/toolUse.ts';
import { commandRuns } from '../summary/facts/commands.ts';

/** Arguments by which a read asks for a part of a file. */
const partKeys = /offset|limit|line|range|start|end|page|head|tail/i;

/**
 * Results of a range that nobody needs whole any more: reads and searches that were made again later, reads
 * of a part or a whole that a later whole read has newer, if that brought no less, and checks that passed. Those of the newest calls
 * stay: the model has just asked for them.
 * @returns Indices of the results.
 */
export function staleResults(log: Log, pairs: ToolPairs, { start, end }: LogRange): Set<number> {
	const stale = new Set<number>();
	/** Characters of the longest later result: one that only says that nothing has changed stands for none. */
	const again = new Map<string, number>();
	const newest = log.findLastIndex(({ message }) => toolCallsOf(message).length > 0);
	for (let index = end - 1; index >= start; index -= 1) {
		const use = useOf(log, pairs, index);
		if (use === undefined) {
			continue;
		}
		const names = namesOf(use);
		const isSuperseded = names.supersededBy.some(
			(name) => (again.get(name) ?? -1) >= use.result.length,
		);
		if (use.callIndex < newest && (isSuperseded || isPassedCheck(use))) {
			stale.add(index);
		}
		if (use.outcome.status === 'ok') {
			names.supersedes.forEach((name) =>
				again.set(name, Math.max(again.get(name) ?? 0, use.result.length)),
			);
		}
	}
	return stale;
}

function useOf(log: Log, pairs: ToolPairs, index: number): ToolUse | undefined {
	const place = pairs.places.get(index);
	if (place === undefined || place.kind === 'orphan') {
		return undefined;
	}
	const caller = log[place.call.message]?.message;
	const call = caller === undefined ? undefined : toolCallsOf(caller)[place.call.position];
	return call === undefined ? undefined : pairedUse(log, pairs, place.call.message, call, index);
}

/** What a call tells of, as names that others share. */
function namesOf({ call, family, arguments: values }: ToolUse): {
	readonly supersedes: readonly string[];
	readonly supersededBy: readonly string[];
} {
	if (family !== 'read' && family !== 'search') {
		return { supersedes: [], supersededBy: [] };
	}
	const same = `${call.name}\n${call.arguments}`;
	const [path, another] = family === 'read' ? pathArguments(values) : [];
	if (path === undefined || another !== undefined) {
		return { supersedes: [same], supersededBy: [same] };
	}
	const whole = `${call.name}\n${path}`;
	const isPart = Object.keys(values ?? {}).some((key) => partKeys.test(key));
	return { supersedes: isPart ? [same] : [same, whole], supersededBy: [same, whole] };
}

function isPassedCheck(use: ToolUse): boolean {
	if (use.family !== 'terminal' || use.outcome.status !== 'ok') {
		return false;
	}
	const runs = commandRuns(use);
	return runs.length > 0 && runs.every(({ kind }) => kind === 'verifying');
}
