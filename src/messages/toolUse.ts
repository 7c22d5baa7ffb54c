import { textOf, toolCallsOf, type FileChange, type Log, type ToolCall } from './message.ts';
import {
	argumentText,
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
	/** Index of the result in the log; undefined if there is none. */
	readonly resultIndex?: number | undefined;
	readonly family: ToolFamily;
	readonly arguments: ToolArguments | undefined;
	/** The command, path or pattern that distinguishes this call from the next. */
	readonly target: string;
	/** Text of the result; empty if there is none. */
	readonly result: string;
	readonly outcome: Outcome;
	/** The id of work that continues after the result; empty if the client assigns none. */
	readonly running?: string | undefined;
	/** What a sub-agent that the call started did to files. */
	readonly changed?: readonly FileChange[] | undefined;
}

/** Cache by the index of the result: the same uses are requested many times. */
const cache = new WeakMap<ToolPairs, Map<number, ToolUse>>();

/** The call that the result at this index answers, with its outcome; undefined if the call is missing. */
export function useOfResult(log: Log, pairs: ToolPairs, resultIndex: number): ToolUse | undefined {
	const place = pairs.places.get(resultIndex)?.call;
	const caller = place === undefined ? undefined : log[place.message]?.message;
	const call = caller && toolCallsOf(caller)[place?.position ?? 0];
	return place && call && pairedUse(log, pairs, place.message, call, resultIndex);
}

/** A call with the result at `resultIndex`, as {@link toolUse} reads it; once for these pairs. */
function pairedUse(
	log: Log,
	pairs: ToolPairs,
	callIndex: number,
	call: ToolCall,
	resultIndex: number,
): ToolUse {
	const uses = cache.get(pairs) ?? new Map<number, ToolUse>();
	cache.set(pairs, uses);
	const use = uses.get(resultIndex) ?? toolUse(log, callIndex, call, resultIndex);
	uses.set(resultIndex, use);
	return use;
}

/** A call with the result at `resultIndex`, both of this log. */
export function toolUse(
	log: Log,
	callIndex: number,
	call: ToolCall,
	resultIndex: number | undefined,
): ToolUse {
	const values = parseArguments(call.arguments);
	const family = toolFamily(call.name, values);
	const message = resultIndex === undefined ? undefined : log[resultIndex]?.message;
	const answer = message?.role === 'tool' ? message : undefined;
	const result = answer === undefined ? '' : textOf(answer.content);
	const target = salientArgument(family, values, call.arguments);
	const isCommand = family === 'terminal';
	return {
		call,
		callIndex,
		resultIndex,
		family,
		arguments: values,
		target,
		result,
		running: answer?.runsOn,
		changed: answer?.changed,
		outcome: readOutcome(result, {
			family,
			answered: resultIndex !== undefined,
			isError: answer?.isError,
			exitCode:
				(isCommand ? laterExitCode(log, callIndex, call, resultIndex) : undefined) ??
				answer?.exitCode,
			continues: answer?.runsOn !== undefined,
			reportsFailure: wouldReportFailure(call.name, result),
			command: isCommand ? target : undefined,
		}),
	};
}

/** Terminals whose client includes the exit code in every result except those of a success. */
const reportsFailures = /^(?:Bash|PowerShell)$/;

/** Whether this tool's client would have included a failure in the result. */
function wouldReportFailure(tool: string, result: string): boolean {
	return (
		reportsFailures.test(tool) ||
		(tool === 'run_shell_command' && /^Output: /m.test(result.slice(0, 800)))
	);
}

/** The exit code of the last run of a command, if its client reports that only with the user's next message. */
function laterExitCode(
	log: Log,
	callIndex: number,
	call: ToolCall,
	resultIndex: number | undefined,
): number | undefined {
	const next = resultIndex === undefined ? -1 : promptAfter(log, resultIndex);
	const message = log[next]?.message;
	const ended = message?.role === 'user' ? (message.ended ?? []) : [];
	if (ended.length === 0) {
		return undefined;
	}
	const command = commandOf(call);
	const exitCode = ended.find((end) => end.command === command)?.exitCode;
	if (exitCode === undefined) {
		return undefined;
	}
	const last = log
		.slice(callIndex, next)
		.flatMap((entry) => toolCallsOf(entry.message))
		.findLast((other) => commandOf(other) === command);
	return last?.id === call.id ? exitCode : undefined;
}

/** Cache: for each position of a log the index of the next user message, or -1. */
const prompts = new WeakMap<Log, readonly number[]>();

function promptAfter(log: Log, index: number): number {
	let known = prompts.get(log);
	if (known?.length !== log.length) {
		let next = -1;
		const found = log.map(() => next);
		for (let at = log.length - 1; at >= 0; at -= 1) {
			found[at] = next;
			next = log[at]?.message.role === 'user' ? at : next;
		}
		known = found;
		prompts.set(log, known);
	}
	return known[index] ?? -1;
}

function commandOf({ arguments: written }: ToolCall): string {
	return normalisedCommand(argumentText(parseArguments(written), ['command']) ?? '');
}

/** A command, normalised for comparison. */
export function normalisedCommand(command: string): string {
	return command.replace(/\s+/g, ' ').trim();
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
				resultIndex !== undefined && resultIndex < end
					? pairedUse(log, pairs, index, call, resultIndex)
					: toolUse(log, index, call, undefined),
			);
		});
	}
	return uses;
}
