import { Boundaries } from './boundaries.ts';
import { entryOfAttachment, entryOfMessage, type Entry, type Place } from './entries.ts';
import { EntryList } from './entryList.ts';
import { regrouped } from './groups.ts';
import { queuedOnly, type QueueOperation } from './queue.ts';
import { claudeRecord, isOfSubAgent, type ClaudeRecord } from './records.ts';
import { SideChains } from './sideChains.ts';
import { ClaudeTitles } from './titles.ts';
import { abandonedEntries, LineTree } from './tree.ts';
import { NameNumbers } from '../../bytes/nameNumbers.ts';
import { NumberColumn } from '../../bytes/numberColumn.ts';
import { pause } from '../../bytes/steps.ts';
import { abandoned, type ProblemList } from '../../problems.ts';
import type { TranscriptConversation } from '../../reader.ts';
import { firstWords } from '../../building/titles.ts';

/** Messages put together before others get a turn: some milliseconds. */
const messagesAtOnce = 200;

/** Lines that a problem names one by one. */
const linesNamed = 20;

/** The lines of one strand: the main conversation, or a sub-agent's. */
class Strand {
	readonly entries = new EntryList();
	readonly tree: LineTree;
	readonly boundaries = new Boundaries();
	hasMessages = false;

	constructor(uuids: NameNumbers) {
		this.tree = new LineTree(uuids);
	}

	/** @param uuid Number of the line's; undefined when it has none. */
	/** @returns The number of the entry; -1 when there is none. */
	add(record: ClaudeRecord, uuid: number | undefined, entry: Entry | undefined): number {
		this.boundaries.take(record, entry);
		const index = entry === undefined ? -1 : this.entries.add(entry);
		if (uuid !== undefined) {
			this.tree.add(uuid, [record.parentUuid, record.logicalParentUuid], index);
		}
		return index;
	}
}

/** Collects a session line by line. Holds some dozen bytes of each, whatever it says. */
export class ClaudeSession {
	readonly #problems: ProblemList;
	readonly #uuids = new NameNumbers();
	/**
	 * For each uuid one more than the number of its line's entry, 0 when that has none, -1 when only
	 * other lines name it.
	 */
	readonly #read = new NumberColumn();
	/** Lines that have the uuid of another, and say something else. */
	readonly #sharing: number[] = [];
	readonly #titles = new ClaudeTitles();
	readonly #operations: QueueOperation[] = [];
	readonly #main = new Strand(this.#uuids);
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
		const uuid = typeof record.uuid === 'string' ? this.#uuids.numberOf(record.uuid) : undefined;
		const known = uuid === undefined ? -1 : this.#read.at(uuid);
		if (known !== -1) {
			this.#takeAgain(record, place, known - 1);
			return;
		}
		if (record.type === 'queue-operation') {
			const operation = typeof record.operation === 'string' ? record.operation : '';
			this.#operations.push({ ...place, operation, content: record.content });
			return;
		}
		this.#titles.take(record);
		this.#takeIntoStrand(record, uuid, place);
	}

	/**
	 * Takes a line whose uuid was there before. Resuming a session can write its lines again; one that
	 * says something else is kept where it stands.
	 * @param index Of the entry of the line before; -1 when there is none.
	 */
	#takeAgain(record: ClaudeRecord, place: Place, index: number): void {
		const strand = this.#strandOf(record);
		const entry = this.#entry(record, place);
		const isThere = index !== -1 && index < strand.entries.length;
		const first = isThere ? strand.entries.read(index) : undefined;
		if (entry !== undefined && (first === undefined || !saysTheSame(entry, first))) {
			this.#sharing.push(place.line);
			strand.add(record, undefined, entry);
			strand.hasMessages = true;
		}
	}

	#takeIntoStrand(record: ClaudeRecord, uuid: number | undefined, place: Place): void {
		const strand = this.#strandOf(record);
		strand.hasMessages ||= record.type === 'user' || record.type === 'assistant';
		const index = strand.add(record, uuid, this.#entry(record, place));
		if (uuid !== undefined) {
			this.#read.set(uuid, index + 1);
		}
	}

	#strandOf(record: ClaudeRecord): Strand {
		return isOfSubAgent(record) ? this.#sideOf(record) : this.#main;
	}

	#sideOf(record: ClaudeRecord): Strand {
		const chain = this.#chains.of(record);
		const strand = this.#sides.get(chain) ?? new Strand(this.#uuids);
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
		this.#reportSharing();
		const strands = [this.#main, ...this.#sides.values()].filter((strand) => strand.hasMessages);
		const [first = this.#main, ...others] = strands;
		const title = this.#titles.best((uuid) => first.tree.has(uuid));
		const conversations = [await this.#conversation(first, this.#operations, title, signal)];
		for (const strand of others) {
			conversations.push(await this.#conversation(strand, [], '', signal));
		}
		return conversations;
	}

	#reportSharing(): void {
		const [first] = this.#sharing;
		if (first === undefined) {
			return;
		}
		const named = this.#sharing.slice(0, linesNamed).join(', ');
		const more = this.#sharing.length - linesNamed;
		const others = more > 0 ? ` and ${more} more` : '';
		this.#problems.add(
			first,
			`Lines that have the id of another line and say something else were kept where they stand: ${named}${others}.`,
		);
	}

	async #conversation(
		{ entries, tree, boundaries }: Strand,
		operations: readonly QueueOperation[],
		title: string,
		signal: AbortSignal | undefined,
	): Promise<TranscriptConversation> {
		const { kept, left } = chosen(entries, tree, operations);
		this.#report(entries, left);
		const log = boundaries.log();
		for (const message of regrouped(entries, kept)) {
			log.push(message);
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

	#report(entries: EntryList, left: Int32Array): void {
		const [first] = left;
		const count = Array.from(regrouped(entries, left), () => 1).length;
		if (first !== undefined && count > 0) {
			this.#problems.add(entries.read(first).line, abandoned(count));
		}
	}
}

