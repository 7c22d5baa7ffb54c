import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import {
	textOf,
	type Message,
	type Part,
	type ToolCall,
	type ToolMessage,
} from '../../../messages/message.ts';
import { userOrigin } from '../../../messages/origins.ts';
import { isFromPerson } from '../../../messages/userTurns.ts';
import { MessageList } from '../../building/messageList.ts';
import { assistantMessage } from '../../building/parts.ts';
import { recordedUsage } from '../../building/recordedUsage.ts';
import { read } from '../../building/shapes.ts';
import { firstWords } from '../../building/titles.ts';
import { pause } from '../../bytes/steps.ts';
import { abandoned, type ProblemList } from '../../problems.ts';
import type { EarlierCompaction, TranscriptConversation } from '../../reader.ts';
import {
	claudeRecord,
	entryOfAttachment,
	entryOfMessage,
	isOfSubAgent,
	isSummary,
	queuedOnly,
	timeOf,
	type ClaudeRecord,
	type Entry,
	type QueueOperation,
} from './entries.ts';
import { abandonedEntries, type TreeLine } from './tree.ts';

const uuid = v.fallback(v.nullish(v.string()), undefined);

const boundaryMetadata = v.object({
	trigger: v.fallback(v.optional(v.picklist(['auto', 'manual'])), undefined),
	preTokens: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))), undefined),
	/** The messages that were kept, and the line that they follow in the new context. */
	preservedSegment: v.fallback(
		v.optional(v.object({ headUuid: uuid, anchorUuid: uuid, tailUuid: uuid })),
		undefined,
	),
	preservedMessages: v.fallback(
		v.optional(v.object({ uuids: v.fallback(v.array(v.string()), []) })),
		undefined,
	),
});

/** What a boundary tells of the compaction whose summary comes next. */
type Boundary = Pick<EarlierCompaction, 'tokensBefore' | 'trigger' | 'time'> & {
	/** The lines with which the end begins that was kept, the best first. */
	readonly heads: readonly string[];
	/** The last line of a start that was kept: only what follows it was summarised. */
	readonly tail?: string;
};

/** The boundary of a line; undefined for those behind which only old results were cleared, and other lines. */
function boundaryOf(record: ClaudeRecord): Boundary | undefined {
	if (record.subtype !== 'compact_boundary') {
		return undefined;
	}
	const { trigger, preTokens, preservedSegment, preservedMessages } =
		read(boundaryMetadata, record.compactMetadata) ?? {};
	const { headUuid, anchorUuid, tailUuid } = preservedSegment ?? {};
	// A start that was kept follows the boundary, an end that was kept follows the summary.
	const keepsStart = typeof anchorUuid === 'string' && anchorUuid === record.uuid;
	const heads = keepsStart ? [] : [headUuid, ...(preservedMessages?.uuids ?? [])];
	return {
		heads: heads.filter((head) => typeof head === 'string'),
		...(keepsStart && typeof tailUuid === 'string' ? { tail: tailUuid } : {}),
		...(preTokens === undefined ? {} : { tokensBefore: preTokens }),
		...(trigger === undefined ? {} : { trigger: trigger === 'auto' ? 'automatic' : 'manual' }),
		...timeOf(record),
	};
}

/** How a summary is introduced to the model. */
const introduction =
	/^This session is being continued from a previous conversation that ran out of context\.[^\n]*\n+/;

/** The lines that stand behind it. */
const closing =
	/^(?:If you need specific details from before compaction|Recent messages are preserved verbatim\.|(?:Please c|C)ontinue the conversation from where (?:we|it) left)/;

/** A summary as it was written. */
function withoutFrame(text: string): string {
	const lines = text.replace(introduction, '').trimEnd().split('\n');
	while (lines.length > 0 && (closing.test(lines.at(-1) ?? '') || lines.at(-1)?.trim() === '')) {
		lines.pop();
	}
	return lines.join('\n').trim();
}

/** The lines of one strand: the main conversation, or a sub-agent's. */
class Strand {
	readonly entries: Entry[] = [];
	readonly lines: TreeLine[] = [];
	/** The boundary in front of each summary. */
	readonly boundaries = new Map<Entry, Boundary>();
	hasMessages = false;
	#boundary: Boundary | undefined;

