import { isDeepStrictEqual } from 'node:util';
import type { CompactLogOutcome } from '../conversations/compactLog.ts';
import { Conversation } from '../conversations/conversation.ts';
import type { Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { Cooldowns } from '../models/cooldown.ts';
import { ladderSummariser, type LadderProgress } from '../models/ladder.ts';
import { systemTime } from '../models/systemTime.ts';
import type { Summariser } from '../models/summariser.ts';
import type { Progress } from '../protocol/progress.ts';
import type {
	CompactResult,
	EngineSettings,
	OpenedConversation,
	SummaryModels,
} from '../protocol/worker.ts';
import { fileSource } from '../transcripts/fileSource.ts';
import { openTranscript, readers } from '../transcripts/open.ts';
import type { Transcript, TranscriptConversation } from '../transcripts/reader.ts';
import { loadExactTokens } from './exactTokens.ts';
import type { WorkerCall, WorkerService } from './serve.ts';
import { viewOfConversation, type OpenedFile } from './viewOfConversation.ts';

/** Messages counted between two looks at the channel, so that a cancel is heard. */
const countedAtOnce = 100;

const monotonic = (): number => performance.now();

interface Entry {
	opened: OpenedFile;
	/** Read from the file, appended to the conversation when it is first looked at. */
	messages: readonly Message[];
	conversation: Conversation | undefined;
	/** Which routes to models are left alone for a while. */
	cooldowns: Cooldowns;
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

	async function summarise(
		id: string,
		settings: EngineSettings,
		call: WorkerCall,
		compact: (entry: Entry, conversation: Conversation) => Promise<CompactLogOutcome>,
	): Promise<CompactResult> {
		const entry = find(id);
		const counter = await loadExactTokens();
		const conversation = await load(entry, counter, call);
		call.progress({ phase: 'summarising' });
		const outcome = await compact(entry, conversation);
		if (outcome.kind !== 'compacted') {
			return { outcome: 'refused', refusal: outcome };
		}
		const view = viewOfConversation(entry.opened, conversation, settings, counter);
		return { outcome: 'compacted', view };
	}

	return {
		async open({ path }, { signal, progress }) {
			progress({ phase: 'reading' });
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
		compact({ id, settings, models, focus }, call) {
			const wanted = focus === undefined ? {} : { focus };
			return summarise(id, settings, call, (entry, conversation) =>
				conversation.compact(
					{
						trigger: 'manual',
						settings,
						summariser: summariserFor(entry, models, call, false),
						...wanted,
					},
					call.signal,
				),
			);
		},
		rewrite({ id, settings, models }, call) {
			return summarise(id, settings, call, (entry, conversation) =>
				conversation.rewrite(
					{ settings, summariser: summariserFor(entry, models, call, true) },
					call.signal,
				),
			);
		},
		handoff: ({ id }) => Promise.resolve(find(id).conversation?.active?.handoff),
		close({ id }) {
			entries.delete(id);
			return Promise.resolve(undefined);
		},
	};
}

function summariserFor(
	entry: Entry,
	models: SummaryModels,
	call: WorkerCall,
	ignoreCooldown: boolean,
): Summariser {
	return ladderSummariser({
		models,
		calls: call.models,
		...systemTime,
		cooldowns: {
			get: () => entry.cooldowns,
			set: (cooldowns) => {
				entry.cooldowns = cooldowns;
			},
		},
		ignoreCooldown,
		onProgress: (progress) => call.progress(progressOf(progress)),
	});
}

function progressOf({ model, piece, of }: LadderProgress): Progress {
	return {
		phase: 'summarising',
		...(model === undefined ? {} : { model, piece: { number: piece, of } }),
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
		entries.set(opened.id, { opened, messages, conversation: undefined, cooldowns: {} });
	}
	return { id: opened.id, title: opened.title, messages: messages.length };
}

/** Appends what is not yet in the conversation, counting as it goes. */
async function load(entry: Entry, counter: TokenCounter, call: WorkerCall): Promise<Conversation> {
	const conversation = entry.conversation ?? new Conversation(counter, monotonic);
	entry.conversation = conversation;
	if (conversation.log.length < entry.messages.length) {
		call.progress({ phase: 'counting' });
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
