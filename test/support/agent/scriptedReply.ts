import { textOf, toolCallsOf, type Message, type ToolCall } from '../../../src/messages/message.ts';

/** What a model says: text, calls, or both. */
export interface ScriptedReply {
	readonly text: string;
	readonly toolCalls: readonly ToolCall[];
}

/** How a person's request tells the scripted model what to do: `[2 rounds on src/a.ts]`. */
const order = /\[(\d+) rounds on ([^\]]+)\]/g;

/**
 * The reply of a model that does what the latest order in its context says: so many rounds of tools,
 * then an answer. Without an order it answers at once.
 */
export function scriptedReply(context: readonly Message[]): ScriptedReply {
	const at = context.findLastIndex(
		({ role, content }) => role === 'user' && textOf(content).search(order) >= 0,
	);
	const [, rounds = '0', file = ''] =
		[...textOf(context[at]?.content ?? '').matchAll(order)].at(-1) ?? [];
	const done = context.slice(at + 1).filter((message) => toolCallsOf(message).length > 0).length;
	const seed = `${file}#${done}`;
	if (done >= Number(rounds)) {
		return {
			text: `Done with ${file}: ${done} rounds of tools, everything passes.`,
			toolCalls: [],
		};
	}
	const id = `call_${context.length}_${done}`;
	const calls: ToolCall[] = [
		{ id, name: 'read_file', arguments: JSON.stringify({ path: file, round: done }) },
	];
	if (done % 3 === 1) {
		const command = `npm test -- ${seed}`;
		calls.push({ id: `${id}_b`, name: 'run_in_terminal', arguments: JSON.stringify({ command }) });
	}
	return { text: done === 0 ? `Looking at ${file}.` : '', toolCalls: calls };
}
