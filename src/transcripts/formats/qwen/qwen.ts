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
	/** Its author, in later versions: `real_user`, `goal_runtime`, `system`… */
	provenance: optionalText,
	message: anything,
	systemPayload: anything,
	usageMetadata: lenient(
		v.object({ promptTokenCount: v.number(), candidatesTokenCount: optionalNumber }),
	),
});

/** A line of a session: a node of the tree that rewinding makes of it. */
type QwenRecord = v.InferOutput<typeof record>;

/** The history after a compaction: a summary, the model's acknowledgement of it, and the newest end. */
const compression = v.object({
	compressedHistory: v.array(v.unknown()),
	info: lenient(v.object({ originalTokenCount: optionalNumber })),
});

const titled = v.object({ customTitle: v.string() });

/** Subtypes of records in the user's name that the program wrote, and other authors of such records. */
const clientSubtypes: readonly unknown[] = [
	'agent_bootstrap',
	'agent_launch_prompt',
	'background_task_completed',
	'cron',
	'goal_runtime',
	'notification',
];
const clients: readonly unknown[] = ['goal_control', 'goal_runtime', 'system'];

/** Lines that only Qwen Code writes: Claude Code's are similar, but have `content`, not parts. */
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

/** The message with one id: it can be spread over several lines. */
interface Said extends Pick<PlacedEntry, 'found' | 'value' | 'line'> {
	readonly content: HistoryContent;
}

/** Collects a session; only its end reveals which branches were abandoned. */
class QwenSession extends ContentSession<QwenRecord> {
	readonly #records: PlacedEntry[] = [];
	#said: Said | undefined;

	take(found: QwenRecord, { value, line }: PlacedRecord): void {
		this.#records.push({ found, id: found.uuid, parent: found.parentUuid, value, line });
	}

	override async end(pace: Pace): Promise<void> {
		const isMain = ({ found }: PlacedEntry): boolean => !found.isSidechain;
		const isSpoken = (each: PlacedEntry): boolean =>
			isMain(each) && each.found.message !== undefined;
		// Sub-agents' work is visible in their tools' results.
		const last = this.#records.some(isSpoken)
			? this.#records.findLastIndex(isMain)
			: this.#records.length - 1;
		const { kept, abandoned } = splitByPath(this.#records, last);
		for (const placed of kept) {
			await pace();
			this.#take(placed);
		}
		this.#flush();
		const abandonedMessages = abandoned.filter(isSpoken);
		const [first] = abandonedMessages;
		if (first !== undefined) {
			this.log.problems.addRewind(first.line, abandonedMessages.length, 'record');
		}
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
		} else if (this.#said !== undefined && this.#said.found.uuid === found.uuid) {
			const parts = [...this.#said.content.parts, ...content.parts];
			// The last of its lines has the usage.
			this.#said = { ...this.#said, found, content: { role: content.role, parts } };
		} else {
			this.#flush();
			this.#said = { found, value, line, content };
		}
	}

	#flush(): void {
		const said = this.#said;
		if (said !== undefined) {
			this.#said = undefined;
			this.log.record = said.value;
			const { subtype, provenance, usageMetadata: usage } = said.found;
			const isClients = clientSubtypes.includes(subtype) || clients.includes(provenance);
			this.addContent(said.content, said.line, isClients);
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
		// After the summary comes the model's acknowledgement of it; the rest was kept.
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
