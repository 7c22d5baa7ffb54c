import { textOf, type EndedWork, type Log } from './message.ts';
import { readOutcome, type Outcome } from './toolOutcome.ts';
import type { ToolUse } from './toolUse.ts';

/**
 * Work that outlives its call: a command in the background, or another agent's task. Its client assigns an id; its end
 * is reported by a later call that asks for that id, or by a row of the client's.
 */

/** Tools that ask. Those that end the work do not report its result. */
const asking = /(?:stdin|out_?put|status|poll|wait|read_?(?:process|bash|powershell))$/i;

/** How clients report in an answer that the work has ended, besides its exit code. */
const endedStatus = /<status>\s*(completed|failed)\s*<\/status>/;

/** Characters at the beginning of an answer that contain that. */
const statusReach = 600;

/** Families whose calls can continue after their result. */
const outlives: ReadonlySet<ToolUse['family']> = new Set(['terminal', 'sub-agent']);

/** The calls, each with the end of its work, and without those that only asked. */
export function withBackgroundResults(log: Log, uses: readonly ToolUse[]): ToolUse[] {
	const running = new Map<string, number>();
	const joined: ToolUse[] = [];
	for (const use of uses) {
		const asked = askedFor(use, running);
		const position = asked === undefined ? undefined : running.get(asked);
		const start = position === undefined ? undefined : joined[position];
		if (asked !== undefined && position !== undefined && start !== undefined) {
			const outcome = outcomeIn(use, start);
			if (outcome !== undefined) {
				joined[position] = ended(start, use.resultIndex, `${start.result}\n${use.result}`, outcome);
				running.delete(asked);
			}
			continue;
		}
		if (use.running !== undefined && use.running !== '' && outlives.has(use.family)) {
			running.set(use.running, joined.length);
		}
		joined.push(use);
	}
	const ends = endsIn(log);
	return joined.map((use) => withEnd(use, ends.get(use.running ?? '')));
}

/** The id of running work that a call asks for; undefined if it does something else, such as typing into a shell. */
function askedFor(
	{ call, arguments: values = {} }: ToolUse,
	running: ReadonlyMap<string, number>,
): string | undefined {
	const typed = values['chars'];
	if (!asking.test(call.name) || (typeof typed === 'string' && typed !== '')) {
		return undefined;
	}
	return Object.values(values)
		.filter((value) => typeof value === 'string' || typeof value === 'number')
		.map(String)
		.find((value) => running.has(value));
}

/** How the work ended; undefined if this answer does not report its end. */
function outcomeIn({ result, resultIndex, outcome }: ToolUse, start: ToolUse): Outcome | undefined {
	const status = endedStatus.exec(result.slice(0, statusReach))?.[1];
	const asItsOwn = { family: start.family, isError: undefined, answered: true };
	const exitCode = outcome.exitCode ?? readOutcome(result, asItsOwn).exitCode;
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

function ended(
	use: ToolUse,
	resultIndex: number | undefined,
	result: string,
	outcome: Outcome,
): ToolUse {
	return { ...use, running: undefined, resultIndex, result, outcome };
}

/** An end that a row of the client's reports. */
interface ToldEnd extends EndedWork {
	readonly index: number;
	readonly text: string;
}

function endsIn(log: Log): ReadonlyMap<string, ToldEnd> {
	const ends = new Map<string, ToldEnd>();
	for (const [index, { message }] of log.entries()) {
		for (const end of message.role === 'user' ? (message.ended ?? []) : []) {
			if (end.id !== undefined) {
				ends.set(end.id, { ...end, index, text: textOf(message.content) });
			}
		}
	}
	return ends;
}

function withEnd(use: ToolUse, end: ToldEnd | undefined): ToolUse {
	if (use.running === undefined || !outlives.has(use.family)) {
		return use;
	}
	if (end !== undefined && end.index > use.callIndex) {
		const result = use.family === 'terminal' ? end.text : (end.report ?? end.text);
		return ended(use, end.index, result, outcomeOf(use, result, end));
	}
	if (use.family === 'terminal') {
		return use;
	}
	// The result of a background task says only that it was started.
	const outcome = readOutcome('', { family: use.family, answered: false });
	return { ...use, resultIndex: undefined, result: '', outcome };
}
