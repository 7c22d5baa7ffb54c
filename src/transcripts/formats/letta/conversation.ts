import { textOf, type Part } from '../../../messages/message.ts';
import { partsByAuthor } from '../../../messages/origins.ts';
import { anthropicContent, reportUnknownBlocks } from '../../building/anthropicBlocks.ts';
import { savedCall } from '../openAiChat/records.ts';
import { contentOf } from '../../building/parts.ts';
import type { ProblemList } from '../../problems.ts';
import type { TranscriptConversation } from '../../reader.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import {
	lettaMessage,
	withoutReasoning,
	wrappedWords,
	type LettaMessage,
	type ToolReturn,
} from './records.ts';

/** A document has no lines: problems name a message by its position. */
const line = 1;

/** How Letta tells the model that messages were summarised and taken out. */
const evicted = /prior messages have been hidden from view|summary of the previous messages/i;

function responseText({ func_response: response, tool_return: returned }: ToolReturn): string {
	const value = response ?? returned ?? '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Puts the log of one agent together. */
export class LettaConversation {
	readonly #log: TranscriptLog;
	#position = 0;

	constructor(problems: ProblemList) {
		this.#log = new TranscriptLog(problems);
	}

	take(value: unknown): void {
		this.#position += 1;
		const message = lettaMessage(value);
		switch (message?.role) {
			case 'system':
				this.#log.system(contentOf(this.#parts(message)));
				return;
			case 'user':
				this.#takeUser(message);
				return;
			case 'assistant':
				this.#takeReply(message);
				return;
			case 'tool':
				this.#takeResults(message);
				return;
			case 'approval':
				// A call that waits for the person, or what became of it.
				if ((message.tool_calls ?? []).length > 0) {
					this.#takeReply(message);
				} else {
					this.#answer(message.approvals ?? []);
				}
				return;
			case undefined:
				this.#report('has no role; it was left out');
				return;
			default:
				this.#report(`has the unknown role "${message?.role}"; it was left out`);
		}
	}

	/** @param name What the agent is called. */
	finish(name: string): TranscriptConversation {
		this.#log.title = name;
		return this.#log.conversation();
	}

	#report(what: string): void {
		this.#log.problems.add(line, `Message ${this.#position} ${what}.`);
	}

	#parts({ content }: LettaMessage): readonly Part[] {
		const read = anthropicContent(withoutReasoning(content ?? []));
		if (read === undefined) {
			this.#report('has content that cannot be read');
			return [];
		}
		reportUnknownBlocks(read.unknown, line, this.#log.problems);
		return read.parts;
	}

	#takeUser(message: LettaMessage): void {
		const parts = this.#parts(message);
		const words = wrappedWords(textOf(contentOf(parts)));
		if (words === undefined) {
			messagesBySpeaker(partsByAuthor(parts, 'Letta')).forEach((each) => this.#log.add(each));
		} else if (words.type === 'user_message') {
			this.#log.user(words.message);
		} else {
			const isSummary = evicted.test(words.message.slice(0, 300));
			this.#log.user(words.message, isSummary ? 'summary' : 'client');
		}
	}

	#takeReply(message: LettaMessage): void {
		this.#log.assistant(this.#parts(message));
		for (const value of message.tool_calls ?? []) {
			const call = savedCall(value);
			if (call === undefined) {
				this.#report('has a call that cannot be read; the call was left out');
				continue;
			}
			const { name, arguments: given } = call.function;
			const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
			const id = call.id ?? `call_${this.#position}`;
			this.#log.call({ id, name, arguments: text });
		}
	}

	/** A message of several results has each of them apart; its content is that of the first. */
	#takeResults(message: LettaMessage): void {
		const returns = message.tool_returns ?? [];
		if (returns.length > 1) {
			this.#answer(returns);
			return;
		}
		const [only] = returns;
		const parts = this.#parts(message);
		const toolCallId = message.tool_call_id ?? only?.tool_call_id ?? '';
		const content =
			parts.length === 0 && only !== undefined ? responseText(only) : contentOf(parts);
		const failed = only?.status === 'error';
		this.#log.result({ toolCallId, content, ...(failed ? { isError: true } : {}) }, line);
	}

	#answer(returns: readonly ToolReturn[]): void {
		for (const each of returns) {
			const { tool_call_id: id, status } = each;
			const result = { toolCallId: id ?? '', content: responseText(each) };
			this.#log.result(status === 'error' ? { ...result, isError: true } : result, line);
		}
	}
}
