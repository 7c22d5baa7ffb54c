import { textOf, type Message } from '../../../messages/message.ts';
import { codexContent } from './content.ts';
import { codexItem, type CodexCompaction } from './records.ts';
import { contentOf } from '../../building/parts.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';

/** How Codex introduces a summary to the model; from `templates/compact/summary_prefix.md`. */
const introduction =
	/^Another language model started to solve this problem and produced a summary\b[^:]*:\s*/;

function withoutIntroduction(text: string): string {
	return text.replace(introduction, '').trim();
}

/** The last message of a replaced history, where it is a summary and not what a person said. */
function summaryIn(history: readonly unknown[]): string {
	const item = codexItem(history.at(-1));
	if (item?.type !== 'message' || item.role !== 'user') {
		return '';
	}
	const text = textOf(contentOf(codexContent(item.content).parts));
	return introduction.test(text) ? withoutIntroduction(text) : '';
}

function summaryOf({ message, replacement_history: history }: CodexCompaction): string {
	return withoutIntroduction(message) || summaryIn(history ?? []);
}

function isReply(message: Message | undefined, text: string): boolean {
	return (
		message?.role === 'assistant' &&
		message.toolCalls === undefined &&
		textOf(message.content).trim() === text
	);
}

/** The compactions of a session. The file goes on beneath them: nothing of the log is lost. */
export class CodexCompactions {
	readonly #log: TranscriptLog;
	#unreadable: { readonly line: number; readonly at: number }[] = [];

	constructor(log: TranscriptLog) {
		this.#log = log;
	}

	take(compaction: CodexCompaction, line: number, tokensBefore: number | undefined): void {
		const { messages } = this.#log;
		const summary = summaryOf(compaction);
		if (summary === '') {
			this.#unreadable.push({ line, at: messages.length });
			return;
		}
		if (isReply(messages.last, summary)) {
			// Where Codex asks the model itself, the reply was written down as well.
			messages.cut(messages.length - 1);
		}
		const [first] = messages.slice(0, 1);
		const start = first?.role === 'system' ? 1 : 0;
		this.#log.compacted({ start, end: messages.length, summary, tokensBefore });
	}

	/** Forgets those that were made after the log had this many messages. */
	cut(length: number): void {
		this.#log.earlier = this.#log.earlier.filter(({ at }) => at <= length);
		this.#unreadable = this.#unreadable.filter(({ at }) => at <= length);
	}

	/** Says how many cannot be read. */
	report(): void {
		const [first] = this.#unreadable;
		const count = this.#unreadable.length;
		if (first !== undefined) {
			this.#log.problems.add(
				first.line,
				`${count === 1 ? 'An earlier compaction has' : `${count} earlier compactions have`} no ` +
					'summary that can be read; the full log is shown instead.',
			);
		}
	}
}
