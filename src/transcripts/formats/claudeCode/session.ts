import type { Message, Part, ToolCall, ToolMessage } from '../../../messages/message.ts';
import { assistantMessage } from '../../building/parts.ts';
import { firstWords } from '../../building/titles.ts';
import { pause } from '../../bytes/steps.ts';
import { abandoned, type ProblemList } from '../../problems.ts';
import type { TranscriptConversation } from '../../reader.ts';
import { boundaryOf, LogWithoutSummaries, type Boundary } from './compactions.ts';
import {
	claudeRecord,
	entryOfAttachment,
	entryOfMessage,
	isOfSubAgent,
	type ClaudeRecord,
	type Entry,
	type Place,
} from './entries.ts';
import { queuedOnly, type QueueOperation } from './queue.ts';
import { abandonedEntries, type TreeLine } from './tree.ts';

/** Messages put together before others get a turn: some milliseconds. */
const messagesAtOnce = 200;

/** The lines of one strand: the main conversation, or a sub-agent's. */
class Strand {
	readonly entries: Entry[] = [];
	readonly lines: TreeLine[] = [];
	/** The boundary in front of each summary. */
	readonly boundaries = new Map<Entry, Boundary>();
	hasMessages = false;
	#boundary: Boundary | undefined;

	/** @param uuid Of the line; undefined when another line has it already. */
	add(record: ClaudeRecord, uuid: string | undefined, entry: Entry | undefined): void {
		this.hasMessages ||= record.type === 'user' || record.type === 'assistant';
		this.#boundary = boundaryOf(record) ?? this.#boundary;
		if (entry !== undefined) {
			this.entries.push(entry);
			if (isSummary(entry) && this.#boundary !== undefined) {
				this.boundaries.set(entry, this.#boundary);
				this.#boundary = undefined;
			}
		}
		if (uuid !== undefined) {
			const parents = [record.parentUuid, record.logicalParentUuid];
			this.lines.push({
				uuid,
				parents: parents.filter((parent) => typeof parent === 'string'),
				entry,
			});
		}
	}
}

/** Whether an entry is the summary of a compaction. */
function isSummary(entry: Entry): boolean {
	return entry.kind === 'user' && entry.message?.origin === 'summary';
}

/** Collects a session line by line. */
export class ClaudeSession {
	readonly #problems: ProblemList;
	/** What each line with a uuid brought, as text. */
	readonly #read = new Map<string, string>();
	readonly #titles = new ClaudeTitles();
	readonly #operations: QueueOperation[] = [];
	readonly #main = new Strand();
	/** Of sub-agents, in the order they began. */
	readonly #sides = new Map<string, Strand>();
	readonly #chains = new SideChains();
	#order = 0;

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
		this.#titles.take(record);
		const entry = this.#entry(record, place);
		const uuid = typeof record.uuid === 'string' ? record.uuid : undefined;
		const before = uuid === undefined ? undefined : this.#read.get(uuid);
		const text = JSON.stringify(
			entry === undefined ? '' : { ...entry, line: 0, order: 0, key: '' },
		);
		// Resuming a session can write its lines again; one that says something else is kept where it stands.
		if (before === undefined || (entry !== undefined && before !== text)) {
			this.#strandOf(record).add(record, before === undefined ? uuid : undefined, entry);
		}
		if (uuid !== undefined && before === undefined) {
			this.#read.set(uuid, text);
		}
	}

