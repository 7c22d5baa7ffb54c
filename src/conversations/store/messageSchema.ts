import * as v from 'valibot';
import type { Message, ToolCall, UserMessage } from '../../messages/message.ts';

/** Messages at a border. */

const content = v.union([
	v.string(),
	v.pipe(
		v.array(
			v.variant('type', [
				v.strictObject({
					type: v.literal('text'),
					text: v.string(),
					origin: v.exactOptional(v.picklist(['person', 'client', 'tool', 'file', 'summary'])),
				}),
				v.strictObject({ type: v.literal('image'), mediaType: v.string(), url: v.string() }),
			]),
		),
		v.readonly(),
	),
]);

/** A message of the user, where it comes from outside. */
const userMessageSchema = v.strictObject({
	role: v.literal('user'),
	content,
	origin: v.exactOptional(v.picklist(['person', 'client', 'summary'])),
	time: v.exactOptional(v.string()),
	ended: v.exactOptional(
		v.array(
			v.strictObject({
				id: v.exactOptional(v.string()),
				command: v.exactOptional(v.string()),
				exitCode: v.exactOptional(v.number()),
				failed: v.exactOptional(v.boolean()),
				report: v.exactOptional(v.string()),
			}),
		),
	),
}) satisfies v.GenericSchema<unknown, UserMessage>;

/** A call that an assistant asked for, where it comes from outside. */
export const toolCallSchema = v.strictObject({
	id: v.string(),
	name: v.string(),
	arguments: v.string(),
}) satisfies v.GenericSchema<unknown, ToolCall>;

/** A message of any role, where it comes from outside. */
export const messageSchema: v.GenericSchema<unknown, Message> = v.variant('role', [
	v.strictObject({ role: v.literal('system'), content }),
	userMessageSchema,
	v.strictObject({
		role: v.literal('assistant'),
		content,
		toolCalls: v.exactOptional(v.array(toolCallSchema)),
	}),
	v.strictObject({
		role: v.literal('tool'),
		toolCallId: v.string(),
		content,
		isError: v.exactOptional(v.boolean()),
		exitCode: v.exactOptional(v.number()),
		runsOn: v.exactOptional(v.string()),
	}),
]);

/** A message to append, counted by whoever appends it. */
export interface NewEntry {
	readonly message: Message;
	readonly tokens: number;
	readonly counter: string;
}
