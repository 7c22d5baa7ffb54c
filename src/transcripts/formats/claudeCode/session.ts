import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { fieldsOf } from '../../../messages/json.ts';
import { changesIn } from '../../../messages/fileChanges.ts';
import {
	hasImage,
	partsOf,
	textOf,
	type FileChange,
	type Part,
	type ToolCall,
	type ToolMessage,
} from '../../../messages/message.ts';
import { userOrigin } from '../../../messages/origins.ts';
import { assistantMessage } from '../../building/parts.ts';
import { lenient, optionalText, read } from '../../building/shapes.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { pacer } from '../../bytes/steps.ts';
import type { ProblemList } from '../../problems.ts';
import type { TranscriptConversation } from '../../reader.ts';
import {
	claudeRecord,
	entryOfAttachment,
	entryOfMessage,
	isOfSubAgent,
	isSummary,
	notShown,
	queuedOnly,
	timeOf,
	type Boundary,
	type ClaudeRecord,
	type Entry,
	type QueueOperation,
} from './entries.ts';
import { abandonedEntries, type TreeLine } from './tree.ts';

const boundaryMetadata = v.object({
	trigger: lenient(v.picklist(['auto', 'manual'])),
	preTokens: lenient(v.pipe(v.number(), v.integer(), v.minValue(0))),
	/** The messages that were kept, and the line that they follow in the new context. */
	preservedSegment: lenient(
		v.object({ headUuid: optionalText, anchorUuid: optionalText, tailUuid: optionalText }),
	),
	preservedMessages: lenient(v.object({ uuids: v.fallback(v.array(v.string()), []) })),
});

/** The boundary of a line; undefined for other lines, and for boundaries that only cleared old results. */
function boundaryOf(record: ClaudeRecord): Boundary | undefined {
	if (record.subtype !== 'compact_boundary') {
		return undefined;
	}
	const { trigger, preTokens, preservedSegment, preservedMessages } =
		read(boundaryMetadata, record.compactMetadata) ?? {};
	const { headUuid, anchorUuid, tailUuid } = preservedSegment ?? {};
	// A kept start follows the boundary, a kept end follows the summary.
	const keepsStart = anchorUuid !== undefined && anchorUuid === record.uuid;
	const heads = keepsStart ? [] : [headUuid, ...(preservedMessages?.uuids ?? [])];
	return {
		heads: heads.filter((head) => head !== undefined),
		...(keepsStart && tailUuid !== undefined ? { tail: tailUuid } : {}),
		...(preTokens === undefined ? {} : { tokensBefore: preTokens }),
		...(trigger === undefined ? {} : { trigger: trigger === 'auto' ? 'automatic' : 'manual' }),
		...timeOf(record),
	};
}

/** The introduction of a summary to the model. */
const introduction =
	/^This session is being continued from a previous conversation that ran out of context\.[^\n]*\n+/;

/** The lines after it. */
const closing =
	/^(?:If you need specific details from before compaction|Recent messages are preserved verbatim\.|(?:Please c|C)ontinue the conversation from where (?:we|it) left)/;

/** A summary without introduction and closing lines. */
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
	/** Of the lines, by their ids. */
	readonly #positions = new Map<string, number>();
	hasMessages = false;
	#boundary: Boundary | undefined;

	add(record: ClaudeRecord, entry: Entry | undefined): void {
		this.hasMessages ||= record.type === 'user' || record.type === 'assistant';
		this.#boundary = boundaryOf(record) ?? this.#boundary;
		if (entry !== undefined) {
			this.entries.push(entry);
			if (entry.kind === 'user' && this.#boundary !== undefined && standsForOthers(entry)) {
				entry.boundary = this.#boundary;
				this.#boundary = undefined;
			}
		}
		const { uuid: id, parentUuid, logicalParentUuid } = record;
		if (id !== undefined) {
			const parents = [parentUuid, logicalParentUuid].filter((each) => typeof each === 'string');
			this.#positions.set(id, this.lines.length);
			this.lines.push({ uuid: id, parents, entry });
		}
	}

	/** The start of the first of these lines that exists; for a line without one, that of the next. */
	startOf(ids: readonly string[], starts: ReadonlyMap<Entry, number>): number | undefined {
		const at = ids.map((id) => this.#positions.get(id)).find((position) => position !== undefined);
		return at === undefined ? undefined : this.#startFrom(at, starts);
	}

	/** The start of the line after this one. */
	startAfter(id: string, starts: ReadonlyMap<Entry, number>): number | undefined {
		const at = this.#positions.get(id);
		return at === undefined ? undefined : this.#startFrom(at + 1, starts);
	}

	#startFrom(position: number, starts: ReadonlyMap<Entry, number>): number | undefined {
		return this.lines
			.slice(position)
			.map(({ entry }) => entry && starts.get(entry))
			.find((start) => start !== undefined);
	}
}