	/** @param id Of the line; undefined when another line has it already. */
	add(record: ClaudeRecord, id: string | undefined, entry: Entry | undefined): void {
		this.hasMessages ||= record.type === 'user' || record.type === 'assistant';
		this.#boundary = boundaryOf(record) ?? this.#boundary;
		if (entry !== undefined) {
			this.entries.push(entry);
			if (this.#boundary !== undefined && (isSummary(entry) || isHandoff(entry))) {
				this.boundaries.set(entry, this.#boundary);
				this.#boundary = undefined;
			}
		}
		if (id !== undefined) {
			const parents = [record.parentUuid, record.logicalParentUuid];
			this.lines.push({
				uuid: id,
				parents: parents.filter((parent) => typeof parent === 'string'),
				entry,
			});
		}
	}

	/** Where what a line belongs to begins: an assistant's message with the first line of its own, a result with its call. */
	places(): ReadonlyMap<string, number> {
		const begins = new Map<string, number>();
		const calls = new Map<string, number>();
		const places = new Map<Entry, number>();
		for (const entry of this.entries) {
			if (entry.kind === 'assistant') {
				const place = begins.get(entry.key) ?? entry.order;
				begins.set(entry.key, place);
				entry.calls.forEach(({ id }) => calls.set(id, place));
				places.set(entry, place);
			} else {
				const call = calls.get(entry.results[0]?.toolCallId ?? '');
				places.set(entry, entry.message === undefined ? (call ?? entry.order) : entry.order);
			}
		}
		const orders = new Map<string, number>();
		let next = Number.POSITIVE_INFINITY;
		for (const { uuid: id, entry } of this.lines.toReversed()) {
			// A line that adds nothing stands where the next one does that adds something.
			next = (entry === undefined ? undefined : places.get(entry)) ?? next;
			orders.set(id, next);
		}
		return orders;
	}
}

/** Whether a plugin's compaction wrote it. Behind it the messages that stay are written once more. */
function isHandoff(entry: Entry): boolean {
	const message = entry.kind === 'user' && !isSummary(entry) ? entry.message : undefined;
	return message !== undefined && userOrigin(message) === 'summary';
}

/** What of two lines with one uuid must be the same where the session was only resumed. */
function comparable(entry: Entry | undefined): unknown {
	return entry === undefined ? '' : { ...entry, line: 0, order: 0, key: '' };
}

/** Messages put together before others get a turn: some milliseconds. */
const messagesAtOnce = 200;

/** Collects a session line by line. */
export class ClaudeSession {
	readonly #problems: ProblemList;
	/** What each line with a uuid brought. */
	readonly #read = new Map<string, Entry | undefined>();
	readonly #operations: QueueOperation[] = [];
	readonly #main = new Strand();
	/** Of sub-agents, in the order they began. */
	readonly #sides = new Map<string, Strand>();
	/** For each line of a sub-agent the one it is of. */
	readonly #chains = new Map<string, string>();
	#latestChain: string | undefined;
	#order = 0;
	readonly #titles = { custom: '', generated: '' };
	/** Titles by the line they name as the end of their session: such lines often stand in files of others. */
	readonly #summaries: { readonly title: string; readonly leaf: unknown }[] = [];

	constructor(problems: ProblemList) {
		this.#problems = problems;
	}

