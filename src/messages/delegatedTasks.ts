import { parsedJson } from './json.ts';
import type { Log } from './message.ts';
import { stretchesOf } from './origins.ts';
import { readOutcome } from './toolOutcome.ts';
import type { ToolUse } from './toolUse.ts';

/**
 * Delegated tasks whose report comes in a row of the client's own. Roo Code and Kilo Code bring it before the
 * assistant goes on, behind a result that repeats the order; Claude Code and Codex bring it whenever the
 * task ends, with the id that the result of the call named.
 */

const toolName = 'new_task';

/** How the result of a call begins that only says that the task was created. */
const created = /^\s*(?:Successfully created new task|Delegated to child task)\b/;

/** How the client's row begins that holds the report. */
const reported = /^\s*\[new_task completed\] Result:\s*/;

/** The result of a call that only says that the task runs in the background, with its id. */
const launched =
	/^\s*(?:Async agent launched\b[^]{0,400}?\bagentId: ([\w-]{4,64})|\{"agent_id": ?"([\w-]{4,64})")/;

/** What Codex answers where it forked the conversation for the task: the report comes as words of the assistant. */
const forked = /^\s*You are the newly spawned agent\./;

/** How the client's row begins that tells of the end of such a task, with its id. */
const ended =
	/^\s*<(?:task-notification>\s{0,9}<task-id>|subagent_notification>\s{0,9}\{"agent_path": ?")([\w-]{4,64})/;

/** The calls, each delegated task with its report as its result; with none where none came. */
export function withReports(log: Log, uses: readonly ToolUse[]): ToolUse[] {
	let reports: ReadonlyMap<string, Report> | undefined;
	return uses.map((use) => {
		if (use.call.name === toolName) {
			return withReport(use, reportBehind(log, use.callIndex), created.test(use.result));
		}
		if (use.family === 'sub-agent' && forked.test(use.result)) {
			return withReport(use, undefined, true);
		}
		const [, claude, codex] = use.family === 'sub-agent' ? (launched.exec(use.result) ?? []) : [];
		const id = claude ?? codex;
		if (id === undefined) {
			return use;
		}
		reports ??= lateReports(log);
		const report = reports.get(id);
		return withReport(use, (report?.index ?? 0) > use.callIndex ? report : undefined, true);
	});
}

/** What a delegated task reported, and where that stands. */
interface Report {
	readonly index: number;
	readonly text: string;
}

function withReport(use: ToolUse, report: Report | undefined, isUnanswered: boolean): ToolUse {
	if (report !== undefined) {
		const { index, text } = report;
		return { ...use, resultIndex: index, result: text, outcome: outcomeOf(text, true) };
	}
	if (!isUnanswered) {
		return use;
	}
	const { resultIndex: _, ...unanswered } = use;
	return { ...unanswered, result: '', outcome: outcomeOf('', false) };
}

function outcomeOf(text: string, answered: boolean): ToolUse['outcome'] {
	return readOutcome(text, { family: 'sub-agent', isError: undefined, answered });
}

function reportBehind(log: Log, callIndex: number): Report | undefined {
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

/** The last report of each task in the background, by its id. */
function lateReports(log: Log): ReadonlyMap<string, Report> {
	const reports = new Map<string, Report>();
	for (const [index, { message }] of log.entries()) {
		for (const { origin, text } of stretchesOf(message)) {
			const id = origin === 'client' ? ended.exec(text)?.[1] : undefined;
			const report = id === undefined ? undefined : reportIn(text);
			if (id !== undefined && report !== undefined) {
				reports.set(id, { index, text: report });
			}
		}
	}
	return reports;
}

/** The report in a row that tells of an end. */
function reportIn(text: string): string | undefined {
	const start = text.indexOf('<result>');
	if (start >= 0) {
		const end = text.lastIndexOf('</result>');
		return text.slice(start + '<result>'.length, end < start ? undefined : end).trim();
	}
	const first = text.indexOf('{"agent_path"');
	const json = first < 0 ? '' : text.slice(first, text.lastIndexOf('}') + 1);
	const quoted = /"(?:completed|errored)": ?("(?:[^"\\]|\\[^])*")/.exec(json)?.[1];
	const report = parsedJson(quoted ?? '');
	return typeof report === 'string' ? report : undefined;
}