/** Whether a plugin's compaction wrote it. After it, the messages that stay are repeated. */
function isHandoff(entry: Entry): boolean {
	const message = entry.kind === 'user' && !isSummary(entry) ? entry.message : undefined;
	return message !== undefined && userOrigin(message) === 'summary';
}

function standsForOthers(entry: Entry): boolean {
	return isSummary(entry) || isHandoff(entry);
}

/** Collects a session line by line. */
export class ClaudeSession {
	readonly #problems: ProblemList;
	/** Contents of the lines read, by id: resuming a session can write its lines again. */
	readonly #read = new Map<string, unknown>();
	readonly #operations: QueueOperation[] = [];
	readonly #main = new Strand();
	/** Of sub-agents, in the order they began. */
	readonly #sides = new Map<string, Strand>();
	/** The strand of each sub-agent line. */
	readonly #chains = new Map<string, string>();
	#latestChain: string | undefined;
	#order = 0;
	readonly #titles = { custom: '', generated: '' };
	/** What sub-agents did to files, by their ids or by the call behind which they worked. */
	readonly #changes = new Map<string, readonly FileChange[]>();
	/** Titles by the line they name as the end of their session: such lines are often in other sessions' files. */
	readonly #summaries: { readonly title: string; readonly leaf: unknown }[] = [];

	constructor(problems: ProblemList) {
		this.#problems = problems;
	}

	/** Processes the JSON value of the next line. */
	take(line: number, value: unknown): void {
		const order = this.#order;
		this.#order += 1;
		let record = read(claudeRecord, value);
		if (record === undefined) {
			this.#problems.add(line, 'This line is not a Claude Code record; it was skipped.');
			return;
		}
		const { type, uuid: id, timestamp } = record;
		const place = { line, order, timestamp };
		const { content, prompt } = fieldsOf(record.message ?? record.attachment);
		const said = content ?? prompt;
		if (type === 'queue-operation') {
			this.#operations.push({ ...place, operation: record.operation, content: record.content });
			return;
		}
		if (id !== undefined) {
			if (this.#read.has(id)) {
				if (isDeepStrictEqual(this.#read.get(id), said)) {
					return;
				}
				const what = 'This line has the id of one that says something else; both were kept.';
				this.#problems.add(line, what);
				// It has no position in the tree.
				record = { ...record, uuid: undefined };
			} else {
				this.#read.set(id, said);
			}
		}
		this.#takeTitle(record);
		let entry: Entry | undefined;
		if (type === 'user' || type === 'assistant') {
			entry = entryOfMessage(record, place, this.#problems);
		} else if (type === 'attachment') {
			entry = entryOfAttachment(record, place);
		}
		this.#strandOf(record).add(record, entry);
	}

	/** Of each kind of title the last one counts. */
	#takeTitle({ type, customTitle, aiTitle, summary, leafUuid: leaf }: ClaudeRecord): void {
		this.#titles.custom = customTitle?.trim() ?? this.#titles.custom;
		this.#titles.generated = aiTitle?.trim() ?? this.#titles.generated;
		if (type === 'summary' && summary !== undefined) {
			this.#summaries.push({ title: summary.trim(), leaf });
		}
	}

	/** The strand of a line: for sub-agents that of the named one, that of its parent, or a new one. */
	#strandOf(record: ClaudeRecord): Strand {
		if (!isOfSubAgent(record)) {
			return this.#main;
		}
		const { agentId, parentUuid, parent_tool_use_id: call } = record;
		const own = record.uuid ?? '';
		// A chain is linear unless it indicates otherwise, even if a parent is not in the file.
		const continued =
			parentUuid === null ? own : (this.#chains.get(parentUuid ?? '') ?? this.#latestChain ?? own);
		const chain = agentId ?? call ?? continued;
		this.#chains.set(own, chain);
		this.#latestChain = chain;
		const strand = this.#sides.get(chain) ?? new Strand();
		this.#sides.set(chain, strand);
		return strand;
	}

	/** Sub-agents that worked behind calls of this session, and wrote to files of their own. */
	get agentsElsewhere(): readonly string[] {
		return this.#main.entries.flatMap((entry) =>
			entry.kind === 'user' && entry.agent !== undefined && !this.#sides.has(entry.agent)
				? [entry.agent]
				: [],
		);
	}

