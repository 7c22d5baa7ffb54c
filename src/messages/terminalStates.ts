import { toolCallsOf, type Log, type Message, type ToolCall } from './message.ts';
import { stretchesOf } from './origins.ts';
import { argumentText, parseArguments } from './toolFamilies.ts';

/**
 * Copilot Chat gives a terminal's result without an exit code. The next prompt tells, for each terminal,
 * the last command and what it exited with.
 */

const toolName = 'run_in_terminal';

/** A line of the state of a terminal, by its name. */
const stateLine = /^\s*(Terminal|Last Command|Cwd|Exit Code):(.*)$/;

/** What a call's command exited with, as the prompt after it tells; undefined where none does. */
export function laterExitCode(
	log: Log,
	callIndex: number,
	call: ToolCall,
	resultIndex: number,
): number | undefined {
	if (call.name !== toolName) {
		return undefined;
	}
	const command = commandOf(call);
	const caller = log[callIndex]?.message;
	const own = caller === undefined ? [] : toolCallsOf(caller);
	const later = own.slice(own.findIndex(({ id }) => id === call.id) + 1);
	// The state is that of the last run of the command.
	if (later.some((other) => isRunOf(other, command))) {
		return undefined;
	}
	for (let index = resultIndex + 1; index < log.length; index += 1) {
		const message = log[index]?.message;
		if (message?.role === 'user') {
			return exitCodesIn(message).get(command);
		}
		if (message !== undefined && toolCallsOf(message).some((other) => isRunOf(other, command))) {
			return undefined;
		}
	}
	return undefined;
}

function isRunOf(call: ToolCall, command: string): boolean {
	return call.name === toolName && commandOf(call) === command;
}

function commandOf({ arguments: written }: ToolCall): string {
	return spaced(argumentText(parseArguments(written), ['command']) ?? '');
}

function spaced(command: string): string {
	return command.replace(/\s+/g, ' ').trim();
}

/** The exit codes by command, in what the client itself wrote into a message. */
function exitCodesIn(message: Message): ReadonlyMap<string, number> {
	const codes = new Map<string, number>();
	for (const { origin, text } of stretchesOf(message)) {
		if (origin === 'client') {
			readStates(text, codes);
		}
	}
	return codes;
}

function readStates(text: string, codes: Map<string, number>): void {
	let command: string[] | undefined;
	let isOpen = false;
	for (const line of text.split('\n')) {
		const [, name, value = ''] = stateLine.exec(line) ?? [];
		if (name === 'Last Command') {
			command = [value];
		} else if (name === 'Exit Code' && command !== undefined && /^ -?\d{1,5}\s*$/.test(value)) {
			codes.set(spaced(command.join('\n')), Number(value));
			command = undefined;
		} else if (name === undefined && isOpen) {
			// A command of several lines.
			command?.push(line);
		} else if (name === 'Terminal') {
			command = undefined;
		}
		isOpen = name === 'Last Command' || (name === undefined && isOpen);
	}
}
