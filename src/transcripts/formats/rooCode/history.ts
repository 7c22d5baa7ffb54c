import { textOf } from '../../../messages/message.ts';
import { anthropicContent } from '../../building/anthropicBlocks.ts';
import type { MessageList } from '../../building/messageList.ts';
import { contentOf } from '../../building/parts.ts';
import type { ProblemList } from '../../problems.ts';
import type { EarlierCompaction } from '../../reader.ts';
import { anthropicBlocks, taskMessage, type TaskMessage } from '../taskHistory/records.ts';
import { TaskLog } from '../taskHistory/taskLog.ts';

/** What Roo Code adds to a summary on its own account. */
const addition = /^<(?:system-reminder|environment_details)>/;

/** The summary itself, without its heading and what the client put behind it. */
function summaryOf(content: unknown): string {
	const parts = anthropicContent(anthropicBlocks(content))?.parts ?? [];
	const own = parts.filter((part) => part.type === 'text' && !addition.test(part.text.trim()));
	return textOf(contentOf(own))
		.replace(/^\s*## Conversation Summary\s*/, '')
		.trim();
}

/**
 * Collects a task's history. Messages that a summary or a marker stands for name it as their parent
 * and stay in the file; older versions deleted them.
 */
export class RooHistory {
	readonly earlier: EarlierCompaction[] = [];
	readonly #problems: ProblemList;
	readonly #log: TaskLog;
	/** For each summary and marker the number of messages before the first it stands for. */
	readonly #starts = new Map<string, number>();

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.#log = new TaskLog(problems);
	}

	/** @param position 1-based, in the list. */
	take(value: unknown, position: number): void {
		const message = taskMessage(value);
		if (message === undefined) {
			this.#problems.add(1, `Message ${position} is no message of Roo Code; it was left out.`);
			return;
		}
		const id = message.isTruncationMarker ? message.truncationId : message.condenseId;
		const start = this.#starts.get(id ?? '');
		this.#remember(message, start);
		if (!message.isSummary && !message.isTruncationMarker) {
			this.#log.add(message, position);
		} else if (start === undefined) {
			// What it stands for is not in the file any more.
			this.#log.addSummary(message.content, position);
		} else {
			const end = this.#log.boundary();
			this.earlier.push({ range: { start, end }, at: end, summary: summaryOf(message.content) });
		}
	}

	/** What the person asked first. */
	get title(): string {
		return this.#log.title;
	}

	/** The messages, when the last one was taken. */
	finish(): MessageList {
		return this.#log.finish();
	}

	/** @param start Where that begins for which the message stands itself, if it stands for others. */
	#remember({ condenseParent, truncationParent }: TaskMessage, start: number | undefined): void {
		for (const parent of [condenseParent, truncationParent]) {
			if (typeof parent === 'string' && !this.#starts.has(parent)) {
				this.#starts.set(parent, start ?? this.#log.boundary());
			}
		}
	}
}
