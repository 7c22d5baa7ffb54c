import { toolCallsOf, type Message } from './message.ts';

/** Tools by which an assistant reports that the work is done, without case and separators. */
const endingTools = new Set(['attemptcompletion', 'taskcomplete', 'completetask']);

/** Whether an assistant submits its work with a message. */
export function endsWork(message: Message): boolean {
	return toolCallsOf(message).some(({ name }) =>
		endingTools.has(name.toLowerCase().replace(/[^a-z]/g, '')),
	);
}