	/** Takes over what a sub-agent did to files, from the session in its own file. */
	workedBehind(agent: string, conversations: readonly TranscriptConversation[]): void {
		this.#changes.set(
			agent,
			conversations.flatMap(({ messages }) => changesIn(messages)),
		);
	}

	/**
	 * The main conversation, then those of its sub-agents; a sub-agent's own file has only these. Abandoned branches are
	 * counted as a problem. To be called once.
	 * @throws The signal's reason when it was aborted.
	 */
	async conversations(signal?: AbortSignal): Promise<readonly TranscriptConversation[]> {
		const strands = [this.#main, ...this.#sides.values()].filter((strand) => strand.hasMessages);
		const [first = this.#main] = strands;
		const sides: TranscriptConversation[] = [];
		for (const [chain, strand] of this.#sides) {
			if (strand.hasMessages && strand !== first) {
				const side = await this.#conversation(strand, [], '', signal);
				this.#changes.set(chain, changesIn(side.messages));
				sides.push(side);
			}
		}
		const uuids = new Set<unknown>(first.lines.map(({ uuid: id }) => id));
		const own = this.#summaries.findLast(({ leaf }) => uuids.has(leaf))?.title ?? '';
		const title = this.#titles.custom || this.#titles.generated || own;
		return [await this.#conversation(first, this.#operations, title, signal), ...sides];
	}

	/** A result with what the sub-agent behind it did to files. */
	#withChanges(result: ToolMessage, agent: string | undefined): ToolMessage {
		const changed = this.#changes.get(agent ?? result.toolCallId) ?? [];
		return changed.length === 0 ? result : { ...result, changed };
	}

	async #conversation(
		strand: Strand,
		operations: readonly QueueOperation[],
		title: string,
		signal: AbortSignal | undefined,
	): Promise<TranscriptConversation> {
		const { kept, left } = chosen(strand, operations);
		const log = new TranscriptLog(this.#problems);
		log.title = title;
		const copies = copiesIn(kept);
		const replies = repliesIn(kept.filter((entry) => !copies.has(entry)));
		/** The number of messages before each entry; results are part of the message with their call. */
		const starts = new Map<Entry, number>();
		const pace = pacer(signal);
		for (const entry of kept) {
			await pace();
			if (entry.kind === 'assistant') {
				const reply = replies.get(entry.key);
				if (reply !== undefined && reply.start === undefined) {
					reply.start = log.messages.length;
					addReply(reply, log);
				}
				starts.set(entry, reply?.start ?? log.settled.length);
				continue;
			}
			starts.set(entry, log.settled.length);
			for (const result of entry.results) {
				// The first occurrence counts: a plugin's compaction repeats what stays.
				if (!log.hasResult(result.toolCallId)) {
					log.answer(this.#withChanges(result, entry.agent));
				}
			}
			const { message, boundary } = entry;
			if (message === undefined || copies.has(entry)) {
				continue;
			}
			// A summary at the very beginning stays: what it covers is in another file.
			if (log.isEmpty || (boundary === undefined && !isSummary(entry))) {
				log.record = entry;
				log.add(message);
				continue;
			}
			const { heads = [], tail, ...details } = boundary ?? {};
			const at = log.messages.length;
			const start = tail === undefined ? 0 : (strand.startAfter(tail, starts) ?? 0);
			const end = strand.startOf(heads, starts) ?? at;
			const summary = withoutFrame(textOf(message.content));
			log.addCompaction({ start, end: Math.max(start, end), at, summary, ...details });
		}
		const [first] = left;
		const said = left.flatMap((entry) =>
			entry.kind === 'user' ? [...entry.results, ...(entry.message ? [entry.message] : [])] : [],
		);
		const count = repliesIn(left).size + said.length;
		if (first !== undefined && count > 0) {
			this.#problems.addRewind(first.line, count);
		}
		return log.conversation();
	}
}

/** The entries of the conversation, with those of the queue, and those of abandoned branches. */
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
		// A queued message is not part of the tree: it belongs to the line before it.
		isLeaving = queued.has(entry) ? isLeaving : off.has(entry);
		(isLeaving ? left : kept).push(entry);
	}
	return { kept, left };
}

