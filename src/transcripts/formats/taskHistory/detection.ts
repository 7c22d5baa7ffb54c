import * as v from 'valibot';

const message = v.looseObject({
	role: v.picklist(['user', 'assistant']),
	content: v.union([v.string(), v.array(v.unknown())]),
});

/** What Roo Code marks messages with; every message of its has the time at least. */
const rooMarks = ['isSummary', 'condenseId', 'condenseParent', 'truncationId', 'truncationParent'];

/** What Cline notes about the model that wrote a message. */
const clineMarks = ['modelInfo', 'metrics'];

const taskText = /^\s*<(?:task|environment_details|user_input|user_message)\b/;

function has(value: object, keys: readonly string[]): boolean {
	return keys.some((key) => key in value);
}

function isTaskBlock(block: unknown): boolean {
	return (
		v.is(v.looseObject({ type: v.literal('text'), text: v.string() }), block) &&
		taskText.test(block.text)
	);
}

/** Whose history of a task a list of messages is; `undefined` when it is another assistant's. */
export function taskHistoryOf(values: unknown): 'cline' | 'roo-code' | undefined {
	if (!Array.isArray(values)) {
		return undefined;
	}
	const messages = values.filter((value) => v.is(message, value));
	if (messages.some((found) => has(found, clineMarks))) {
		return 'cline';
	}
	if (messages.some((found) => has(found, rooMarks) || typeof found['ts'] === 'number')) {
		return 'roo-code';
	}
	const isTask = messages.some(({ content }) =>
		typeof content === 'string'
			? taskText.test(content)
			: content.some((block) => isTaskBlock(block)),
	);
	return isTask ? 'cline' : undefined;
}
