import { textOf, toolCallsOf, type Log, type ToolCall } from './message.ts';
import {
	parseArguments,
	salientArgument,
	toolFamily,
	type ToolArguments,
	type ToolFamily,
} from './toolFamilies.ts';
import { readOutcome, type Outcome } from './toolOutcome.ts';
import type { ToolPairs } from './toolPairs.ts';

/** A call together with its result. */
export interface ToolUse {
	readonly call: ToolCall;
	/** Index of the assistant's message in the log. */
	readonly callIndex: number;
	/** Index of the result in the log; undefined when there is none. */
	readonly resultIndex?: number;
	readonly family: ToolFamily;
	readonly arguments: ToolArguments | undefined;
	/** The command, path or pattern that tells this call from the next. */
	readonly target: string;
	/** Text of the result; empty when there is none. */
	readonly result: string;
	readonly outcome: Outcome;
}

/** A call with the result at `resultIndex`, both of this log. */
export function toolUse(
	log: Log,
	callIndex: number,
	call: ToolCall,
	resultIndex: number | undefined,
): ToolUse {
	const family = toolFamily(call.name);
	const values = parseArguments(call.arguments);
	const message = resultIndex === undefined ? undefined : log[resultIndex]?.message;
	const result = message?.role === 'tool' ? textOf(message.content) : '';
	const target = salientArgument(family, values, call.arguments);
	return {
		call,
		callIndex,
		...(resultIndex === undefined ? {} : { resultIndex }),
		family,
		arguments: values,
		target,
		result,
		outcome: readOutcome(result, {
			family,
			isError: message?.role === 'tool' ? message.isError : undefined,
			answered: resultIndex !== undefined,
			hidesExit: / \| /.test(target.slice(0, 4_000)),
		}),
	};
}

/** Every call made in `[start, end)` with its result, in the order they were made. */
export function toolUses(log: Log, pairs: ToolPairs, start: number, end: number): ToolUse[] {
	const uses: ToolUse[] = [];
	for (let index = start; index < end; index += 1) {
		const entry = log[index];
		if (entry === undefined) {
			break;
		}
		const results = pairs.resultsOf(index);
		toolCallsOf(entry.message).forEach((call, position) => {
			const resultIndex = results[position];
			uses.push(
				toolUse(
					log,
					index,
					call,
					resultIndex !== undefined && resultIndex < end ? resultIndex : undefined,
				),
			);
		});
	}
	return uses;
}