	#strandOf(record: ClaudeRecord): Strand {
		if (!isOfSubAgent(record)) {
			return this.#main;
		}
		const chain = this.#chains.of(record);
		const strand = this.#sides.get(chain) ?? new Strand();
		this.#sides.set(chain, strand);
		return strand;
	}

	#entry(record: ClaudeRecord, place: Place): Entry | undefined {
		switch (record.type) {
			case 'user':
			case 'assistant':
				return entryOfMessage(record, place, this.#problems);
			case 'attachment':
				return entryOfAttachment(record, place);
			default:
				return undefined;
		}
	}

	/**
	 * The main conversation, then those of its sub-agents; a sub-agent's own file has only these.
	 * Branches that were left are counted as a problem. To be called once.
	 * @throws The signal's reason when it was aborted.
	 */
	async conversations(signal?: AbortSignal): Promise<readonly TranscriptConversation[]> {
		const strands = [this.#main, ...this.#sides.values()].filter((strand) => strand.hasMessages);
		const [first = this.#main, ...others] = strands;
		const uuids = new Set(first.lines.map(({ uuid }) => uuid));
		const title = this.#titles.best((uuid) => uuids.has(uuid));
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
		const log = new LogWithoutSummaries(placesOf(strand));
		for (const { message, order, entry } of regrouped(kept)) {
			log.push(message, order, entry === undefined ? undefined : strand.boundaries.get(entry));
			if (log.messages.length % messagesAtOnce === 0) {
				await pause(signal);
			}
		}
		const { messages, earlier } = log;
		return {
			title: title || firstWords(messages),
			messages,
			...(earlier.length === 0 ? {} : { earlier }),
		};
	}
}

/** The entries that are the conversation, with those of the queue, and those of branches that were left. */
function chosen(
	{ entries, lines }: Strand,
	operations: readonly QueueOperation[],
): { readonly kept: readonly Entry[]; readonly left: readonly Entry[] } {
	const off = abandonedEntries(lines, entries);
	const queued = new Set<Entry>(queuedOnly(operations, entries));
	const all = [...entries, ...queued].toSorted((one, other) => one.order - other.order);
	const kept: Entry[] = [];
	const left: Entry[] = [];
	let isLeaving = false;
	for (const entry of all) {
		// A queued message has no place in the tree: it goes with the line before it.
		isLeaving = queued.has(entry) ? isLeaving : off.has(entry);
		(isLeaving ? left : kept).push(entry);
	}
	return { kept, left };
}

/** Where what a line belongs to begins: an assistant's message with the first line of its own, a result with its call. */
function placesOf({ entries, lines }: Strand): (uuid: string) => number | undefined {
	const begins = new Map<string, number>();
	const calls = new Map<string, number>();
	const places = new Map<Entry, number>();
	for (const entry of entries) {
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
	for (const { uuid, entry } of lines.toReversed()) {
		// A line that adds nothing stands where the next one does that adds something.
		next = entry === undefined ? next : (places.get(entry) ?? next);
		orders.set(uuid, next);
	}
	return (uuid) => orders.get(uuid);
}

/** An assistant message that is being put together from its lines, and the results of its calls. */
class Group {
	readonly order: number;
	isDone = false;
	readonly #parts: Part[] = [];
	readonly #calls = new Map<string, ToolCall>();
	readonly #results: ToolMessage[] = [];

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

	answer(result: ToolMessage): void {
		this.#results.push(result);
	}

	/** The message, then its results in the order of the calls. */
	messages(): readonly Message[] {
		const calls = [...this.#calls.values()];
		const message = assistantMessage(this.#parts, calls);
		if (message === undefined) {
			return [];
		}
		const results = Map.groupBy(this.#results, ({ toolCallId }) => toolCallId);
		return [message, ...calls.flatMap(({ id }) => results.get(id) ?? [])];
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
			for (const { id } of entry.calls) {
				callers.set(id, callers.get(id) ?? group);
			}
		}
	}
	for (const entry of entries) {
		for (const result of entry.kind === 'user' ? entry.results : []) {
			callers.get(result.toolCallId)?.answer(result);
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

/** Tells the sub-agents apart whose lines stand in one file. */
class SideChains {
	/** For each line the chain it is part of. */
	readonly #chains = new Map<string, string>();
	#latest: string | undefined;

	/** The chain of a line: that of the sub-agent it names, that of its parent, or a new one. */
	of({ agentId, parentUuid, uuid, parent_tool_use_id: call }: ClaudeRecord): string {
		const own = typeof uuid === 'string' ? uuid : '';
		const parents = typeof parentUuid === 'string' ? this.#chains.get(parentUuid) : undefined;
		// A chain is a straight line unless it says otherwise, also where a parent is not in the file.
		const continued = parentUuid === null ? own : (parents ?? this.#latest ?? own);
		const named = typeof agentId === 'string' ? agentId : call;
		const chain = typeof named === 'string' ? named : continued;
		this.#chains.set(own, chain);
		this.#latest = chain;
		return chain;
	}
}

/** The titles a session's file holds; of each kind the last one counts. */
class ClaudeTitles {
	#custom = '';
	#generated = '';
	readonly #summaries: { readonly title: string; readonly leaf: unknown }[] = [];

	/** Notes the title of a line that holds one. */
	take(record: ClaudeRecord): void {
		const { customTitle, aiTitle, summary, leafUuid } = record;
		if (record.type === 'custom-title' && typeof customTitle === 'string') {
			this.#custom = customTitle.trim();
		} else if (record.type === 'ai-title' && typeof aiTitle === 'string') {
			this.#generated = aiTitle.trim();
		} else if (record.type === 'summary' && typeof summary === 'string') {
			this.#summaries.push({ title: summary.trim(), leaf: leafUuid });
		}
	}

	/**
	 * The person's own title, else the assistant's, else that of a `summary` line which names a line
	 * of this file as its end: such lines often stand in files of other sessions. Empty without any.
	 * @param isLine Whether a line of the conversation has this uuid.
	 */
	best(isLine: (uuid: string) => boolean): string {
		const own = this.#summaries.findLast(({ leaf }) => typeof leaf === 'string' && isLine(leaf));
		return this.#custom || this.#generated || (own?.title ?? '');
	}
}
