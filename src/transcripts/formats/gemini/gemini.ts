import * as v from 'valibot';
import type { DocumentFields, PlacedRecord } from '../../bytes/records.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { sessionReader, Session } from '../../building/sessionReader.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { TranscriptReader } from '../../reader.ts';
import { ContentLog, historyContent } from './contents.ts';
import { SessionLog, sessionRecord } from './session.ts';
import { SessionLines } from './sessionLines.ts';

/** Keys of the lists: a session's, a saved chat's, and a checkpoint's that also has what was shown. */
const listKeys = ['messages', 'clientHistory', 'history'];

const sessionStart = v.object({ sessionId: v.string(), projectHash: v.string() });

const savedChat = v.object({
	history: v.optional(v.array(v.unknown()), []),
	clientHistory: v.optional(v.array(v.unknown()), []),
});

function areContents(values: readonly unknown[]): boolean {
	return values.length > 0 && historyContent(values[0]) !== undefined;
}

function isSavedChat(value: unknown): boolean {
	const parsed = v.safeParse(savedChat, value);
	return parsed.success && Object.values(parsed.output).some((values) => areContents(values));
}

/** Whether a session is one document: line by line, the first line says whose it is. */
function isDocument(opening: string): boolean {
	const [first] = objectsIn(opening.trimStart().split('\n', 1)[0] ?? '').objects;
	return !v.is(sessionStart, first) || v.is(v.object({ messages: v.unknown() }), first);
}

/** Collects a session, a saved chat or a checkpoint that is one document. */
class SessionDocument extends Session {
	readonly #contents = new ContentLog(this.log);
	readonly #records = new SessionLog(new TranscriptLog(this.log.problems));

	take({ value, position }: PlacedRecord): void {
		const content = historyContent(value);
		const record = content === undefined ? sessionRecord(value) : undefined;
		if (content !== undefined) {
			this.#contents.add(content, 1);
		} else if (record === undefined) {
			const what = `Message ${position} is no message of Gemini CLI; it was left out.`;
			this.log.problems.add(1, what);
		} else {
			this.#records.add(record, 1);
		}
	}

	override end(fields: DocumentFields): void {
		const { messages } = this.log;
		if (messages.length === 0) {
			// A checkpoint holds the history twice: as the model had it, and as it was shown.
			for (const message of this.#records.log.conversation().messages) {
				messages.push(message);
			}
		}
		const summary = fields.get('summary');
		this.log.title = typeof summary === 'string' ? summary : '';
	}
}

/**
 * Gemini CLI's sessions, saved chats and checkpoints, and bare histories as its API takes them.
 *
 * Stored: `tmp/<project>/chats/session-….json` or `.jsonl` in `~/.gemini`. Its version is not
 * read.
 */
export const geminiCli: TranscriptReader = sessionReader({
	format: 'gemini-cli',
	label: 'Gemini CLI',
	holds: 'a Gemini CLI session',
	listKeys,
	isDocument,
	detect(opening) {
		const text = opening.trimStart();
		const start = parseJsonStart(text);
		return Array.isArray(start)
			? areContents(start)
			: v.is(sessionStart, start) || isSavedChat(start);
	},
	begin: (log, { isDocument: isOne }) => (isOne ? new SessionDocument(log) : new SessionLines(log)),
});
