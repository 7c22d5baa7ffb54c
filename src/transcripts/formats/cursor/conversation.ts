import { isBlank } from '../../../messages/message.ts';
import type { Steps } from '../../bytes/steps.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { callOf, resultOf } from './calls.ts';
import { savedBubble, savedHeader, type Bubble, type Composer } from './records.ts';

/** Problems name a message by its position: databases have no lines. */
const line = 1;

/** Puts the log of one conversation together, message by message. */
export class CursorConversation {
	readonly #log: TranscriptLog;
	readonly #summary: Composer['latestConversationSummary'];
	/** Messages of the log up to the last one that the summary stands for, and when it was made. */
	#end: number | undefined;
	#at: number | undefined;

	constructor(log: TranscriptLog, summary: Composer['latestConversationSummary']) {
		this.#log = log;
		this.#summary = summary;
	}

	/**
	 * @param value A message, `undefined` where it is not there or no JSON.
	 * @param id As the list of the conversation has it.
	 * @param position In the conversation, from 1.
	 */
	take(value: unknown, id: string, position: number): void {
		const bubble = savedBubble(value);
		if (bubble === undefined) {
			const what = value === undefined ? 'is missing or no JSON' : 'has no type';
			this.#log.problems.add(line, `Message ${position} ${what}; it was left out.`);
		} else {
			this.#add(bubble, position);
		}
		if (id === this.#summary?.summary.truncationLastBubbleIdInclusive) {
			this.#end = this.#log.messages.length;
		}
		if (id === this.#summary?.lastBubbleId) {
			this.#at = this.#log.messages.length;
		}
	}

	/** Takes the messages of a conversation that has them in it. */
	*takeAll(bubbles: readonly unknown[]): Steps<void> {
		for (const [index, value] of bubbles.entries()) {
			this.take(value, savedHeader(value)?.bubbleId ?? '', index + 1);
			yield;
		}
	}

	/** Ends it, when the last message was taken. */
	end(): void {
		const summary = this.#summary?.summary.summary ?? '';
		if (summary.trim() === '') {
			return;
		}
		const end = this.#end;
		if (end === undefined) {
			this.#log.problems.add(
				line,
				'Cursor made a summary of messages that are not in the conversation; it was left out.',
			);
			return;
		}
		this.#log.compacted({ end, at: Math.max(end, this.#at ?? end), summary });
	}

	#add({ type, text, createdAt, toolFormerData: data }: Bubble, position: number): void {
		this.#log.record = { timestamp: createdAt };
		if (type === 1) {
			if (!isBlank(text)) {
				this.#log.user(text);
			}
			return;
		}
		if (type !== 2) {
			this.#log.unknown.add(line, `message of type ${type}`);
			return;
		}
		if (!isBlank(text)) {
			this.#log.assistant(text);
		}
		if (data !== undefined && data !== null) {
			const id = data.toolCallId ?? `message ${position}`;
			const result = resultOf(data, id);
			this.#log.call(callOf(data, id), result !== undefined);
			if (result !== undefined) {
				this.#log.result(result, line);
			}
		}
	}
}
