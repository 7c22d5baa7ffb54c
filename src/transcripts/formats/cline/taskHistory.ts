import * as v from 'valibot';

const message = v.looseObject({
	role: v.picklist(['user', 'assistant']),
	content: v.union([v.string(), v.array(v.unknown())]),
});

/** What Cline and its kin note with a message: the model that wrote it, when, and that it is a summary. */
const marks = ['modelInfo', 'metrics', 'ts', 'isSummary'];

const taskText = /^\s*<(?:task|environment_details|user_input|user_message)\b/;

function isTaskBlock(block: unknown): boolean {
	return (
		v.is(v.looseObject({ type: v.literal('text'), text: v.string() }), block) &&
		taskText.test(block.text)
	);
}

/** Whether a list of messages is the history of a task of Cline's or its kin's. */
export function isTaskHistory(values: unknown): boolean {
	if (!Array.isArray(values)) {
		return false;
	}
	const messages = values.filter((value) => v.is(message, value));
	return messages.some(
		(found) =>
			marks.some((mark) => mark in found) ||
			(typeof found.content === 'string'
				? taskText.test(found.content)
				: found.content.some((block) => isTaskBlock(block))),
	);
}
