import { textOf } from '../../../messages/message.ts';
import { anthropicContent } from '../../building/anthropicBlocks.ts';
import { contentOf } from '../../building/parts.ts';
import { Session } from '../../building/sessionReader.ts';
import { firstWords } from '../../building/titles.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { PlacedRecord } from '../../bytes/jsonRecords.ts';
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
export class RooSession extends Session {
	/** What was asked first, as it was shown. */
	readonly #asked: string;
	readonly #task: TaskLog;
	/** For each summary and marker the number of messages before the first it stands for. */
	readonly #starts = new Map<string, number>();

	constructor(log: TranscriptLog, asked: string) {
		super(log);
		this.#asked = asked;
		this.#task = new TaskLog(log);
	}

	take({ value, position }: PlacedRecord): void {
		const message = taskMessage(value);
		if (message === undefined) {
			const what = `Message ${position} is no message of Roo Code; it was left out.`;
			this.log.problems.add(1, what);
			return;
		}
		const id = message.isTruncationMarker ? message.truncationId : message.condenseId;
		const start = this.#starts.get(id ?? '');
		this.#remember(message, start);
		if (!message.isSummary && !message.isTruncationMarker) {
			this.#task.add(message, position);
		} else if (start === undefined) {
			// What it stands for is not in the file any more.
			this.#task.addSummary(message.content, position);
		} else {
			const end = this.#task.boundary();
			this.log.compacted({ start, end, summary: summaryOf(message.content) });
		}
	}

	override end(): void {
		this.#task.end();
		const words = firstWords([{ role: 'user', content: this.#asked }]);
		this.log.title = words || this.#task.title;
	}

	/** @param start Where that begins for which the message stands itself, if it stands for others. */
	#remember({ condenseParent, truncationParent }: TaskMessage, start: number | undefined): void {
		for (const parent of [condenseParent, truncationParent]) {
			if (typeof parent === 'string' && !this.#starts.has(parent)) {
				this.#starts.set(parent, start ?? this.#task.boundary());
			}
		}
	}
}