/** The entries that plugins' compactions repeat after their handoffs. */
function copiesIn(entries: readonly Entry[]): ReadonlySet<Entry> {
	const copies = new Set<Entry>();
	for (const [at, entry] of entries.entries()) {
		if (isHandoff(entry)) {
			const before = entries.slice(0, at).filter((each) => !copies.has(each));
			repeatedOf(before, entries.slice(at + 1)).forEach((copy) => copies.add(copy));
		}
	}
	return copies;
}

/** The entries after a handoff that repeat those that stay, in order and including the last of them. */
function repeatedOf(before: readonly Entry[], after: readonly Entry[]): readonly Entry[] {
	const keys = before.flatMap(keysOf);
	const last = before.findLast((entry) => mayStay(entry) && keysOf(entry).length > 0);
	const end = last === undefined ? -1 : keys.lastIndexOf(keysOf(last).at(-1) ?? '');
	let count = 0;
	let latest = -1;
	for (const [index, entry] of after.entries()) {
		// A plugin writes only text.
		if (isHandoff(entry) || (entry.kind === 'user' && hasImage(entry.message?.content ?? ''))) {
			break;
		}
		const own = keysOf(entry);
		for (const key of own) {
			latest = keys.indexOf(key, latest + 1);
			if (latest === -1) {
				return after.slice(0, count);
			}
		}
		// Repeated content may be its last occurrence, though an earlier one was found.
		count = keys.lastIndexOf(own.at(-1) ?? '') >= end ? index + 1 : count;
	}
	return after.slice(0, count);
}

/** Whether a compaction can keep an entry as it is. */
function mayStay(entry: Entry): boolean {
	const isClients = entry.kind === 'user' && entry.message?.origin === 'client';
	return (!isClients || entry.results.length > 0) && !standsForOthers(entry);
}

/** What a plugin receives of an entry; a repeated message may divide its content differently between lines. */
function keysOf(entry: Entry): readonly string[] {
	if (entry.kind === 'assistant') {
		const texts = entry.parts.flatMap((part) => textsIn([part])).map((text) => `reply ${text}`);
		return [...texts, ...entry.calls.map(({ id }) => `call ${id}`)];
	}
	const words = textsIn(partsOf(entry.message?.content ?? '')).join('\n');
	const results = entry.results.map(({ toolCallId }) => `result ${toolCallId}`);
	return words === '' ? results : [...results, `said ${words}`];
}

function textsIn(parts: readonly Part[]): readonly string[] {
	return parts.flatMap((part) =>
		part.type === 'text' && part.text !== notShown ? [part.text] : [],
	);
}

/** An assistant's message, assembled from its lines. */
interface Reply {
	readonly parts: Part[];
	/** By id: a repeated line does not call twice. */
	readonly calls: Map<string, ToolCall>;
	used: number;
	/** The number of messages before it, once it is in the log. */
	start?: number;
}

/** Adds a message, unless it is empty. */
function addReply({ parts, calls, used }: Reply, log: TranscriptLog): void {
	const made = [...calls.values()];
	if (assistantMessage(parts, made) !== undefined) {
		log.assistant(parts, made);
		log.recordUsage(used);
	}
}

/** The assistant's messages among entries, by the key that their lines share. */
function repliesIn(entries: readonly Entry[]): ReadonlyMap<string, Reply> {
	const replies = new Map<string, Reply>();
	for (const entry of entries) {
		if (entry.kind === 'assistant') {
			const { key, parts, calls, used } = entry;
			const reply = replies.get(key) ?? {
				parts: [],
				calls: new Map<string, ToolCall>(),
				used: 0,
			};
			replies.set(key, reply);
			reply.parts.push(...parts);
			for (const call of calls) {
				reply.calls.set(call.id, call);
			}
			reply.used = used || reply.used;
		}
	}
	return replies;
}
