import * as v from 'valibot';
import { textOf } from '../../../messages/message.ts';
import { contentOf } from '../../building/parts.ts';
import { splitByPath } from '../../building/branches.ts';
import { sessionReader } from '../../building/sessionReader.ts';
import {
	anything,
	flag,
	lenient,
	optionalNumber,
	optionalText,
	parentId,
	read,
} from '../../building/shapes.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import type { Pace } from '../../bytes/steps.ts';
import type { TranscriptReader } from '../../reader.ts';
import {
	ContentSession,
	geminiContent,
	historyContent,
	type HistoryContent,
} from '../gemini/contents.ts';

const record = v.object({
	uuid: v.string(),
	parentUuid: parentId,
	sessionId: v.string(),
	type: v.string(),
	subtype: optionalText,
	isSidechain: flag,
	/** The author, in later versions: `real_user`, `goal_runtime`, `system` and others. */
	provenance: optionalText,
	message: anything,
	systemPayload: anything,
	usageMetadata: lenient(
		v.object({ promptTokenCount: v.number(), candidatesTokenCount: optionalNumber }),
	),
});

/** A line of a session. Rewinding turns the lines into a tree. */
type QwenRecord = v.InferOutput<typeof record>;

/** The history after a compaction: a summary, the model's acknowledgement of it, and the latest messages. */
const compression = v.object({
	compressedHistory: v.array(v.unknown()),
	info: lenient(v.object({ originalTokenCount: optionalNumber })),
});

const titled = v.object({ customTitle: v.string() });

/** Subtypes of user records that Qwen Code itself wrote. */
const clientSubtypes: readonly unknown[] = [
	'agent_bootstrap',
	'agent_launch_prompt',
	'background_task_completed',
	'cron',
	'goal_runtime',
	'notification',
];
/** Authors of user records that are Qwen Code itself. */
const clientAuthors: readonly unknown[] = ['goal_control', 'goal_runtime', 'system'];

/** Lines that only Qwen Code writes: Claude Code's are similar, but have `content` instead of parts. */
const ownLine = v.object({ uuid: v.string(), sessionId: v.string(), type: v.string() });
const ownMessage = v.object({ message: v.object({ parts: v.array(v.unknown()) }) });
const ownNote = v.object({ type: v.literal('system'), systemPayload: v.unknown() });

function wordsOf(content: HistoryContent | undefined): string {
	return textOf(contentOf(geminiContent(content?.parts ?? []).parts));
}

/** A record, with its position. */
interface PlacedEntry extends Pick<PlacedRecord, 'value' | 'line'> {
	readonly found: QwenRecord;
	readonly id: string;
	readonly parent: QwenRecord['parentUuid'];
}

/** A message, which may be spread over several lines with the same id. */
interface OpenContent extends Pick<PlacedEntry, 'found' | 'value' | 'line'> {
	readonly content: HistoryContent;
}

/** Collects a session; which branches were abandoned is known only at its end. */
class QwenSession extends ContentSession<QwenRecord> {
	readonly #records: PlacedEntry[] = [];
	#open: OpenContent | undefined;

	take(found: QwenRecord, { value, line }: PlacedRecord): void {
		this.#records.push({ found, id: found.uuid, parent: found.parentUuid, value, line });
	}

	override async end(pace: Pace): Promise<void> {
		const isMain = ({ found }: PlacedEntry): boolean => !found.isSidechain;
		const isMessage = (each: PlacedEntry): boolean =>
			isMain(each) && each.found.message !== undefined;
		// The results of sub-agents' calls show their work.
		const last = this.#records.some(isMessage)
			? this.#records.findLastIndex(isMain)
			: this.#records.length - 1;
		const { kept, abandoned } = splitByPath(this.#records, last);
		for (const placed of kept) {
			await pace();
			this.#take(placed);
		}
		this.#flush();
		const abandonedMessages = abandoned.filter(isMessage);
		const line = abandonedMessages[0]?.line ?? 1;
		this.log.problems.addRewind(line, abandonedMessages.length, 'record');
	}

	#take({ found, value, line }: PlacedEntry): void {
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
		const content = read(historyContent, found.message);
		if (content === undefined) {
			const what = 'This line is a message without readable content; it was left out.';
			this.log.problems.add(line, what);
		} else if (this.#open?.found.uuid === found.uuid) {
			const parts = [...this.#open.content.parts, ...content.parts];
			// The last line of a message has the usage.
			this.#open = { ...this.#open, found, content: { role: content.role, parts } };
		} else {
			this.#flush();
			this.#open = { found, value, line, content };
		}
	}

	#flush(): void {
		const open = this.#open;
		if (open !== undefined) {
			this.#open = undefined;
			this.log.record = open.value;
			const { subtype, provenance, usageMetadata: usage } = open.found;
			const isClients = clientSubtypes.includes(subtype) || clientAuthors.includes(provenance);
			this.addContent(open.content, open.line, isClients);
			this.log.recordUsage(usage && usage.promptTokenCount + (usage.candidatesTokenCount ?? 0));
		}
	}

	#compaction(payload: unknown): void {
		const found = read(compression, payload);
		if (found === undefined) {
			return;
		}
		this.#flush();
		const contents = found.compressedHistory.flatMap((value) => read(historyContent, value) ?? []);
		const snapshot = contents.findIndex((each) => wordsOf(each).includes('<state_snapshot>'));
		const place = Math.max(snapshot, 0);
		// The rest, after the model's acknowledgement, was kept.
		const tail = new QwenSession(new TranscriptLog());
		contents.slice(place + 2).forEach((each) => tail.addContent(each, 1));
		const at = this.log.messages.length;
		this.log.addCompaction({
			end: Math.max(0, at - tail.log.messages.length),
			at,
			summary: wordsOf(contents[place]),
			tokensBefore: found.info?.originalTokenCount,
		});
	}
}

/**
 * Qwen Code's sessions: lines that form a tree, with the contents of Gemini's API in them.
 *
 * Stored: `projects/<folder>/chats/` in `~/.qwen`. Seen: 0.21 and 0.24.
 */
export const qwenCode: TranscriptReader = sessionReader({
	format: 'qwen-code',
	label: 'Qwen Code',
	shape: record,
	detect: ({ lines }) =>
		lines.some((line) => v.is(ownLine, line) && (v.is(ownMessage, line) || v.is(ownNote, line))),
	begin: (log) => new QwenSession(log),
});
