import { textOf } from '../../../messages/message.ts';
import { geminiContent } from '../gemini/content.ts';
import { ContentLog, historyContent, type HistoryContent } from '../gemini/contents.ts';
import { contentOf } from '../../building/parts.ts';
import { Session } from '../../building/sessionReader.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { abandoned } from '../../problems.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import {
	compressionOf,
	isFromClient,
	qwenRecord,
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
	const counted = new ContentLog(new TranscriptLog());
	for (const content of contents) {
		counted.add(content, 1);
	}
	return counted.log.messages.length;
}

/** Collects the records of a session that are part of the conversation. */
export class QwenSession extends Session {
	readonly #contents: ContentLog;
	/** Ids of the records that lead to the newest. */
	readonly #active: ReadonlySet<string>;
	readonly #left = { count: 0, line: 0 };
	#said: Said | undefined;

	constructor(log: TranscriptLog, active: ReadonlySet<string>) {
		super(log);
		this.#contents = new ContentLog(log);
		this.#active = active;
	}

	take({ value, line }: PlacedRecord): void {
		const record = qwenRecord(value);
		if (record === undefined) {
			this.log.problems.add(line, 'This line is no record of Qwen Code; it was left out.');
		} else if (this.#active.has(record.uuid)) {
			this.#take(record, line);
		} else if (record.message !== undefined && !record.isSidechain) {
			this.#left.line ||= line;
			this.#left.count += 1;
		}
	}

	override end(): void {
		this.#flush();
		const { count, line } = this.#left;
		if (count > 0) {
			this.log.problems.add(line, abandoned(count, 'record'));
		}
	}

	#take(record: QwenRecord, line: number): void {
		this.log.version = record.version ?? this.log.version;
		if (record.type === 'system') {
			this.log.title = titleOf(record) ?? this.log.title;
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
			const what = 'This line is a message without readable content; it was left out.';
			this.log.problems.add(line, what);
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

	#flush(): void {
		const said = this.#said;
		if (said !== undefined) {
			this.#said = undefined;
			this.#contents.add(said.content, said.line, isFromClient(said.record));
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
		const at = this.log.messages.length;
		this.log.compacted({
			end: Math.max(0, at - tail),
			at,
			summary: summary === undefined ? '' : wordsOf(summary),
			tokensBefore: info?.originalTokenCount,
		});
	}
}
