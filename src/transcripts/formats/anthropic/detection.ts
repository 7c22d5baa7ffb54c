import * as v from 'valibot';
import { messagesAmong, visibleEntries } from '../messageLists/openings.ts';

const textBlocks = v.array(v.object({ type: v.literal('text'), text: v.string() }));

/** Blocks that OpenAI's chat messages do not have. */
const ownBlock = v.variant('type', [
	v.object({ type: v.literal('tool_use'), id: v.string(), name: v.string() }),
	v.object({ type: v.literal('tool_result'), tool_use_id: v.string() }),
	v.object({ type: v.picklist(['image', 'document']), source: v.looseObject({}) }),
	v.object({ type: v.literal('thinking'), thinking: v.string() }),
	v.object({ type: v.literal('redacted_thinking') }),
]);

const message = v.object({
	role: v.picklist(['user', 'assistant']),
	content: v.array(v.unknown()),
});

function hasOwnBlock(value: unknown): boolean {
	const parsed = v.safeParse(message, value);
	return parsed.success && parsed.output.content.some((block) => v.is(ownBlock, block));
}

const system = v.union([v.string(), textBlocks]);

const ownTool = v.object({ name: v.string(), input_schema: v.looseObject({}) });

/** Requests differ from OpenAI's: the system prompt stands beside the messages, tools have a schema. */
const ownRequest = v.union([
	v.object({
		system,
		messages: v.array(v.object({ role: v.picklist(['user', 'assistant']) })),
	}),
	// The messages come behind what the opening shows.
	v.object({ system, model: v.string(), messages: v.optional(v.undefined()) }),
	v.object({
		tools: v.pipe(
			v.array(v.unknown()),
			v.someItem((tool) => v.is(ownTool, tool)),
		),
	}),
]);

/** Whether a file that starts like this holds messages of Anthropic's shape. */
export function isAnthropicOpening(opening: string): boolean {
	const entries = visibleEntries(opening);
	return (
		messagesAmong(entries).some((value) => hasOwnBlock(value)) ||
		entries.some((entry) => v.is(ownRequest, entry))
	);
}
