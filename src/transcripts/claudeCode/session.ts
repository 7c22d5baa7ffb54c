import { entryOfAttachment, entryOfMessage, type Entry, type Place } from './entries.ts';
import { regrouped } from './groups.ts';
import { queuedOnly, type QueueOperation } from './queue.ts';
import { claudeRecord, type ClaudeRecord } from './records.ts';
import { ClaudeTitles } from './titles.ts';
import { abandonedEntries, type TreeNode } from './tree.ts';
import type { ProblemList } from '../problems.ts';
import type { Transcript } from '../reader.ts';
import { firstWords } from '../titles.ts';

/** The lines of one strand: the main conversation, or a sub-agent's. */
class Strand {
	readonly entries: Entry[] = [];
	readonly nodes: TreeNode[] = [];
	hasMessages = false;

	add(record: ClaudeRecord, entry: Entry | undefined): void {
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
	#side = new Strand();
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
		const isMessage = record.type === 'user' || record.type === 'assistant';
		if (record.isSidechain || typeof record.parent_tool_use_id === 'string') {
			// A file that has a main conversation is that conversation; its sub-agents' work shows in
			// their tools' results.
			if (!this.#main.hasMessages) {
				this.#side.add(record, this.#entry(record, place));
			}
			return;
		}
		if (isMessage && !this.#main.hasMessages) {
			this.#main.hasMessages = true;
			this.#side = new Strand();
		}
		this.#main.add(record, this.#entry(record, place));
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

	/** The conversation; branches that were left are counted as a problem. */
	transcript(): Transcript {
		const { entries, nodes } = this.#main.hasMessages ? this.#main : this.#side;
		const abandoned = abandonedEntries(nodes);
		const queued = new Set<Entry>(queuedOnly(this.#operations, entries));
		const left: Entry[] = [];
		const kept: Entry[] = [];
		let leaving = false;
		for (const entry of [...entries, ...queued].sort((a, b) => a.order - b.order)) {
			// A queued message has no place in the tree: it goes with the line before it.
			leaving = queued.has(entry) ? leaving : abandoned.has(entry);
			(leaving ? left : kept).push(entry);
		}
		this.#report(left);
		const messages = regrouped(kept);
		const title = this.#titles.best(nodes) || firstWords(messages);
		return {
			format: 'claude-code',
			conversations: [{ title, messages }],
			problems: this.#problems.toArray(),
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
