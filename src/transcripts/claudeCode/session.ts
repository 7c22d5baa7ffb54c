import { Boundaries } from './boundaries.ts';
import { entryOfAttachment, entryOfMessage, type Entry, type Place } from './entries.ts';
import { regrouped } from './groups.ts';
import { queuedOnly, type QueueOperation } from './queue.ts';
import { claudeRecord, type ClaudeRecord } from './records.ts';
import { SideChains } from './sideChains.ts';
import { ClaudeTitles } from './titles.ts';
import { abandonedEntries, type TreeNode } from './tree.ts';
import type { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptConversation } from '../reader.ts';
import { firstWords } from '../titles.ts';

/** The lines of one strand: the main conversation, or a sub-agent's. */
class Strand {
	readonly entries: Entry[] = [];
	readonly nodes: TreeNode[] = [];
	readonly boundaries = new Boundaries();
	hasMessages = false;

	add(record: ClaudeRecord, entry: Entry | undefined): void {
		this.boundaries.take(record, entry);
		if (entry !== undefined) {
			this.entries.push(entry);
		}
		if (typeof record.uuid === 'string') {
			const parents = [record.parentUuid, record.logicalParentUuid];
			this.nodes.push({ uuid: record.uuid, parents, entry });
		}
	}
}

/** Collects a session line by line. Holds what the conversation needs, never a whole line. */
export class ClaudeSession {
	readonly #problems: ProblemList;
	readonly #uuids = new Set<string>();
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
		if (typeof record.uuid === 'string') {
			if (this.#uuids.has(record.uuid)) {
				// Resuming a session can write its lines again.
				return;
			}
			this.#uuids.add(record.uuid);
		}
		if (record.type === 'queue-operation') {
			const operation = typeof record.operation === 'string' ? record.operation : '';
			this.#operations.push({ ...place, operation, content: record.content });
			return;
		}
		this.#titles.take(record);
		this.#takeIntoStrand(record, place);
	}

	#takeIntoStrand(record: ClaudeRecord, place: Place): void {
		const strand = isSide(record) ? this.#sideOf(record) : this.#main;
		strand.hasMessages ||= record.type === 'user' || record.type === 'assistant';
		strand.add(record, this.#entry(record, place));
	}

	#sideOf(record: ClaudeRecord): Strand {
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
	 * Branches that were left are counted as a problem.
	 */
	transcript(): Transcript {
		const strands = [this.#main, ...this.#sides.values()].filter((strand) => strand.hasMessages);
		const [first = this.#main, ...others] = strands;
		const conversations = [
			this.#conversation(first, this.#operations, this.#titles.best(first.nodes)),
			...others.map((strand) => this.#conversation(strand, [], '')),
		];
		return {
			format: 'claude-code',
			conversations: conversations.filter(
				({ messages }, position) => position === 0 || messages.length > 0,
			),
			problems: this.#problems.toArray(),
		};
	}

	#conversation(
		{ entries, nodes, boundaries }: Strand,
		operations: readonly QueueOperation[],
		title: string,
	): TranscriptConversation {
		const abandoned = abandonedEntries(nodes);
		const queued = new Set<Entry>(queuedOnly(operations, entries));
		const left: Entry[] = [];
		const kept: Entry[] = [];
		let leaving = false;
		for (const entry of [...entries, ...queued].sort((a, b) => a.order - b.order)) {
			// A queued message has no place in the tree: it goes with the line before it.
			leaving = queued.has(entry) ? leaving : abandoned.has(entry);
			(leaving ? left : kept).push(entry);
		}
		this.#report(left);
		const { messages, earlier } = boundaries.split(regrouped(kept));
		return {
			title: title || firstWords(messages),
			messages,
			...(earlier.length === 0 ? {} : { earlier }),
		};
	}

	#report(left: readonly Entry[]): void {
		const [first] = left;
		const count = regrouped(left).length;
		if (first !== undefined && count > 0) {
			this.#problems.add(
				first.line,
				`${count} ${count === 1 ? 'message' : 'messages'} of an abandoned branch left out: ` +
					'the person went back and took another way.',
			);
		}
	}
}

/** Whether a line is a sub-agent's, as a session or as the SDK tells it. */
function isSide({ isSidechain, parent_tool_use_id: parentToolUse }: ClaudeRecord): boolean {
	return isSidechain || typeof parentToolUse === 'string';
}
