import { textOf } from '../../../messages/message.ts';
import { answeredTool, sortedParts } from './resultBlocks.ts';
import { xmlCallIn } from './xmlCalls.ts';
import { isFromPerson } from '../../../messages/userTurns.ts';
import { anthropicContent, type AnthropicContent } from '../../building/anthropicBlocks.ts';
import { contentOf } from '../../building/parts.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import { firstWords } from '../../building/titles.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { anthropicBlocks, type TaskMessage } from './records.ts';

/** The role and content of a saved message. */
export type SavedMessage = Pick<TaskMessage, 'role' | 'content'>;

/**
 * Makes messages of a task's history: Anthropic's blocks, and in older tasks calls as XML in what
 * the assistant says, with their results as texts in the person's name.
 */
export class TaskLog {
	/** What the person asked first; empty until then. */
	title = '';
	readonly #log: TranscriptLog;
	/** What the assistant said last: the answer tells whether it calls a tool in its text. */
	#said: AnthropicContent | undefined;
	/** The tool that was called in a text and is not answered yet. */
	#awaited: string | undefined;

	constructor(log: TranscriptLog) {
		this.#log = log;
	}

	/** The number of messages that stand for good: a call that awaits its result is not among them. */
	boundary(): number {
		const said = this.#said;
		if (said?.calls.length === 0 && !textOf(said.parts).includes('</')) {
			this.#assistant(undefined);
		}
		return this.#log.settled.length;
	}

	/** @param position 1-based, in the list. */
	add({ role, content: saved }: SavedMessage, position: number): void {
		const content = this.#content(saved, position);
		if (content === undefined) {
			return;
		}
		if (role === 'user') {
			this.#user(content);
			return;
		}
		this.#assistant(undefined);
		this.#said = content;
	}

	/** Adds a summary of what is not in the file any more. */
	addSummary(saved: unknown, position: number): void {
		const content = this.#content(saved, position);
		if (content !== undefined) {
			this.#assistant(undefined);
			this.#log.user(contentOf(content.parts), 'summary');
		}
	}

	/** Ends the history, when the last message was added. */
	end(): void {
		this.#assistant(undefined);
	}

	#content(saved: unknown, position: number): AnthropicContent | undefined {
		const content = anthropicContent(anthropicBlocks(saved));
		if (content === undefined) {
			this.#log.problems.add(1, `Message ${position} has no readable content; it was left out.`);
		}
		for (const name of content?.unknown ?? []) {
			this.#log.marked.add(1, name);
		}
		return content;
	}

	/** Adds what the assistant said last; `answered` is the tool the client then says it ran. */
	#assistant(answered: string | undefined): void {
		const said = this.#said;
		this.#said = undefined;
		if (said === undefined) {
			return;
		}
		const text = contentOf(said.parts);
		const found =
			said.calls.length === 0 && typeof text === 'string' ? xmlCallIn(text, answered) : undefined;
		this.#awaited = found?.name;
		if (found === undefined) {
			this.#log.assistant(text, said.calls);
			return;
		}
		const content = [found.before, found.after].filter(Boolean).join('\n\n');
		this.#log.assistant(content, [{ name: found.name, arguments: found.arguments }]);
	}

	#user({ parts, results }: AnthropicContent): void {
		this.#assistant(answeredTool(parts));
		for (const result of results) {
			this.#log.result(result, 1);
		}
		const sorted = sortedParts(parts, this.#awaited);
		const messages = messagesBySpeaker(sorted.flatMap(({ said }) => said));
		if (sorted.some(({ header }) => header !== undefined)) {
			const content = contentOf(sorted.flatMap(({ result }) => result));
			this.#log.result({ name: this.#awaited, content }, 1);
			this.#awaited = undefined;
		}
		for (const message of messages) {
			this.#log.add(message);
		}
		if (messages.some(isFromPerson)) {
			this.title ||= firstWords(messages);
		}
	}
}
