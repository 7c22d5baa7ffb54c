import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as v from 'valibot';
import {
	hitsText,
	messagesText,
	outlineText,
	recallInput,
} from '../../conversations/recall/tool.ts';
import type { ArchiveAnswer, Archive, ArchiveCall } from './archive.ts';
import { listing, listingText } from './listing.ts';
import { ToolRefusal } from './refusal.ts';

/** What the tools answer. */

const handle = v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)));

const listInput = v.strictObject({
	from: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

const compactInput = v.strictObject({
	conversation: handle,
	focus: v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1_000))),
});

/**
 * Calls a tool.
 * @param input As the model wrote it.
 * @throws {ToolRefusal} And what reading and storing may throw.
 */
export async function answerOf(
	tool: string,
	input: unknown,
	archive: Archive,
	call: ArchiveCall,
): Promise<CallToolResult> {
	switch (tool) {
		case 'search_conversation':
		case 'read_messages':
			return recalled(tool, input, archive, call);
		case 'list_conversations': {
			const { from = 0 } = parsed(listInput, input);
			const page = await listing(archive, from, call);
			return told(listingText(page), { ...page });
		}
		case 'compact_session': {
			const { conversation, focus } = parsed(compactInput, input);
			// The engine loads only with the first compaction: most servers never see one.
			const { compactConversation } = await import('./compacting.ts');
			const compacted = await compactConversation(
				archive,
				{
					...(conversation === undefined ? {} : { handle: conversation }),
					...(focus === undefined ? {} : { focus }),
				},
				call,
			);
			return told(compacted.handoff, { ...compacted });
		}
		default:
			throw new ToolRefusal('bad-arguments', `There is no tool "${tool}".`);
	}
}

/** Both tools ask as recall does in the editor, but for the handle, which may be left out. */
async function recalled(
	tool: 'search_conversation' | 'read_messages',
	input: unknown,
	archive: Archive,
	call: ArchiveCall,
): Promise<CallToolResult> {
	const { conversation, ...rest } = parsed(v.looseObject({ conversation: handle }), input);
	const asked = recallInput({ ...rest, handle: conversation ?? 'calling' });
	if (asked === undefined || 'query' in asked !== (tool === 'search_conversation')) {
		throw badArguments();
	}
	if ('query' in asked) {
		const { query, from = 0 } = asked;
		const answer = await archive.search(conversation, query, from, call);
		return told(headed(answer, hitsText(answer.result, from)), structured(answer, answer.result));
	}
	if ('number' in asked) {
		const { number, handle: _handle, ...more } = asked;
		const answer = await archive.messages(conversation, { ...number, ...more }, call);
		const { result } = answer;
		if (result.kind !== 'recalled') {
			throw new ToolRefusal('not-there', messagesText(result));
		}
		const { kind: _kind, ...page } = result;
		return told(headed(answer, messagesText(result)), structured(answer, page));
	}
	const answer = await archive.outline(conversation, asked.page ?? 1, call);
	const { result } = answer;
	if (result === undefined) {
		throw new ToolRefusal('not-there', outlineText(result));
	}
	return told(headed(answer, outlineText(result)), structured(answer, result));
}

function parsed<Schema extends v.GenericSchema>(
	schema: Schema,
	input: unknown,
): v.InferOutput<Schema> {
	const result = v.safeParse(schema, input ?? {});
	if (!result.success) {
		throw badArguments();
	}
	return result.output;
}

function badArguments(): ToolRefusal {
	return new ToolRefusal('bad-arguments', 'These arguments are not those of the tool.');
}

function headed({ conversation, title }: ArchiveAnswer<unknown>, text: string): string {
	return `[${conversation}${title === '' ? '' : ` “${title}”`}]\n${text}`;
}

function structured({ conversation, title }: ArchiveAnswer<unknown>, result: object) {
	return { conversation, title, ...result };
}

function told(text: string, structuredContent: Record<string, unknown>): CallToolResult {
	return { content: [{ type: 'text', text }], structuredContent };
}