	/** Takes the JSON value of the next line. */
	take(line: number, value: unknown): void {
		const place = { line, order: this.#order };
		this.#order += 1;
		const record = claudeRecord(value);
		if (record === undefined) {
			this.#problems.add(line, 'This line is no Claude Code record; it was left out.');
			return;
		}
		if (record.type === 'queue-operation') {
			const operation = typeof record.operation === 'string' ? record.operation : '';
			this.#operations.push({ ...place, operation, content: record.content });
			return;
		}
		this.#takeTitle(record);
		let entry: Entry | undefined;
		if (record.type === 'user' || record.type === 'assistant') {
			entry = entryOfMessage(record, place, this.#problems);
		} else if (record.type === 'attachment') {
			entry = entryOfAttachment(record, place);
		}
		const id = record.uuid ?? undefined;
		if (id === undefined || !this.#read.has(id)) {
			this.#strandOf(record).add(record, id, entry);
		} else if (
			entry !== undefined &&
			!isDeepStrictEqual(comparable(entry), comparable(this.#read.get(id)))
		) {
			// Resuming a session can write its lines again; one that says something else is kept where it stands.
			this.#strandOf(record).add(record, undefined, entry);
		}
		if (id !== undefined && !this.#read.has(id)) {
			this.#read.set(id, entry);
		}
	}

	/** Of each kind of title the last one counts. */
	#takeTitle({ type, customTitle, aiTitle, summary, leafUuid: leaf }: ClaudeRecord): void {
		if (type === 'custom-title' && typeof customTitle === 'string') {
			this.#titles.custom = customTitle.trim();
		} else if (type === 'ai-title' && typeof aiTitle === 'string') {
			this.#titles.generated = aiTitle.trim();
		} else if (type === 'summary' && typeof summary === 'string') {
			this.#summaries.push({ title: summary.trim(), leaf });
		}
	}

	/** The strand of a line: of sub-agents that of the one it names, that of its parent, or a new one. */
	#strandOf(record: ClaudeRecord): Strand {
		if (!isOfSubAgent(record)) {
			return this.#main;
		}
		const { agentId, parentUuid, parent_tool_use_id: call } = record;
		const own = record.uuid ?? '';
		// A chain is a straight line unless it says otherwise, also where a parent is not in the file.
		const continued =
			parentUuid === null ? own : (this.#chains.get(parentUuid ?? '') ?? this.#latestChain ?? own);
		const chain = typeof agentId === 'string' ? agentId : (call ?? continued);
		this.#chains.set(own, chain);
		this.#latestChain = chain;
		const strand = this.#sides.get(chain) ?? new Strand();
		this.#sides.set(chain, strand);
		return strand;
	}

	/**
	 * The main conversation, then those of its sub-agents; a sub-agent's own file has only these.
	 * Branches that were left are counted as a problem. To be called once.
	 * @throws The signal's reason when it was aborted.
	 */
	async conversations(signal?: AbortSignal): Promise<readonly TranscriptConversation[]> {
		const strands = [this.#main, ...this.#sides.values()].filter((strand) => strand.hasMessages);
		const [first = this.#main, ...others] = strands;
		const uuids = new Set<unknown>(first.lines.map(({ uuid: id }) => id));
		const own = this.#summaries.findLast(({ leaf }) => uuids.has(leaf))?.title ?? '';
		const title = this.#titles.custom || this.#titles.generated || own;
		const conversations = [await this.#conversation(first, this.#operations, title, signal)];
		for (const strand of others) {
			conversations.push(await this.#conversation(strand, [], '', signal));
		}
		return conversations;
	}

	async #conversation(
		strand: Strand,
		operations: readonly QueueOperation[],
		title: string,
		signal: AbortSignal | undefined,
	): Promise<TranscriptConversation> {
		const { kept, left } = chosen(strand, operations);
		const [first] = left;
		const count = Array.from(regrouped(left), () => 1).length;
		if (first !== undefined && count > 0) {
			this.#problems.add(first.line, abandoned(count));
		}
		const places = strand.places();
		const messages = new MessageList();
		const orders: number[] = [];
		const earlier: EarlierCompaction[] = [];
		/** What the person had said before a plugin's handoff, until something else comes behind it. */
		let repeatable: ReadonlySet<string> = new Set();
		for (const { message, order, entry } of regrouped(kept)) {
			const boundary = entry === undefined ? undefined : strand.boundaries.get(entry);
			const isOfCompaction = boundary !== undefined || (entry !== undefined && isSummary(entry));
			const isRepeated = message.role === 'user' && repeatable.has(textOf(message.content));
			// A summary with nothing in front of it stays: what it stands for is in another file.
			if (!isOfCompaction || messages.length === 0) {
				if (!isRepeated) {
					repeatable = new Set();
					messages.push(message);
					orders.push(order);
				}
			} else {
				const { heads = [], tail, ...told } = boundary ?? {};
				repeatable =
					entry !== undefined && isHandoff(entry)
						? new Set(
								Array.from(messages)
									.filter(isFromPerson)
									.map(({ content }) => textOf(content)),
							)
						: new Set();
				const at = messages.length;
				const head = heads.map((id) => places.get(id)).find((place) => place !== undefined);
				const last = places.get(tail ?? '') ?? -1;
				const start = orders.filter((place) => place <= last).length;
				const end = head === undefined ? at : orders.filter((place) => place < head).length;
				const summary = withoutFrame(textOf(message.content));
				earlier.push({ range: { start, end: Math.max(start, end) }, at, summary, ...told });
			}
			if (messages.length % messagesAtOnce === 0) {
				await pause(signal);
			}
		}
		return {
			title: title || firstWords(messages),
			messages,
			...(earlier.length === 0 ? {} : { earlier }),
			...usageOf(kept, orders, earlier.at(-1)?.at ?? 0),
		};
	}
}

/** What the newest message recorded, where it came after the last compaction. @param orders Of the messages. */
function usageOf(
	kept: readonly Entry[],
	orders: readonly number[],
	compacted: number,
): Pick<TranscriptConversation, 'usage'> {
	const counted = kept.flatMap((entry) => (entry.kind === 'assistant' ? [entry] : []));
	const last = counted.findLast(({ used }) => used > 0);
	const first = counted.find(({ key }) => key === last?.key);
	const at = first === undefined ? 0 : orders.indexOf(first.order) + 1;
	const usage = at > compacted ? recordedUsage(last?.used, undefined, at) : undefined;
	return usage === undefined ? {} : { usage };
}

/** The entries that are the conversation, with those of the queue, and those of branches that were left. */
function chosen(
	{ entries, lines }: Strand,
	operations: readonly QueueOperation[],
): { readonly kept: readonly Entry[]; readonly left: readonly Entry[] } {
	const off = abandonedEntries(lines, entries);
	const queued = new Set(queuedOnly(operations, entries));
	const kept: Entry[] = [];
	const left: Entry[] = [];
	let isLeaving = false;
	for (const entry of [...entries, ...queued].toSorted((one, other) => one.order - other.order)) {
		// A queued message has no place in the tree: it goes with the line before it.
		isLeaving = queued.has(entry) ? isLeaving : off.has(entry);
		(isLeaving ? left : kept).push(entry);
	}
	return { kept, left };
}

/** An assistant message that is being put together from its lines, and the results of its calls. */
class Group {
	readonly order: number;
	isDone = false;
	readonly #parts: Part[] = [];
	readonly #calls = new Map<string, ToolCall>();
	readonly results: ToolMessage[] = [];

	constructor(order: number) {
		this.order = order;
	}

	add(parts: readonly Part[], calls: readonly ToolCall[]): void {
		this.#parts.push(...parts);
		for (const call of calls) {
			// A line that was written twice does not call twice.
			this.#calls.set(call.id, this.#calls.get(call.id) ?? call);
		}
	}

	/** The message, then its results in the order of the calls. */
	messages(): readonly Message[] {
		const calls = [...this.#calls.values()];
		const message = assistantMessage(this.#parts, calls);
		const results = Map.groupBy(this.results, ({ toolCallId }) => toolCallId);
		return message === undefined
			? []
			: [message, ...calls.flatMap(({ id }) => results.get(id) ?? [])];
	}
}

/** A message with where it stands among the lines, and the entry of the user's side that it is. */
interface Placed {
	readonly message: Message;
	readonly order: number;
	readonly entry?: Entry;
}

/**
 * Messages out of entries in the order given. The lines of one assistant message become one message
 * where the first of them stands, its results follow directly, and what else came in between (a
 * person typing while tools ran) follows these.
 */
function* regrouped(entries: readonly Entry[]): Generator<Placed> {
	const groups = new Map<string, Group>();
	const callers = new Map<string, Group>();
	for (const entry of entries) {
		if (entry.kind === 'assistant') {
			const group = groups.get(entry.key) ?? new Group(entry.order);
			groups.set(entry.key, group);
			group.add(entry.parts, entry.calls);
			entry.calls.forEach(({ id }) => callers.set(id, callers.get(id) ?? group));
		}
	}
	for (const result of entries.flatMap((entry) => (entry.kind === 'user' ? entry.results : []))) {
		const results = callers.get(result.toolCallId)?.results ?? [];
		// The first time counts: a plugin's compaction writes what stays once more.
		if (!results.some(({ toolCallId }) => toolCallId === result.toolCallId)) {
			results.push(result);
		}
	}
	function* once(group: Group | undefined): Generator<Placed> {
		if (group?.isDone === false) {
			group.isDone = true;
			yield* group.messages().map((message) => ({ message, order: group.order }));
		}
	}
	for (const entry of entries) {
		if (entry.kind === 'assistant') {
			yield* once(groups.get(entry.key));
			continue;
		}
		const { order, message } = entry;
		for (const result of entry.results) {
			const caller = callers.get(result.toolCallId);
			yield* once(caller);
			// Its call was cut away or cannot be read; the result is still part of the log.
			if (caller === undefined) {
				yield { message: result, order };
			}
		}
		if (message !== undefined) {
			yield { message, order, entry };
		}
	}
}
