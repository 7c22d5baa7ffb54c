import type { Message } from '../../../../src/messages/message.ts';
import { assistant, call, prose, result, user } from '../../../support/logs.ts';

/** Turns of sessions in which sources are looked for. */

/** A call and its result. */
export function done(name: string, values: unknown, answer: string, failed = false): Message[] {
	const id = `${name} ${JSON.stringify(values)} ${answer}`;
	return [assistant('', call(id, name, values)), result(id, answer, failed)];
}

export function edit(path: string, text: string): Message[] {
	return done('Edit', { file_path: path, old_string: 'x', new_string: text }, 'Updated.');
}

export function run(command: string, output: string, failed = false): Message[] {
	return done('Bash', { command }, failed ? `Exit code 1\n${output}` : output, failed);
}

/** Turns about something else: m1 to m20. */
export const others = Array.from({ length: 10 }, (_, index) => [
	user(`Question ${index}: ${prose(200, index)}`),
	assistant(prose(300, index + 50)),
]).flat();
