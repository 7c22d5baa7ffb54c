import type { Log } from './message.ts';
import { stretchesOf } from './origins.ts';
import { readOutcome } from './toolOutcome.ts';
import type { ToolUse } from './toolUse.ts';

/**
 * Tasks that Roo Code and Kilo Code delegate: the result of the call repeats the order, and the report
 * comes in a row of the client's own before the assistant goes on.
 */

const toolName = 'new_task';

/** How the result of a call begins that only says that the task was created. */
const created = /^\s*(?:Successfully created new task|Delegated to child task)\b/;

/** How the client's row begins that holds the report. */
const reported = /^\s*\[new_task completed\] Result:\s*/;

/** The calls, each delegated task with its report as its result; with none where only the order came back. */
export function withReports(log: Log, uses: readonly ToolUse[]): ToolUse[] {
	return uses.map((use) => {
		if (use.call.name !== toolName) {
			return use;
		}
		const report = reportBehind(log, use.callIndex);
		if (report !== undefined) {
			const { index, text } = report;
			return { ...use, resultIndex: index, result: text, outcome: outcomeOf(text, true) };
		}
		if (!created.test(use.result)) {
			return use;
		}
		const { resultIndex: _, ...unanswered } = use;
		return { ...unanswered, result: '', outcome: outcomeOf('', false) };
	});
}

function outcomeOf(text: string, answered: boolean): ToolUse['outcome'] {
	return readOutcome(text, { family: 'sub-agent', isError: undefined, answered });
}

function reportBehind(
	log: Log,
	callIndex: number,
): { readonly index: number; readonly text: string } | undefined {
	for (let index = callIndex + 1; index < log.length; index += 1) {
		const message = log[index]?.message;
		if (message === undefined || message.role === 'assistant') {
			return undefined;
		}
		const row = stretchesOf(message).find(
			({ origin, text }) => origin === 'client' && reported.test(text),
		);
		if (row !== undefined) {
			return { index, text: row.text.replace(reported, '') };
		}
	}
	return undefined;
}
