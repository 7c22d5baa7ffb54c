import { textOf } from '../../../messages/message.ts';
import { geminiContent } from '../gemini/content.ts';
import { ContentLog, historyContent, type HistoryContent } from '../gemini/contents.ts';
import type { MessageList } from '../../building/messageList.ts';
import { contentOf } from '../../building/parts.ts';
import { ProblemList } from '../../problems.ts';
import type { EarlierCompaction } from '../../reader.ts';
import {
	compressionOf,
	isFromClient,
	titleOf,
	type Compression,
	type QwenRecord,
} from './records.ts';

/** What was said under one id: it can be spread over several lines. */
interface Said {
	readonly record: QwenRecord;
	readonly line: number;
	readonly content: HistoryContent;
}

function wordsOf(content: HistoryContent): string {
	return textOf(contentOf(geminiContent(content.parts).parts));
}

/** How many of our messages contents come to. */
function messageCount(contents: readonly HistoryContent[]): number {
	const log = new ContentLog(new ProblemList());
	for (const content of contents) {
		log.add(content, 1);
	}
	return log.finish().length;
}

/** Collects the records of a session that are part of the conversation. */
export class QwenSession {
	readonly earlier: EarlierCompaction[] = [];
	title: string | undefined;
	version: string | undefined;
	readonly #problems: ProblemList;
	readonly #log: ContentLog;
	#said: Said | undefined;

	constructor(problems: ProblemList) {
		this.#problems = problems;
		this.#log = new ContentLog(problems);
	}

	take(record: QwenRecord, line: number): void {
		this.version = record.version ?? this.version;
		if (record.type === 'system') {
			this.title = titleOf(record) ?? this.title;
			const compression = compressionOf(record);
			if (compression !== undefined) {
				this.#compaction(compression);
			}
			return;
		}
		if (record.message === undefined) {
			return;
		}
		const content = historyContent(record.message);
		if (content === undefined) {
			this.#problems.add(line, 'This line is a message without readable content; it was left out.');
			return;
		}
		if (this.#said !== undefined && this.#said.record.uuid === record.uuid) {
			const parts = [...this.#said.content.parts, ...content.parts];
			this.#said = { ...this.#said, content: { role: content.role, parts } };
			return;
		}
		this.#flush();
		this.#said = { record, line, content };
	}

	/** The messages, when the last record was taken. */
	finish(): MessageList {
		this.#flush();
		return this.#log.finish();
	}

	#flush(): void {
		const said = this.#said;
		if (said !== undefined) {
			this.#said = undefined;
			this.#log.add(said.content, said.line, isFromClient(said.record));
		}
	}

	#compaction({ compressedHistory, info }: Compression): void {
		this.#flush();
		const contents = compressedHistory.flatMap((value) => historyContent(value) ?? []);
		const found = contents.findIndex((content) => wordsOf(content).includes('<state_snapshot>'));
		const place = Math.max(found, 0);
		const summary = contents[place];
		// Behind the summary stands the model's note that it has read it.
		const tail = messageCount(contents.slice(place + 2));
		const at = this.#log.exchanges.settled().length;
		this.earlier.push({
			range: { start: 0, end: Math.max(0, at - tail) },
			at,
			summary: summary === undefined ? '' : wordsOf(summary),
			...(info?.originalTokenCount === undefined ? {} : { tokensBefore: info.originalTokenCount }),
		});
	}
}
