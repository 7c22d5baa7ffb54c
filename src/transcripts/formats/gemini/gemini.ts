import * as v from 'valibot';
import { byteOrderMarkLength, decodeUtf8 } from '../../bytes/encoding.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { readJsonLines } from '../../bytes/jsonLines.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { oneConversation } from '../../building/oneConversation.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../../reader.ts';
import { firstBytes } from '../../bytes/sourceBytes.ts';
import { ContentLog, historyContent } from './contents.ts';
import { SessionLog, sessionRecord } from './session.ts';
import { SessionLines } from './sessionLines.ts';

/** Keys of the lists: a session's, a saved chat's, and a checkpoint's that also has what was shown. */
const listKeys = ['messages', 'clientHistory', 'history'];

/** Characters that tell lines from a document. */
const openingBytes = 65_536;

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

/** Whether a session is saved line by line, the first line saying whose it is. */
async function isFileOfLines(source: TranscriptSource, signal?: AbortSignal): Promise<boolean> {
	const bytes = await firstBytes(source, openingBytes, signal);
	const text = decodeUtf8(bytes.subarray(byteOrderMarkLength(bytes))).text.trimStart();
	const [first] = objectsIn(text.split('\n', 1)[0] ?? '').objects;
	return v.is(sessionStart, first) && !v.is(v.object({ messages: v.unknown() }), first);
}

async function readLines(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<Transcript> {
	const session = new SessionLines(problems);
	for await (const { line, value } of readJsonLines(source, problems, { signal })) {
		session.take(value, line);
	}
	const messages = session.finish();
	const { title, earlier } = session;
	const found = { format: 'gemini-cli', label, title, messages, earlier } as const;
	return oneConversation(source, found, problems);
}

async function readDocument(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<Transcript> {
	const session = new SessionLog(problems);
	const contents = new ContentLog(problems);
	const document = new JsonDocument(source, problems, { listKeys, signal });
	for await (const { value, position } of document.elements()) {
		const content = historyContent(value);
		const record = content === undefined ? sessionRecord(value) : undefined;
		if (content !== undefined) {
			contents.add(content, 1);
		} else if (record === undefined) {
			problems.add(1, `Message ${position} is no message of Gemini CLI; it was left out.`);
		} else {
			session.add(record, 1);
		}
	}
	const told = contents.finish();
	// A checkpoint holds the history twice: as the model had it, and as it was shown.
	const messages = told.length > 0 ? told : session.finish();
	const summary = document.fields.get('summary');
	const title = typeof summary === 'string' ? summary : undefined;
	return oneConversation(source, { format: 'gemini-cli', label, title, messages }, problems);
}

const label = 'a Gemini CLI session';

/**
 * Gemini CLI's sessions, saved chats and checkpoints, and bare histories as its API takes them.
 *
 * Stored: `tmp/<project>/chats/session-….json` or `.jsonl` in `~/.gemini`. Its version is not
 * read.
 */
export const geminiCli: TranscriptReader = {
	format: 'gemini-cli',
	label: 'Gemini CLI',
	detect(opening) {
		const text = opening.trimStart();
		const start = parseJsonStart(text);
		return Array.isArray(start)
			? areContents(start)
			: v.is(sessionStart, start) || isSavedChat(start);
	},
	async read(source, signal) {
		const problems = new ProblemList();
		return (await isFileOfLines(source, signal))
			? readLines(source, problems, signal)
			: readDocument(source, problems, signal);
	},
};
