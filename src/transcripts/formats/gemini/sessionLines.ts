import * as v from 'valibot';
import { textOf } from '../../../messages/message.ts';
import { contentOf } from '../../building/parts.ts';
import type { MessageList } from '../../building/messageList.ts';
import { Session } from '../../building/sessionReader.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import { geminiContent } from './content.ts';
import { SessionLog, sessionRecord, type SessionRecord } from './session.ts';

const rewind = v.object({ $rewindTo: v.string() });

const update = v.object({
	$set: v.object({
		summary: v.optional(v.string()),
		messages: v.optional(v.array(v.unknown())),
	}),
});

const metadata = v.object({
	sessionId: v.string(),
	projectHash: v.string(),
	summary: v.optional(v.string()),
});

/** A message of the history that the program set anew, and its number there. */
interface HistoryRecord {
	readonly record: SessionRecord;
	readonly id: string;
}

function textIn(record: SessionRecord): string {
	return textOf(contentOf(geminiContent(record.content).parts));
}

function isSnapshot(record: SessionRecord): boolean {
	return record.type === 'user' && textIn(record).trimStart().startsWith('<state_snapshot>');
}

/**
 * Collects a session that is saved line by line. A message is written again each time something is
 * added to it; going back, and what became of the history, are lines of their own.
 */
export class SessionLines extends Session {
	readonly #records = new SessionLog(this.log);
	/** For each message the number of ours before it. */
	readonly #starts = new Map<string, number>();
	/** The last message, which the next line can write again. */
	#last: { readonly id: string; readonly record: SessionRecord; readonly line: number } | undefined;
	/** The id of the message that was added last. */
	#newest = '';

	take({ value, line }: PlacedRecord): void {
		const back = v.safeParse(rewind, value);
		const set = v.safeParse(update, value);
		const record = sessionRecord(value);
		const told = v.safeParse(metadata, value);
		if (back.success) {
			this.#rewind(back.output.$rewindTo, line);
		} else if (set.success) {
			this.log.title = set.output.$set.summary ?? this.log.title;
			this.#history(set.output.$set.messages ?? [], line);
		} else if (record?.id !== undefined) {
			this.#record(record.id, record, line);
		} else if (told.success) {
			this.log.title = told.output.summary ?? this.log.title;
		} else {
			this.log.problems.add(line, 'This line is no record of Gemini CLI; it was left out.');
		}
	}

	override end(): void {
		this.#settled();
	}

	#settled(): MessageList {
		const last = this.#last;
		if (last !== undefined) {
			this.#last = undefined;
			this.#newest = last.id;
			this.#starts.set(last.id, this.log.messages.length);
			this.#records.add(last.record, last.line);
		}
		return this.log.messages;
	}

	#record(id: string, record: SessionRecord, line: number): void {
		const start = this.#starts.get(id);
		if (
			start !== undefined &&
			(id !== this.#newest || start < (this.log.earlier.at(-1)?.at ?? 0))
		) {
			// Only the newest message grows; one before it says again what is there.
			return;
		}
		if (start !== undefined) {
			this.log.messages.cut(start);
			this.#starts.delete(id);
		}
		if (this.#last !== undefined && this.#last.id !== id) {
			this.#settled();
		}
		this.#last = { id, record, line };
	}

	#rewind(id: string, line: number): void {
		const messages = this.#settled();
		// A message that is not there takes everything back: so does the program.
		const start = this.#starts.get(id) ?? 0;
		const left = messages.length - start;
		messages.cut(start);
		for (const [known, position] of this.#starts) {
			if (position >= start) {
				this.#starts.delete(known);
			}
		}
		if (left > 0) {
			const what = left === 1 ? '1 message' : `${left} messages`;
			this.log.problems.add(line, `${what} left out: the person went back and took another way.`);
		}
	}

	/** Takes the history as the program set it, above all after it summarised what was before. */
	#history(values: readonly unknown[], line: number): void {
		const records = values.flatMap((value): readonly HistoryRecord[] => {
			const record = sessionRecord(value);
			return record?.id === undefined ? [] : [{ record, id: record.id }];
		});
		const at = records.length === 0 ? 0 : this.#settled().length;
		const snapshot = records.findIndex(
			({ id, record }) => !this.#starts.has(id) && isSnapshot(record),
		);
		if (snapshot !== -1) {
			this.#compaction(records, snapshot, at);
		}
		for (const { id, record } of records.slice(snapshot + 1)) {
			this.#record(id, record, line);
		}
	}

	#compaction(records: readonly HistoryRecord[], snapshot: number, at: number): void {
		const behind = records.slice(snapshot + 1);
		const kept = behind.find(({ id }) => this.#starts.has(id));
		const summary = records[snapshot];
		const end = kept === undefined ? at : (this.#starts.get(kept.id) ?? at);
		if (summary !== undefined) {
			this.log.compacted({ end, at, summary: textIn(summary.record) });
			this.#starts.set(summary.id, end);
		}
		// The model's word that it has taken note of the summary was never said.
		const [note] = behind;
		if (note !== undefined && note.record.type === 'gemini' && !this.#starts.has(note.id)) {
			this.#starts.set(note.id, end);
		}
	}
}
