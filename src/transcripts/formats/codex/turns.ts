import type { Message } from '../../../messages/message.ts';
import { userOrigin } from '../../../messages/origins.ts';
import { isFromPerson } from '../../../messages/userTurns.ts';
import type { Messages } from '../../reader.ts';

function at(messages: Messages, index: number): Message | undefined {
	return index < 0 ? undefined : messages.slice(index, index + 1)[0];
}

/** Index where the last turns begin with what a person said; the log's length when there is none. */
function promptOfTurns(messages: Messages, turns: number): number {
	let prompt = messages.length;
	let left = turns;
	for (let index = messages.length - 1; index >= 0 && left >= 1; index -= 1) {
		const message = at(messages, index);
		if (message !== undefined && isFromPerson(message)) {
			prompt = index;
			left -= 1;
		}
	}
	return prompt;
}

/**
 * Index where the last turns of a log begin, with what Codex told the model right before the first
 * of them. What stands before the first turn of all is never part of one.
 * @param turns How many; more than there are means all.
 * @returns The log's length when there is no turn to go back.
 */
export function startOfTurns(messages: Messages, turns: number): number {
	const prompt = promptOfTurns(messages, turns);
	let start = prompt;
	let before = at(messages, start - 1);
	while (prompt < messages.length && before !== undefined && userOrigin(before) === 'client') {
		start -= 1;
		before = at(messages, start - 1);
	}
	return before === undefined || before.role === 'system' ? prompt : start;
}
