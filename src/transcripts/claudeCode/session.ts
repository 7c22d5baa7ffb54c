import { entryOfAttachment, entryOfMessage, type Entry, type Place } from './entries.ts';
import { EntryList } from './entryList.ts';
import { regrouped } from './groups.ts';
import { queuedOnly, type QueueOperation } from './queue.ts';
import { claudeRecord, type ClaudeRecord } from './records.ts';
import { ClaudeTitles } from './titles.ts';
import { abandonedEntries, LineTree } from './tree.ts';
import { MessageList } from '../messageList.ts';
import { NameNumbers } from '../nameNumbers.ts';
import { NumberColumn } from '../numberColumn.ts';
import { pause } from '../pause.ts';
import type { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptConversation } from '../reader.ts';
import { firstWords } from '../titles.ts';

/** Messages put together before others get a turn: some milliseconds. */
const messagesAtOnce = 200;

/** The lines of one strand: the main conversation, or a sub-agent's. */
class Strand {
	readonly entries = new EntryList();
	readonly tree: LineTree;
	hasMessages = false;

	constructor(uuids: NameNumbers) {
		this.tree = new LineTree(uuids);
	}

	/** @param uuid Number of the line's; undefined when it has none. */
	add(record: ClaudeRecord, uuid: number | undefined, entry: Entry | undefined): void {
		const index = entry === undefined ? -1 : this.entries.add(entry);
		if (uuid !== undefined) {
			this.tree.add(uuid, [record.parentUuid, record.logicalParentUuid], index);
		}
	}
}

/** Collects a session line by line. Holds some dozen bytes of each, whatever it says. */
export class ClaudeSession {
	readonly #problems: ProblemList;
	readonly #uuids = new NameNumbers();
	/** For each uuid 1 when its line was read, -1 when other lines name it. */
	readonly #read = new NumberColumn();
	readonly #titles = new ClaudeTitles();
	readonly #operations: QueueOperation[] = [];
	readonly #main = new Strand(this.#uuids);
	#side = new Strand(this.#uuids);
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
		if (uuid !== undefined && !this.#isFirst(uuid)) {
			// Resuming a session can write its lines again.
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

	#isFirst(uuid: number): boolean {
		const isFirst = this.#read.at(uuid) === -1;
		this.#read.set(uuid, 1);
		return isFirst;
	}

	#takeIntoStrand(record: ClaudeRecord, uuid: number | undefined, place: Place): void {
		const isMessage = record.type === 'user' || record.type === 'assistant';
		if (record.isSidechain) {
			// A file that has a main conversation is that conversation; its sub-agents' work shows in
			// their tools' results.
			if (!this.#main.hasMessages) {
				this.#side.add(record, uuid, this.#entry(record, place));
			}
			return;
		}
		if (isMessage && !this.#main.hasMessages) {
			this.#main.hasMessages = true;
			this.#side = new Strand(this.#uuids);
		}
		this.#main.add(record, uuid, this.#entry(record, place));
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
	 * The conversation; branches that were left are counted as a problem. To be called once.
	 * @throws The signal's reason when it was aborted.
	 */
	async transcript(signal?: AbortSignal): Promise<Transcript> {
		const strand = this.#main.hasMessages ? this.#main : this.#side;
		return {
			format: 'claude-code',
			conversations: [await this.#conversation(strand, signal)],
			problems: this.#problems.toArray(),
		};
	}

	async #conversation(
		{ entries, tree }: Strand,
		signal: AbortSignal | undefined,
	): Promise<TranscriptConversation> {
		const { kept, left } = chosen(entries, tree, this.#operations);
		this.#report(entries, left);
		const messages = new MessageList();
		for (const message of regrouped(entries, kept)) {
			messages.push(message);
			if (messages.length % messagesAtOnce === 0) {
				await pause(signal);
			}
		}
		const title = this.#titles.best((uuid) => tree.has(uuid)) || firstWords(messages);
		return { title, messages };
	}

	#report(entries: EntryList, left: Int32Array): void {
		const [first] = left;
		const count = Array.from(regrouped(entries, left), () => 1).length;
		if (first !== undefined && count > 0) {
			this.#problems.add(
				entries.read(first).line,
				`${count} ${count === 1 ? 'message' : 'messages'} of an abandoned branch left out: ` +
					'the person went back and took another way.',
			);
		}
	}
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
