import { textOf, type EndedWork, type Log } from './message.ts';
import { readOutcome, type Outcome } from './toolOutcome.ts';
import type { ToolUse } from './toolUse.ts';

/**
 * Work that outlives its call: a command in the background, or another agent's task. The client assigns an id to it, and
 * reports its end in the result of a later call with that id, or in a message of its own.
 */

/** Tools that request the output or status of running work. Tools that stop it do not report its result. */
const pollingTools = /(?:stdin|out_?put|status|poll|wait|read_?(?:process|bash|powershell))$/i;

/** How clients report the end of work in the result of a poll, if not by an exit code. */
const endedStatus = /<status>\s*(completed|failed)\s*<\/status>/;

/** Characters at the beginning of a result that may contain {@link endedStatus}. */
const statusReach = 600;

/** Families whose work can continue after the result of its call. */
const backgroundFamilies: ReadonlySet<ToolUse['family']> = new Set(['terminal', 'sub-agent']);

/** Tool uses with the outcome of their background work; calls that only polled that work are left out. */
export function withBackgroundResults(log: Log, uses: readonly ToolUse[]): ToolUse[] {
	const running = new Map<string, number>();
	const joined: ToolUse[] = [];
	for (const use of uses) {
		const id = polledId(use, running) ?? '';
		const position = running.get(id) ?? -1;
		const start = joined[position];
		if (start !== undefined) {
			const outcome = polledOutcome(use, start);
			if (outcome !== undefined) {
				const result = `${start.result}\n${use.result}`;
				joined[position] = { ...start, ...ended(use.resultIndex, result, outcome) };
				running.delete(id);
			}
			continue;
		}
		if (use.running !== undefined && use.running !== '' && backgroundFamilies.has(use.family)) {
			running.set(use.running, joined.length);
		}
		joined.push(use);
	}
	const ends = reportedEnds(log);
	return joined.map((use) => withReportedEnd(use, ends.get(use.running ?? '')));
}

/** The id of the running work that a call polls; undefined if it does something else, such as typing into a shell. */
function polledId(
	{ call, arguments: values = {} }: ToolUse,
	running: ReadonlyMap<string, number>,
): string | undefined {
	const typed = values['chars'];
	if (!pollingTools.test(call.name) || (typeof typed === 'string' && typed !== '')) {
		return undefined;
	}
	return Object.values(values)
		.filter((value) => typeof value === 'string' || typeof value === 'number')
		.map(String)
		.find((value) => running.has(value));
}

/** The outcome of work that a poll reports; undefined if it still runs. */
function polledOutcome(
	{ result, resultIndex, outcome }: ToolUse,
	start: ToolUse,
): Outcome | undefined {
	const status = endedStatus.exec(result.slice(0, statusReach))?.[1];
	const exitCode =
		outcome.exitCode ?? readOutcome(result, { family: start.family, answered: true }).exitCode;
	if (resultIndex === undefined || (exitCode === undefined && status === undefined)) {
		return undefined;
	}
	return outcomeOf(
		start,
		result,
		exitCode === undefined ? { failed: status === 'failed' } : { exitCode },
	);
}

function outcomeOf(
	{ family, target }: ToolUse,
	result: string,
	{ exitCode, failed }: EndedWork,
): Outcome {
	return readOutcome(result, {
		family,
		isError: exitCode === undefined && failed === true ? true : undefined,
		exitCode,
		answered: true,
		command: family === 'terminal' ? target : undefined,
	});
}

function ended(resultIndex: number | undefined, result: string, outcome: Outcome) {
	return { running: undefined, resultIndex, result, outcome };
}

/** The end of work, as a message of the client reports it. */
interface ReportedEnd extends EndedWork {
	readonly index: number;
	readonly text: string;
}

function reportedEnds(log: Log): ReadonlyMap<string, ReportedEnd> {
	const ends = new Map<string, ReportedEnd>();
	for (const [index, { message }] of log.entries()) {
		for (const end of message.role === 'user' ? (message.ended ?? []) : []) {
			if (end.id !== undefined) {
				ends.set(end.id, { ...end, index, text: textOf(message.content) });
			}
		}
	}
	return ends;
}

function withReportedEnd(use: ToolUse, end: ReportedEnd | undefined): ToolUse {
	if (use.running === undefined || !backgroundFamilies.has(use.family)) {
		return use;
	}
	if (end !== undefined && end.index > use.callIndex) {
		const result = use.family === 'terminal' ? end.text : (end.report ?? end.text);
		return { ...use, ...ended(end.index, result, outcomeOf(use, result, end)) };
	}
	if (use.family === 'terminal') {
		return use;
	}
	// The result of a background task only reports its start.
	const outcome = readOutcome('', { family: use.family, answered: false });
	return { ...use, resultIndex: undefined, result: '', outcome };
}
