import * as v from 'valibot';
import type { Part } from '../../../messages/message.ts';
import { anthropicContent } from '../../building/anthropicBlocks.ts';
import type { DocumentFields } from '../../bytes/records.ts';
import type { ListedConversation } from '../messageLists/conversations.ts';
import type { MessageList } from '../../building/messageList.ts';
import { contentOf } from '../../building/parts.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { Report } from '../../problems.ts';

const message = v.object({ role: v.string(), content: v.unknown() });

/** A piece of a system prompt that is a list. */
const systemBlock = v.object({
	role: v.optional(v.undefined()),
	type: v.literal('text'),
	text: v.string(),
});

/** Where a request has its system prompt, beside its messages. */
export const systemKey = 'system';

/** One conversation of Anthropic's messages. */
export class AnthropicConversation implements ListedConversation {
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
		const block = v.safeParse(systemBlock, value);
		if (block.success) {
			this.#system.push({ type: 'text', text: block.output.text });
			return;
		}
		this.#addSystem();
		const parsed = v.safeParse(message, value);
		const content = parsed.success ? anthropicContent(parsed.output.content) : undefined;
		if (!parsed.success || content === undefined) {
			report('it is no message with readable content; it was left out');
			return;
		}
		for (const name of new Set(content.unknown)) {
			report(`a block of type "${name}" cannot be shown; [${name}] stands for it`);
		}
		const { role } = parsed.output;
		switch (role) {
			case 'assistant':
				this.#log.assistant(content.parts, content.calls);
				for (const result of content.results) {
					this.#log.result(result, report);
				}
				return;
			case 'user':
			case 'system':
				for (const result of content.results) {
					this.#log.result(result, report);
				}
				if (content.parts.length > 0) {
					this.#log.add({ role, content: contentOf(content.parts) });
				}
				return;
			default:
				report(`its role "${role}" is unknown; it was left out`);
		}
	}

	#addSystem(): void {
		if (this.#system.length > 0) {
			this.#log.system(contentOf(this.#system));
			this.#system = [];
		}
	}
}