/** Whether two lines are the same one written twice: only their places differ. */
function saysTheSame(one: Entry, other: Entry): boolean {
	const text = (entry: Entry): string => JSON.stringify({ ...entry, line: 0, order: 0, key: '' });
	return text(one) === text(other);
}

/** Numbers of the entries that are the conversation, with those of the queue, and of those that were left. */
function chosen(
	entries: EntryList,
	tree: LineTree,
	operations: readonly QueueOperation[],
): { readonly kept: Int32Array; readonly left: Int32Array } {
	const abandoned = abandonedEntries(tree, entries);
	const fromLines = entries.length;
	queuedOnly(operations, entries).forEach((entry) => entries.add(entry));
	const kept = new Int32Array(entries.length);
	const left: number[] = [];
	let keptCount = 0;
	let isLeaving = false;
	for (const index of inOrder(entries, fromLines)) {
		// A queued message has no place in the tree: it goes with the line before it.
		isLeaving = index < fromLines ? abandoned[index] === 1 : isLeaving;
		if (isLeaving) {
			left.push(index);
		} else {
			kept[keptCount] = index;
			keptCount += 1;
		}
	}
	return { kept: kept.subarray(0, keptCount), left: Int32Array.from(left) };
}

/** Numbers of entries in the order of the file, those of the queue among those of the lines. */
function* inOrder(entries: EntryList, fromLines: number): Generator<number> {
	const queued = Array.from({ length: entries.length - fromLines }, (_, at) => fromLines + at);
	queued.sort((a, b) => entries.order(a) - entries.order(b));
	let next = 0;
	for (let index = 0; index < fromLines; index += 1) {
		for (; next < queued.length; next += 1) {
			const waiting = queued[next] ?? 0;
			if (entries.order(waiting) > entries.order(index)) {
				break;
			}
			yield waiting;
		}
		yield index;
	}
	yield* queued.slice(next);
}
