import { ConversationList, type ListedConversation } from './conversations.ts';
import { isFileOfLines } from './lines.ts';
import { transcriptOf } from '../../building/sessionReader.ts';
import { readDocument, readJsonLines } from '../../bytes/records.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptFormat, TranscriptSource } from '../../reader.ts';

/** A format that is nothing but messages, for programs to arrange as they like. */
export interface ListedFormat {
	readonly format: TranscriptFormat;
	/** What a file is said to hold: `OpenAI chat messages`. */
	readonly holds: string;
	/** Keys of lists whose elements belong to the conversation beside its messages. */
	readonly besideKeys?: readonly string[];
	/** Makes an empty conversation. */
	readonly begin: () => ListedConversation;
}

/**
 * Reads messages as programs save them: a list, an object with a list, lists of such objects, each
 * in one JSON document or one per line.
 * @throws {TranscriptError} when nothing can be read.
 */
export async function readMessageLists(
	source: TranscriptSource,
	{ format, holds, besideKeys = [], begin }: ListedFormat,
	signal?: AbortSignal,
): Promise<Transcript> {
	const problems = new ProblemList();
	const conversations = new ConversationList(problems, begin, besideKeys);
	if (await isFileOfLines(source, signal)) {
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			conversations.add(value, line);
		}
	} else {
		const options = { listKeys: [...besideKeys, 'messages'], signal };
		const { elements, fields } = await readDocument(source, problems, options);
		for (const { value, position, startsDocument } of elements) {
			if (startsDocument) {
				conversations.close();
				conversations.describe(fields);
			}
			conversations.add(value, 1, position);
		}
		conversations.describe(fields);
	}
	const found = conversations.toArray();
	return transcriptOf(source, { format, holds, conversations: found, problems });
}
