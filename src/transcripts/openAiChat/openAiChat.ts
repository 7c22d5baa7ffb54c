import { withoutMessages } from '../failures.ts';
import { isFileOfLines } from '../jsonArrangement.ts';
import { readJsonDocument } from '../jsonDocument.ts';
import { readJsonLines } from '../jsonLines.ts';
import { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../reader.ts';
import { ConversationList } from './conversations.ts';
import { isChatOpening } from './detection.ts';
import { listKeys } from './records.ts';

/** Sizes a test wants smaller. */
export interface OpenAiLimits {
	/** Documents above this are streamed. */
	readonly wholeBytes?: number;
}

function transcriptOf(
	source: TranscriptSource,
	list: ConversationList,
	problems: ProblemList,
): Transcript {
	const conversations = list.toArray();
	if (conversations.length === 0) {
		throw withoutMessages(source, 'OpenAI chat messages', problems.toArray());
	}
	return { format: 'openai-chat', conversations, problems: problems.toArray() };
}

/** A reader of OpenAI chat messages with limits of its own. */
export function openAiChatReader(limits: OpenAiLimits = {}): TranscriptReader {
	return {
		format: 'openai-chat',
		label: 'OpenAI chat',
		detect: isChatOpening,
		async read(source, signal) {
			const problems = new ProblemList();
			const conversations = new ConversationList(problems);
			if (await isFileOfLines(source, signal)) {
				for await (const { line, value } of readJsonLines(source, problems, { signal })) {
					conversations.add(value, line);
				}
			} else {
				const options = { lists: listKeys, signal, ...limits };
				for await (const piece of readJsonDocument(source, problems, options)) {
					if (piece.kind === 'element') {
						if (piece.startsList) {
							conversations.close();
						}
						conversations.add(piece.value, 1, piece.position);
					}
				}
			}
			return transcriptOf(source, conversations, problems);
		},
	};
}

/**
 * OpenAI chat messages as programs save them: a list, a request with a list, lists of runs, each in
 * one JSON document or one per line.
 */
export const openAiChat: TranscriptReader = openAiChatReader();
