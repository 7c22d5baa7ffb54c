import { textOf, type Log } from './message.ts';
import { commandGoesOn, readOutcome } from './toolOutcome.ts';
import { traitsOf, type ToolUse } from './toolUse.ts';

/**
 * Commands in the background of whose end the client tells by itself, in a row of its own between the
 * person's: Hermes and Claude Code do.
 */

/** How such a row begins: with the id of the command. */
const notice =
	/^\s*(?:\[IMPORTANT: Background process|<task-notification>\s{0,9}<task-id>)\s?([\w-]{1,64})/;

/** The code the command exited with. */
const toldCode = /\bexit code (-?\d{1,5})\b/;

/** Characters at the beginning of a row in which both stand. */
const reach = 1_000;

/** The id in the object by which Hermes tells of a start. */
const startedId = /"Background process started".{0,40}"session_id": ?"([\w-]{1,64})"/s;

/** The calls, each command in the background with how it ended, where the client tells that later. */
export function withToldEnds(log: Log, uses: readonly ToolUse[]): ToolUse[] {
	const ends = endsIn(log);
	return uses.map((use) => {
		const end = use.outcome.status === 'unknown' ? ends.get(idOf(use) ?? '') : undefined;
		if (end === undefined || use.family !== 'terminal' || end.index <= use.callIndex) {
			return use;
		}
		const { index, exitCode, text } = end;
		const outcome = readOutcome(text, {
			family: 'terminal',
			isError: undefined,
			exitCode,
			answered: true,
			...traitsOf(use.target),
		});
		return { ...use, resultIndex: index, result: text, outcome };
	});
}

function idOf({ result }: ToolUse): string | undefined {
	return commandGoesOn(result) ?? startedId.exec(result.slice(0, reach))?.[1];
}

interface End {
	readonly index: number;
	readonly exitCode: number;
	readonly text: string;
}

function endsIn(log: Log): ReadonlyMap<string, End> {
	const ends = new Map<string, End>();
	log.forEach(({ message }, index) => {
		if (message.role !== 'user') {
			return;
		}
		const text = textOf(message.content);
		const id = notice.exec(text.slice(0, reach))?.[1];
		const code = id === undefined ? undefined : toldCode.exec(text.slice(0, reach))?.[1];
		if (id !== undefined && code !== undefined) {
			ends.set(id, { index, exitCode: Number(code), text });
		}
	});
	return ends;
}
