import type {
	AppendResult,
	CompactResult,
	Message,
	PrecisConversation,
	PreviewResult,
	RecallHits,
	RecallMessage,
	RecallQuery,
	RecalledTurn,
	CompactionRecord,
	SectionsResult,
} from '../../api.ts';
import type { PreviewEnd } from '../../conversations/service/preview.ts';
import type { RecallEnd } from '../../conversations/recall/reading.ts';
import type { RecallHits as WorkerHits } from '../../conversations/recall/searching.ts';
import type { CompactWish } from '../../protocol/workerRequests.ts';
import type { RequestShape } from '../../protocol/clientRequests.ts';
import type { ReversalEnd } from '../../conversations/service/reversals.ts';
import { ApiError } from './apiErrors.ts';
import {
	readFocus,
	readFocusAndSignal,
	readMessages,
	readRecall,
	readRecord,
	readSignal,
	readTokens,
} from './apiInput.ts';
import type { ApiRequests } from './apiRequests.ts';
import { compactionResult, type ConversationEvents } from './conversationEvents.ts';
import type { ConversationView, HistoryEntry } from '../../protocol/conversationView.ts';

/** What a conversation of another extension is made from. */
export interface ConversationParts {
	readonly id: string;
	readonly shape: RequestShape;
	readonly requests: ApiRequests;
	readonly events: ConversationEvents;
	/** Lets a compaction go on that nobody waits for any more. */
	readonly detach: (compaction: Promise<unknown>) => void;
}

/**
 * A conversation as another extension holds it: a frozen object without a class, so that no extension
 * can change what another one calls. Arguments are copied before a method returns its promise.
 */
export function apiConversation(parts: ConversationParts): PrecisConversation {
	const { id, shape, requests, events } = parts;

	function recall(query: RecallQuery): Promise<RecallHits>;
	function recall(message: RecallMessage): Promise<RecalledTurn | undefined>;
	async function recall(
		input: RecallQuery | RecallMessage,
	): Promise<RecallHits | RecalledTurn | undefined> {
		const wanted = readRecall(input);
		if ('query' in wanted) {
			const { query: text, ...page } = wanted;
			return hitsOf(await requests.ask('recallSearch', { id, text, anyWorkspace: true, ...page }));
		}
		return turnOf(await requests.ask('recall', { id, anyWorkspace: true, ...wanted }));
	}

	/** Ends with the latest of the calls before. Never rejects. */
	let appends: Promise<unknown> = Promise.resolve();

	function append(input: readonly Message[]): Promise<AppendResult> {
		const ready = Promise.all([readMessages(input), appends]);
		const appended = ready.then(([messages]) => requests.ask('append', { id, messages }));
		appends = Promise.allSettled([appends, appended]);
		return appended;
	}

	return Object.freeze<PrecisConversation>({
		id,
		append,
		async context(options) {
			const signal = readSignal(options);
			const { messages, tokens } = await requests.ask('context', { id, shape }, signal);
			return { messages, tokens };
		},
		reportUsage: async (promptTokens) =>
			requests.ask('promptTokens', { id, tokens: readTokens(promptTokens) }),
		async preview(options) {
			const topic = readFocus(options);
			return previewOf(await requests.ask('preview', { id, shape, ...topic }));
		},
		async compact(options) {
			const { options: topic, signal } = readFocusAndSignal(options);
			const compaction = compact(parts, topic);
			return signal === undefined ? compaction : unlessAborted(parts, compaction, signal);
		},
		cancel: async () => requests.ask('cancelCompaction', { id }),
		undo: async () => isActivated(await requests.ask('undo', { id })),
		redo: async () => isActivated(await requests.ask('redo', { id })),
		async restore(record) {
			const wanted = readRecord(record);
			const target = wanted === undefined ? {} : { record: wanted };
			if (!isActivated(await requests.ask('restore', { id, ...target }))) {
				throw new ApiError('unknown-record', `The conversation has no record ${record}.`);
			}
		},
		sections: async () => sectionsOf(await requests.ask('view', { id })),
		handoff: async () => requests.ask('handoff', { id }),
		recall,
		onDidChange: events.changed.event,
		onDidStartCompaction: events.started.event,
		onDidFinishCompaction: events.finished.event,
	});
}

async function compact(
	{ id, shape, requests }: ConversationParts,
	topic: Pick<CompactWish, 'focus'>,
): Promise<CompactResult> {
	const { joined, ...result } = await requests.ask('compact', {
		id,
		shape,
		...topic,
		askedBy: 'extension',
	});
	return { ...compactionResult(result), ...(joined === true ? { joined } : {}) };
}

/** The signal is not for the worker: there it would end a compaction that nobody else waits for. */
async function unlessAborted(
	{ detach }: ConversationParts,
	compaction: Promise<CompactResult>,
	signal: AbortSignal,
): Promise<CompactResult> {
	const left = Promise.withResolvers<CompactResult>();
	const leave = (): void => {
		left.resolve({ kind: 'detached' });
		detach(compaction);
	};
	if (signal.aborted) {
		leave();
	} else {
		signal.addEventListener('abort', leave, { once: true });
	}
	try {
		return await Promise.race([left.promise, compaction]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}

function isActivated({ kind }: ReversalEnd): boolean {
	return kind === 'activated';
}

function previewOf(end: PreviewEnd): PreviewResult {
	if (end.kind === 'nothing-to-do') {
		return end;
	}
	const { summarised, digested, before, after, summary } = end.preview;
	return {
		kind: 'preview',
		summarised: { first: summarised.start + 1, last: summarised.end },
		digested,
		tokens: { before, after },
		summaryTokens: summary,
	};
}

function hitsOf({ hits, next }: WorkerHits): RecallHits {
	return {
		hits: hits.map(({ number, passages }) => ({ number, excerpt: passages.join('\n') })),
		...(next === undefined ? {} : { next }),
	};
}

function turnOf(end: RecallEnd): RecalledTurn | undefined {
	if (end.kind !== 'recalled') {
		return undefined;
	}
	const { kind: _, ...turn } = end;
	return turn;
}

/** What other extensions get of the summary a person sees, and of its history. */
function sectionsOf({ sections = [], standing }: ConversationView): SectionsResult {
	const { history, active } = standing;
	return {
		sections: sections.map(({ title, items }) => ({ title, items })),
		records: history.filter(({ kind }) => kind === 'compaction').map(recordOf),
		...(active === undefined ? {} : { active }),
	};
}

function recordOf(entry: HistoryEntry): CompactionRecord {
	const { number: _, kind: _kind, change: _change, tokensBefore, tokensAfter, ...record } = entry;
	return { ...record, tokens: { before: tokensBefore, after: tokensAfter } };
}
