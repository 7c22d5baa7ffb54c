import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { anthropicContent } from '../../building/anthropicBlocks.ts';
import type { MessageList } from '../../building/messageList.ts';
import { contentOf } from '../../building/parts.ts';
import { read } from '../../building/shapes.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { DocumentFields } from '../../bytes/records.ts';
import type { Report } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import {
	messagesAmong,
	readMessageLists,
	visibleEntries,
	type ListedConversation,
} from './messageLists.ts';

const message = v.object({ role: v.string(), content: v.unknown() });

const text = v.object({ type: v.literal('text'), text: v.string() });

/** A piece of a system prompt that is a list. */
const systemBlock = v.object({ role: v.optional(v.undefined()), ...text.entries });

/** Where a request has its system prompt, beside its messages. */
const systemKey = 'system';

/** One conversation of Anthropic's messages. */
class AnthropicConversation implements ListedConversation {
	readonly #log = new TranscriptLog();
	#system: Part[] = [];
	#hasSystem = false;

	get messages(): MessageList {
		this.#addSystem();
		return this.#log.messages;
	}

	describe(fields: DocumentFields): void {
		const system = fields.get(systemKey);
		if (typeof system === 'string' && !this.#hasSystem) {
			this.#hasSystem = true;
			this.#system.push({ type: 'text', text: system });
		}
	}

	add(value: unknown, report: Report): void {
		const block = read(systemBlock, value);
		if (block !== undefined) {
			this.#system.push({ type: 'text', text: block.text });
			return;
		}
		this.#addSystem();
		const saved = read(message, value);
		const content = anthropicContent(saved?.content);
		if (saved === undefined || content === undefined) {
			report('it is no message with readable content; it was left out');
			return;
		}
		const { role } = saved;
		if (role !== 'assistant' && role !== 'user' && role !== 'system') {
			report(`its role "${role}" is unknown; it was left out`);
			return;
		}
		for (const name of new Set(content.unknown)) {
			report(`a block of type "${name}" cannot be shown; [${name}] stands for it`);
		}
		if (role === 'assistant') {
			this.#log.assistant(content.parts, content.calls);
		}
		for (const result of content.results) {
			this.#log.result(result, report);
		}
		if (role !== 'assistant' && content.parts.length > 0) {
			this.#log.add({ role, content: contentOf(content.parts) });
		}
	}

	#addSystem(): void {
		if (this.#system.length > 0) {
			this.#log.system(contentOf(this.#system));
			this.#system = [];
		}
	}
}

/** Blocks that OpenAI's chat messages do not have. */
const ownBlock = v.variant('type', [
	v.object({ type: v.literal('tool_use'), id: v.string(), name: v.string() }),
	v.object({ type: v.literal('tool_result'), tool_use_id: v.string() }),
	v.object({ type: v.picklist(['image', 'document']), source: v.looseObject({}) }),
	v.object({ type: v.literal('thinking'), thinking: v.string() }),
	v.object({ type: v.literal('redacted_thinking') }),
]);

const ownMessage = v.object({
	role: v.picklist(['user', 'assistant']),
	content: v.pipe(
		v.array(v.unknown()),
		v.someItem((block) => v.is(ownBlock, block)),
	),
});

const system = v.union([v.string(), v.array(text)]);

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

/**
 * Anthropic's messages as programs save them: a list, or a request with its system prompt beside
 * the list. Lists of plain text are OpenAI's as well, and read as such.
 *
 * Stored: wherever a program keeps them. Their version is not read.
 */
export const anthropic: TranscriptReader = {
	format: 'anthropic',
	label: 'Anthropic messages',
	detect(opening) {
		const entries = visibleEntries(opening);
		return (
			messagesAmong(entries).some((value) => v.is(ownMessage, value)) ||
			entries.some((entry) => v.is(ownRequest, entry))
		);
	},
	read(source, signal) {
		const begin = (): ListedConversation => new AnthropicConversation();
		const format = {
			format: 'anthropic',
			holds: 'Anthropic messages',
			besideKeys: [systemKey],
			begin,
		} as const;
		return readMessageLists(source, format, signal);
	},
};
