import { isDeepStrictEqual } from 'node:util';
import { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { builtInSummariser } from '../models/builtIn.ts';
import type { CompactResult, OpenedConversation } from '../protocol/worker.ts';
import { fileSource } from '../transcripts/fileSource.ts';
import { openTranscript, readers } from '../transcripts/open.ts';
import type { Transcript, TranscriptConversation } from '../transcripts/reader.ts';
import { loadExactTokens } from './exactTokens.ts';
import type { WorkerCall, WorkerService } from './serve.ts';
import { viewOfConversation, type OpenedFile } from './viewOfConversation.ts';

/** Messages counted between two looks at the channel, so that a cancel is heard. */
const countedAtOnce = 100;

const clock = (): number => performance.now();

interface Entry {
	opened: OpenedFile;
	/** Read from the file, appended to the conversation when it is first looked at. */
	messages: readonly Message[];
	conversation: Conversation | undefined;
}

/** The engine, the readers and exact token counts as the worker serves them. */
export function createEngineService(): WorkerService {
	const entries = new Map<string, Entry>();

	function find(id: string): Entry {
		const entry = entries.get(id);
		if (entry === undefined) {
			throw Object.assign(new Error('This conversation is no longer open. Open its file again.'), {
				code: 'unknown-conversation',
			});
		}
		return entry;
	}

	return {
		async open({ path }, { signal, progress }) {
			progress('reading');
			const transcript = await openTranscript(await fileSource(path), signal);
			const source = labelOf(transcript);
			const conversations = transcript.conversations.map((conversation, position) =>
				register(entries, conversation, {
					id: `${path}#${position + 1}`,
					title: conversation.title,
					source,
					file: path,
					problems: transcript.problems,
				}),
			);
			return { source, conversations, problems: transcript.problems };
		},
		async view({ id, settings }, call) {
			const entry = find(id);
			const counter = await loadExactTokens();
			const conversation = await load(entry, counter, call);
			return viewOfConversation(entry.opened, conversation, settings, counter);
		},
		async compact({ id, settings, focus }, call): Promise<CompactResult> {
			const entry = find(id);
			const counter = await loadExactTokens();
			const conversation = await load(entry, counter, call);
			call.progress('summarising');
			const outcome = await conversation.compact(
				{ trigger: 'manual', settings, ...(focus === undefined ? {} : { focus }) },
				call.signal,
			);
			if (outcome.kind !== 'compacted') {
				return { outcome: 'refused', refusal: outcome };
			}
			const view = viewOfConversation(entry.opened, conversation, settings, counter);
			return { outcome: 'compacted', view };
		},
		handoff: ({ id }) => Promise.resolve(find(id).conversation?.active?.handoff),
		close({ id }) {
			entries.delete(id);
			return Promise.resolve(undefined);
		},
	};
}

function labelOf(transcript: Transcript): string {
	return readers.find((reader) => reader.format === transcript.format)?.label ?? transcript.format;
}

/** The same file opened again is the same conversation, as long as it only grew. */
function register(
	entries: Map<string, Entry>,
	{ messages }: TranscriptConversation,
	opened: OpenedFile,
): OpenedConversation {
	const known = entries.get(opened.id);
	if (
		known !== undefined &&
		isDeepStrictEqual(messages.slice(0, known.messages.length), known.messages)
	) {
		known.messages = messages;
		known.opened = opened;
	} else {
		entries.set(opened.id, { opened, messages, conversation: undefined });
	}
	return { id: opened.id, title: opened.title, messages: messages.length };
}

/** Appends what is not yet in the conversation, counting as it goes. */
async function load(entry: Entry, counter: TokenCounter, call: WorkerCall): Promise<Conversation> {
	const conversation =
		entry.conversation ?? new Conversation(counter, builtInSummariser(clock), clock);
	entry.conversation = conversation;
	if (conversation.log.length < entry.messages.length) {
		call.progress('counting');
	}
	while (conversation.log.length < entry.messages.length) {
		const start = conversation.log.length;
		for (const message of entry.messages.slice(start, start + countedAtOnce)) {
			conversation.append(message);
		}
		await new Promise((resolve) => setImmediate(resolve));
		call.signal.throwIfAborted();
	}
	return conversation;
}
