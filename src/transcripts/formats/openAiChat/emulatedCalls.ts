import { textOf, type Part, type UserMessage } from '../../../messages/message.ts';

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

/** Whether a message is the task as OpenHands gives it to a model that writes its calls as text. */
export function asksForTextCalls({ content }: UserMessage): boolean {
	return taskIn(textOf(content)) !== undefined;
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

/** A call that stands in the text of a reply. */
export interface EmulatedCall {
	/** What is said before it. */
	readonly before: string;
	readonly name: string;
	/** JSON text. */
	readonly arguments: string;
}

/** The call that ends a reply; undefined where the text is written otherwise. */
export function emulatedCall(text: string): EmulatedCall | undefined {
	const end = /<\/function>\s{0,100}$/.exec(text)?.index ?? -1;
	const start = text.lastIndexOf('<function=', end);
	const [opening = '', name] = /^<function=([\w.-]{1,100})>/.exec(text.slice(start)) ?? [];
	if (end < 0 || start < 0 || name === undefined) {
		return undefined;
	}
	const inside = text.slice(start + opening.length, end);
	return { before: text.slice(0, start).trimEnd(), name, arguments: JSON.stringify(given(inside)) };
}

/** The parameters of a call; line breaks around a value are layout. */
function given(text: string): Readonly<Record<string, string>> {
	const values: Record<string, string> = {};
	for (const part of text.split('<parameter=').slice(1)) {
		const at = part.indexOf('>');
		const end = part.lastIndexOf('</parameter>');
		if (at > 0 && end > at) {
			values[part.slice(0, at)] = part.slice(at + 1, end).replace(/^\n|\n$/g, '');
		}
	}
	return values;
}

/** The tool whose result a user's message holds in such a form, and the result. */
export function emulatedResult(
	message: UserMessage,
): { readonly name: string; readonly result: string } | undefined {
	const text = textOf(message.content);
	const [header = '', name] =
		/^\s{0,20}EXECUTION RESULT of \[([^\]\n]{1,100})\]:[ \t]{0,20}\n?/.exec(text) ?? [];
	return name === undefined ? undefined : { name, result: text.slice(header.length) };
}
