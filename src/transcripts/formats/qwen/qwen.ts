import * as v from 'valibot';
import { textOf } from '../../../messages/message.ts';
import { contentOf } from '../../building/parts.ts';
import { linesReader, Session, type SessionFile } from '../../building/sessionReader.ts';
import { optionalNumber, optionalText, read } from '../../building/shapes.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { readJsonLines, type PlacedRecord } from '../../bytes/records.ts';
import { abandoned, ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import {
	ContentLog,
	geminiContent,
	historyContent,
	type HistoryContent,
} from '../gemini/contents.ts';

const record = v.object({
	uuid: v.string(),
	parentUuid: optionalText,
	sessionId: v.string(),
	type: v.string(),
	subtype: optionalText,
	version: optionalText,
	isSidechain: v.optional(v.nullable(v.boolean(), false), false),
	/** Who is behind it, where later versions tell: `real_user`, `goal_runtime`, `system`… */
	provenance: optionalText,
	message: v.optional(v.unknown()),
	systemPayload: v.optional(v.unknown()),
	usageMetadata: v.fallback(
		v.nullish(v.object({ promptTokenCount: v.number(), candidatesTokenCount: optionalNumber })),
		undefined,
	),
});

/** A line of a session: a node of the tree that going back makes of it. */
type QwenRecord = v.InferOutput<typeof record>;

/** What a compaction left of the history: a summary, the model's note of it, and the newest end. */
const compression = v.object({
	compressedHistory: v.array(v.unknown()),
	info: v.fallback(v.optional(v.object({ originalTokenCount: v.optional(v.number()) })), undefined),
});

const titled = v.object({ customTitle: v.string() });

/** Subtypes of records in the user's name that the program wrote, and who else is behind such records. */
const clientSubtypes: readonly unknown[] = [
	'agent_bootstrap',
	'agent_launch_prompt',
	'background_task_completed',
	'cron',
	'goal_runtime',
	'notification',
];
const clients: readonly unknown[] = ['goal_control', 'goal_runtime', 'system'];

/** Lines that Qwen Code alone writes: Claude Code's are much like it, but hold `content`, not parts. */
const ownLine = v.object({ uuid: v.string(), sessionId: v.string(), type: v.string() });
const ownMessage = v.object({ message: v.object({ parts: v.array(v.unknown()) }) });
const ownNote = v.object({ type: v.literal('system'), systemPayload: v.unknown() });

/** What the tree needs of a record. */
interface Node {
	readonly uuid: string;
	readonly parent: string | undefined;
	/** The record before it, which it follows where its own parent is not in the file. */
	readonly before: Node | undefined;
	readonly isSide: boolean;
}

/** The first reading: the ids of the records on the way to the newest, those that were not left behind. */
async function activeRecords({ source, signal }: SessionFile): Promise<ReadonlySet<string>> {
	const nodes = new Map<string, Node>();
	let newest: Node | undefined;
	let hasMain = false;
	// What is wrong is told in the second reading.
	for await (const { value } of readJsonLines(source, new ProblemList(), { signal })) {
		const found = read(record, value);
		if (found === undefined) {
			continue;
		}
		const { uuid, parentUuid, isSidechain: isSide, message } = found;
		hasMain ||= message !== undefined && !isSide;
		if (!nodes.has(uuid)) {
			newest = { uuid, parent: parentUuid ?? undefined, before: newest, isSide };
			nodes.set(uuid, newest);
		}
	}
	let node = newest;
	// Sub-agents' work shows in their tools' results.
	if (hasMain) {
		while (node?.isSide === true) {
			node = node.before;
		}
	}
	const active = new Set<string>();
	while (node !== undefined && !active.has(node.uuid)) {
		active.add(node.uuid);
		node = node.parent === undefined ? undefined : (nodes.get(node.parent) ?? node.before);
	}
	return active;
}

/** What was said under one id: it can be spread over several lines. */
interface Said {
	readonly record: QwenRecord;
	readonly line: number;
	readonly content: HistoryContent;
}

function wordsOf(content: HistoryContent | undefined): string {
	return textOf(contentOf(geminiContent(content?.parts ?? []).parts));
}

/** Collects the records of a session that are part of the conversation. */
class QwenSession extends Session {
	readonly #contents = new ContentLog(this.log);
	readonly #active: ReadonlySet<string>;
	readonly #left = { count: 0, line: 0 };
	#said: Said | undefined;

	/** @param active Ids of the records that lead to the newest. */
	constructor(log: TranscriptLog, active: ReadonlySet<string>) {
		super(log);
		this.#active = active;
	}

	take({ value, line }: PlacedRecord): void {
		const found = read(record, value);
		if (found === undefined) {
			this.log.problems.add(line, 'This line is no record of Qwen Code; it was left out.');
		} else if (this.#active.has(found.uuid)) {
			this.#take(found, line);
		} else if (found.message !== undefined && !found.isSidechain) {
			this.#left.line ||= line;
			this.#left.count += 1;
		}
	}

	override end(): void {
		this.#flush();
		const { count, line } = this.#left;
		if (count > 0) {
			this.log.problems.add(line, abandoned(count, 'record'));
		}
	}

	#take(found: QwenRecord, line: number): void {
		this.log.version = found.version ?? this.log.version;
		if (found.type === 'system') {
			this.log.title = read(titled, found.systemPayload)?.customTitle ?? this.log.title;
			if (found.subtype === 'chat_compression') {
				this.#compaction(found.systemPayload);
			}
			return;
		}
		if (found.message === undefined) {
			return;
		}
		const content = historyContent(found.message);
		if (content === undefined) {
			const what = 'This line is a message without readable content; it was left out.';
			this.log.problems.add(line, what);
		} else if (this.#said !== undefined && this.#said.record.uuid === found.uuid) {
			const parts = [...this.#said.content.parts, ...content.parts];
			// The last one of its lines has the usage.
			this.#said = { ...this.#said, record: found, content: { role: content.role, parts } };
		} else {
			this.#flush();
			this.#said = { record: found, line, content };
		}
	}

	#flush(): void {
		const said = this.#said;
		if (said !== undefined) {
			this.#said = undefined;
			const { subtype, provenance, usageMetadata: usage } = said.record;
			const isClients = clientSubtypes.includes(subtype) || clients.includes(provenance);
			this.#contents.add(said.content, said.line, isClients);
			this.log.used(usage && usage.promptTokenCount + (usage.candidatesTokenCount ?? 0));
		}
	}

	#compaction(payload: unknown): void {
		const found = read(compression, payload);
		if (found === undefined) {
			return;
		}
		this.#flush();
		const contents = found.compressedHistory.flatMap((value) => historyContent(value) ?? []);
		const snapshot = contents.findIndex((each) => wordsOf(each).includes('<state_snapshot>'));
		const place = Math.max(snapshot, 0);
		// Behind the summary stands the model's note that it has read it.
		const tail = new ContentLog(new TranscriptLog());
		contents.slice(place + 2).forEach((each) => tail.add(each, 1));
		const at = this.log.messages.length;
		this.log.compacted({
			end: Math.max(0, at - tail.log.messages.length),
			at,
			summary: wordsOf(contents[place]),
			tokensBefore: found.info?.originalTokenCount,
		});
	}
}

/**
 * Qwen Code's sessions: lines that form a tree, with the contents of Gemini's API in them. Read
 * twice, since only the end of a file tells what was left behind.
 *
 * Stored: `projects/<folder>/chats/` in `~/.qwen`. Seen: 0.21 and 0.24.
 */
export const qwenCode: TranscriptReader = linesReader({
	format: 'qwen-code',
	label: 'Qwen Code',
	holds: 'a Qwen Code session',
	isOwn: (value) => v.is(ownLine, value) && (v.is(ownMessage, value) || v.is(ownNote, value)),
	begin: async (log, file) => new QwenSession(log, await activeRecords(file)),
});
