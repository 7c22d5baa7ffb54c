import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { fieldsOf } from '../../../messages/json.ts';
import { changesIn } from '../../../messages/fileChanges.ts';
import {
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
	/** The messages that were kept, and the line after which they come in the new context. */
	preservedSegment: lenient(
		v.object({ headUuid: optionalText, anchorUuid: optionalText, tailUuid: optionalText }),
	),
	preservedMessages: lenient(v.object({ uuids: v.fallback(v.array(v.string()), []) })),
});

/** The compaction boundary in a line; undefined for other lines, including boundaries that only cleared old results. */
function boundaryOf(record: ClaudeRecord): Boundary | undefined {
	if (record.subtype !== 'compact_boundary') {
		return undefined;
	}
	const { trigger, preTokens, preservedSegment, preservedMessages } =
		read(boundaryMetadata, record.compactMetadata) ?? {};
	const { headUuid, anchorUuid, tailUuid } = preservedSegment ?? {};
	// Messages kept from the start follow the boundary; messages kept from the end follow the summary.
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

/** The beginnings of the lines after a summary. */
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
	/** Positions of the lines, by their ids. */
	readonly #positions = new Map<string, number>();
	hasMessages = false;
	#boundary: Boundary | undefined;

	add(record: ClaudeRecord, entry: Entry | undefined): void {
		this.hasMessages ||= record.type === 'user' || record.type === 'assistant';
		this.#boundary = boundaryOf(record) ?? this.#boundary;
		if (entry !== undefined) {
			this.entries.push(entry);
			if (entry.kind === 'user' && this.#boundary !== undefined && replacesMessages(entry)) {
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

	/** Number of messages before the first of these lines that exists. */
	startOf(ids: readonly string[], starts: ReadonlyMap<Entry, number>): number | undefined {
		const at = ids.map((id) => this.#positions.get(id)).find((position) => position !== undefined);
		return at === undefined ? undefined : this.#startFrom(at, starts);
	}

	/** Number of messages before the line that follows this one. */
	startAfter(id: string, starts: ReadonlyMap<Entry, number>): number | undefined {
		const at = this.#positions.get(id);
		return at === undefined ? undefined : this.#startFrom(at + 1, starts);
	}

	/** From the first line at or after a position that has an entry. */
	#startFrom(position: number, starts: ReadonlyMap<Entry, number>): number | undefined {
		return this.lines
			.slice(position)
			.map(({ entry }) => entry && starts.get(entry))
			.find((start) => start !== undefined);
	}
}

/** Whether it is the handoff of a plugin's compaction, after which the file repeats the messages that stay. */
function isHandoff(entry: Entry): boolean {
	const message = entry.kind === 'user' && !isSummary(entry) ? entry.message : undefined;
	return message !== undefined && userOrigin(message) === 'summary';
}

function replacesMessages(entry: Entry): boolean {
	return isSummary(entry) || isHandoff(entry);
}

/** Collects a session line by line. */
export class ClaudeSession {
	readonly #problems: ProblemList;
	/** Contents of the lines so far, by id: a resumed session may contain its lines twice. */
	readonly #contents = new Map<string, unknown>();
	readonly #operations: QueueOperation[] = [];
	readonly #main = new Strand();
	/** Sub-agents' strands, in the order in which they began. */
	readonly #subAgents = new Map<string, Strand>();
	/** Key of the strand of each sub-agent's line. */
	readonly #strandKeys = new Map<string, string>();
	#latestKey: string | undefined;
	#order = 0;
	readonly #titles = { custom: '', generated: '' };
	/** File changes by sub-agents, by the sub-agent's id or the id of the call that started it. */
	readonly #changes = new Map<string, readonly FileChange[]>();
	/** Titles, each with the last line of its session: such titles are often in the files of other sessions. */
	readonly #summaries: { readonly title: string; readonly leaf: unknown }[] = [];

	constructor(problems: ProblemList) {
		this.#problems = problems;
	}

	/** Adds the next line. @param value Its JSON value. */
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
		const body = content ?? prompt;
		if (type === 'queue-operation') {
			this.#operations.push({ ...place, operation: record.operation, content: record.content });
			return;
		}
		if (id !== undefined) {
			if (this.#contents.has(id)) {
				if (isDeepStrictEqual(this.#contents.get(id), body)) {
					return;
				}
				const what = 'This line has the id of an earlier line with other content; both were kept.';
				this.#problems.add(line, what);
				// It has no position in the tree.
				record = { ...record, uuid: undefined };
			} else {
				this.#contents.set(id, body);
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

	/** The last title of each kind counts. */
	#takeTitle({ type, customTitle, aiTitle, summary, leafUuid: leaf }: ClaudeRecord): void {
		this.#titles.custom = customTitle?.trim() ?? this.#titles.custom;
		this.#titles.generated = aiTitle?.trim() ?? this.#titles.generated;
		if (type === 'summary' && summary !== undefined) {
			this.#summaries.push({ title: summary.trim(), leaf });
		}
	}

	/** The strand of a line: the main one, that of the named sub-agent, that of the line's parent, or a new one. */
	#strandOf(record: ClaudeRecord): Strand {
		if (!isOfSubAgent(record)) {
			return this.#main;
		}
		const { agentId, parentUuid, parent_tool_use_id: call } = record;
		const own = record.uuid ?? '';
		// A line whose parent is not in the file continues the latest strand.
		const continued =
			parentUuid === null
				? own
				: (this.#strandKeys.get(parentUuid ?? '') ?? this.#latestKey ?? own);
		const key = agentId ?? call ?? continued;
		this.#strandKeys.set(own, key);
		this.#latestKey = key;
		const strand = this.#subAgents.get(key) ?? new Strand();
		this.#subAgents.set(key, strand);
		return strand;
	}

	/** Ids of sub-agents that this session started and that have files of their own. */
	get agentsWithOwnFile(): readonly string[] {
		return this.#main.entries.flatMap((entry) =>
			entry.kind === 'user' && entry.agent !== undefined && !this.#subAgents.has(entry.agent)
				? [entry.agent]
				: [],
		);
	}

	/** Adds the file changes of a sub-agent that has its own file. */
	addAgentChanges(agent: string, conversations: readonly TranscriptConversation[]): void {
		this.#changes.set(
			agent,
			conversations.flatMap(({ messages }) => changesIn(messages)),
		);
	}

	/**
	 * The main conversation, if there is one, then those of sub-agents. Reports abandoned branches. To be called once.
	 * @throws The signal's reason when it was aborted.
	 */
	async conversations(signal?: AbortSignal): Promise<readonly TranscriptConversation[]> {
		const strands = [this.#main, ...this.#subAgents.values()].filter(
			(strand) => strand.hasMessages,
		);
		const [first = this.#main] = strands;
		const others: TranscriptConversation[] = [];
		for (const [key, strand] of this.#subAgents) {
			if (strand.hasMessages && strand !== first) {
				const conversation = await this.#conversation(strand, [], '', signal);
				this.#changes.set(key, changesIn(conversation.messages));
				others.push(conversation);
			}
		}
		const uuids = new Set<unknown>(first.lines.map(({ uuid: id }) => id));
		const own = this.#summaries.findLast(({ leaf }) => uuids.has(leaf))?.title ?? '';
		const title = this.#titles.custom || this.#titles.generated || own;
		return [await this.#conversation(first, this.#operations, title, signal), ...others];
	}

	/** A result with the file changes of the sub-agent whose report it is. */
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
		const { kept, abandoned } = splitAbandoned(strand, operations);
		const log = new TranscriptLog(this.#problems);
		log.title = title;
		const replies = repliesIn(kept);
		/** Number of messages before each entry; a result belongs to the message with its call. */
		const starts = new Map<Entry, number>();
		const pace = pacer(signal);
		let repeats = false;
		for (const entry of kept) {
			await pace();
			if (entry.kind === 'assistant') {
				repeats = false;
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
				// A plugin's compaction repeats results that stay.
				if (!log.hasResult(result.toolCallId)) {
					log.answer(this.#withChanges(result, entry.agent));
				}
			}
			const { message, boundary } = entry;
			// Directly after its compaction, a plugin only repeats what is in the log.
			repeats =
				boundary !== undefined || (repeats && (message === undefined || entry.isPlugins === true));
			const isRepeated = entry.isPlugins === true && repeats && log.earlier.length > 0;
			if (message === undefined || (isRepeated && boundary === undefined)) {
				continue;
			}
			// A summary at the very beginning is a message: what it covers is in another file.
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
			const byPlugin = entry.isPlugins === true;
			log.addCompaction({ start, end: Math.max(start, end), at, summary, byPlugin, ...details });
		}
		const ofUser = abandoned.flatMap((entry) =>
			entry.kind === 'user' ? [...entry.results, entry.message ?? []].flat() : [],
		);
		const count = repliesIn(abandoned).size + ofUser.length;
		this.#problems.addRewind(abandoned[0]?.line ?? 1, count);
		return log.conversation();
	}
}

/** Splits entries, including those of the queue, into the conversation and abandoned branches. */
function splitAbandoned(
	{ entries, lines }: Strand,
	operations: readonly QueueOperation[],
): { readonly kept: readonly Entry[]; readonly abandoned: readonly Entry[] } {
	const onBranches = abandonedEntries(lines, entries);
	const queued = new Set(queuedOnly(operations, entries));
	const kept: Entry[] = [];
	const abandoned: Entry[] = [];
	let isAbandoned = false;
	for (const entry of [...entries, ...queued].toSorted((one, other) => one.order - other.order)) {
		// A queued message is not in the tree: it belongs to the line before it.
		isAbandoned = queued.has(entry) ? isAbandoned : onBranches.has(entry);
		(isAbandoned ? abandoned : kept).push(entry);
	}
	return { kept, abandoned };
}

/** An assistant's message, assembled from its lines. */
interface Reply {
	readonly parts: Part[];
	/** By id, so that a repeated line does not repeat its calls. */
	readonly calls: Map<string, ToolCall>;
	used: number;
	/** The number of messages before it, once it is in the log. */
	start?: number;
}

/** Adds a message, unless it is empty. */
function addReply({ parts, calls, used }: Reply, log: TranscriptLog): void {
	const allCalls = [...calls.values()];
	if (assistantMessage(parts, allCalls) !== undefined) {
		log.assistant(parts, allCalls);
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
