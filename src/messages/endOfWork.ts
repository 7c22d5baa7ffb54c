import { toolCallsOf, type Message } from './message.ts';

/** Tools by which an assistant says that the work is done, without case and separators. */
const endingTools = new Set([
	'submit',
	'finish',
	'attemptcompletion',
	'taskcomplete',
	'completetask',
]);

/** What mini-SWE-agent is told to print when it is done. */
const endingCommand = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';

/** The same as a command of SWE-agent. */
const submitting = /^\{"command": ?"submit\b/;

/** Whether an assistant hands its work in with a message. */
export function endsWork(message: Message): boolean {
	return toolCallsOf(message).some(
		({ name, arguments: values }) =>
			endingTools.has(name.toLowerCase().replace(/[^a-z]/g, '')) ||
			values.includes(endingCommand) ||
			submitting.test(values),
	);
}
