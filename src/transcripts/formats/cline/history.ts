import type { MessageList } from '../../building/messageList.ts';
import type { ProblemList } from '../../problems.ts';
import { taskMessage } from '../taskHistory/records.ts';
import { TaskLog } from '../taskHistory/taskLog.ts';

/**
 * Collects a task's history, and remembers which of our messages the saved ones became: what Cline
 * keeps beside the history counts those.
 */
export class ClineHistory {
	readonly #problems: ProblemList;
	readonly #log: TaskLog;
	/** For each saved message the number of ours that stood before it. */
	readonly #starts: number[] = [];

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.#log = new TaskLog(problems);
	}

	/** @param position 1-based, in the list. */
	take(value: unknown, position: number): void {
		this.#starts.push(this.#log.boundary());
		const message = taskMessage(value);
		if (message === undefined) {
			this.#problems.add(1, `Message ${position} is no message of Cline; it was left out.`);
		} else if (message.metadata?.kind === 'compaction_summary') {
			this.#log.addSummary(message.metadata.summary ?? message.content, position);
		} else {
			this.#log.add(message, position);
		}
	}

	/** Adds the system prompt, where a file has it. */
	addSystem(prompt: string): void {
		this.#log.addSystem(prompt);
	}

	/** What the person asked first. */
	get title(): string {
		return this.#log.title;
	}

	/** How many messages were saved. */
	get length(): number {
		return this.#starts.length;
	}

	/** The number of our messages before a saved one; all of them where there is no such. */
	before(saved: number): number {
		return this.#starts[saved] ?? this.#log.boundary();
	}

	/** The messages, when the last one was taken. */
	finish(): MessageList {
		return this.#log.finish();
	}
}
