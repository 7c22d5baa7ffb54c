import type { Part, UserMessage } from '../../../messages/message.ts';

/** How results begin where a program writes them as the user, for models that know no tools. */
const result = /^\s*(?:EXECUTION RESULT of \[[^\]\n]{1,100}\]:|<returncode>-?\d+<\/returncode>)/;

/** What OpenHands puts around the task for such models: an example before it, reminders behind. */
const example = /^\s*Here's a running example of how to perform a task with the provided tools\./;
const taskStart = '--------------------- NEW TASK DESCRIPTION ---------------------\n';
const taskEnd = '\n--------------------- END OF NEW TASK DESCRIPTION ---------------------';

/** A task without what stands around it; `undefined` where the text is no such task. */
function taskIn(text: string): readonly Part[] | undefined {
	const start = example.test(text) ? text.indexOf(taskStart) : -1;
	const end = text.lastIndexOf(taskEnd);
	if (start === -1 || end < start) {
		return undefined;
	}
	const begin = start + taskStart.length;
	return [
		{ type: 'text', text: text.slice(0, begin), origin: 'client' },
		{ type: 'text', text: text.slice(begin, end), origin: 'person' },
		{ type: 'text', text: text.slice(end), origin: 'client' },
	];
}

/** A user's message of a program that emulates calls in text tells who wrote what. */
export function withSpeakers(message: UserMessage): UserMessage {
	const { content } = message;
	const [only] = typeof content === 'string' ? [content] : content;
	const text = typeof only === 'string' ? only : only?.type === 'text' ? only.text : '';
	if (result.test(text)) {
		return { ...message, origin: 'client' };
	}
	const task = typeof content === 'string' || content.length === 1 ? taskIn(text) : undefined;
	return task === undefined ? message : { ...message, content: task };
}
