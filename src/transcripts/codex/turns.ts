import { isFromPerson, userOrigin } from '../../messages/userTurns.ts';
import type { Messages } from '../reader.ts';

/**
 * Index where the last turns of a log begin, with what Codex told the model right before the first
 * of them. What stands before the first turn of all is never part of one.
 * @param turns How many; more than there are means all.
 * @returns The log's length when there is no turn to go back.
 */
export function startOfTurns(messages: Messages, turns: number): number {
	const prompts: number[] = [];
	let index = 0;
	for (const message of messages) {
		if (isFromPerson(message)) {
			prompts.push(index);
		}
		index += 1;
	}
	const [first] = prompts;
	if (first === undefined || turns < 1) {
		return messages.length;
	}
	let start = prompts.at(-turns) ?? first;
	while (
		start > first &&
		messages.slice(start - 1, start).some((row) => userOrigin(row) === 'client')
	) {
		start -= 1;
	}
	return start;
}
