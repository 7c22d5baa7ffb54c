import * as v from 'valibot';
import { Envelopes } from '../../../messages/envelopes.ts';
import { partsByAuthor } from '../../../messages/origins.ts';
import type { MessageList } from '../../building/messageList.ts';
import { messagesBySpeaker } from '../../building/speakers.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import type { DocumentFields } from '../../bytes/records.ts';
import { envelopeRows } from '../../envelopes.ts';
import type { Report } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { readMessageLists, type ListedConversation } from '../messageLists/messageLists.ts';
import {
	savedCalls,
	savedContent,
	savedMessage,
	type SavedMessage,
} from '../messageLists/openAiChat.ts';
import { hermesOwnEnvelopes } from './envelopes.ts';

/** How Hermes marks the summary of a compaction, whatever the role of the message that carries it. */
const summaryStart = /^\s*\[CONTEXT (?:COMPACTION|SUMMARY)\b/;

/** Comes after the summary, on a line of its own. */
const summaryEnd = /^--- END OF CONTEXT SUMMARY.*$/m;

/** Around what a message said before a summary was appended to it. */
const priorStart = /^\s*\[PRIOR CONTEXT\b[^\]]{0,200}\]\s*/;
const priorEnd = /^\[END OF PRIOR CONTEXT\b[^\]]{0,200}\]\s*/m;

/** A message that carries a summary, taken apart. */
interface SummaryCarrier {
	/** What the message said itself, before the summary; empty when nothing. */
	readonly before: string;
	/** With the words that introduce it to the model. */
	readonly summary: string;
	/** What the message says itself, after the summary; empty when nothing. */
	readonly after: string;
}

/** The parts of a message that carries a summary; `undefined` for all others. */
function summaryIn(text: string): SummaryCarrier | undefined {
	const prior = priorStart.exec(text);
	const end = prior === null ? null : priorEnd.exec(text);
	const start = end === null ? 0 : end.index + end[0].length;
	const carried = text.slice(start);
	if (!summaryStart.test(carried)) {
		return undefined;
	}
	const close = summaryEnd.exec(carried);
	return {
		before: text.slice(prior?.[0].length ?? 0, end?.index ?? 0).trim(),
		summary: (close === null ? carried : carried.slice(0, close.index)).trim(),
		after: close === null ? '' : carried.slice(close.index + close[0].length).trim(),
	};
}

const ownEnvelopes = new Envelopes([...envelopeRows, ...hermesOwnEnvelopes]);

/** A session. A compaction rewrites it, so its summary stands where the old messages were. */
class HermesSession implements ListedConversation {
	readonly #log = new TranscriptLog();
	#hasPrompt = false;
	/** Messages read so far. */
	#count = 0;

	get messages(): MessageList {
		return this.#log.messages;
	}

	describe(fields: DocumentFields): void {
		const prompt = fields.get('system_prompt');
		if (typeof prompt === 'string' && prompt !== '' && !this.#hasPrompt) {
			this.#hasPrompt = true;
			this.#log.system(prompt);
		}
	}

	add(value: unknown, report: Report): void {
		const saved = savedMessage(value);
		if (saved === undefined) {
			report('it is no chat message; it was left out');
			return;
		}
		const { role, content, tool_calls: calls } = saved;
		const carrier = typeof content === 'string' && role !== 'tool' ? summaryIn(content) : undefined;
		if (carrier === undefined) {
			this.#add(saved, report);
			return;
		}
		const { before, summary, after } = carrier;
		if (before !== '') {
			this.#add({ ...saved, content: before, tool_calls: null }, report);
		}
		this.#log.user(summary, 'summary');
		if (after !== '' || (calls ?? []).length > 0) {
			this.#add({ ...saved, content: after }, report);
		}
	}

	#add(saved: SavedMessage, report: Report): void {
		this.#count += 1;
		switch (saved.role) {
			case 'session_meta':
				return;
			case 'system':
				this.#log.system(savedContent(saved, report));
				return;
			case 'user': {
				const content = savedContent(saved, report);
				const parts =
					typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
				for (const message of messagesBySpeaker(partsByAuthor(parts, ownEnvelopes))) {
					this.#log.add(message);
				}
				return;
			}
			case 'assistant':
				this.#log.assistant(savedContent(saved, report), savedCalls(saved, this.#count, report));
				return;
			case 'tool': {
				const toolCallId = saved.tool_call_id ?? undefined;
				this.#log.result({ toolCallId, content: savedContent(saved, report) }, report);
				return;
			}
			default:
				report(`its role "${saved.role}" is unknown; it was left out`);
		}
	}
}

/** The start of a session that is saved as a whole. */
const sessionStart = v.intersect([
	v.object({ session_id: v.unknown(), session_start: v.unknown() }),
	v.union([
		v.object({ platform: v.unknown() }),
		v.object({ system_prompt: v.unknown() }),
		v.object({ message_count: v.unknown() }),
	]),
]);

/** A line that only Hermes writes; others put no time on such messages. */
const ownLine = v.union([
	v.object({ timestamp: v.unknown(), role: v.literal('session_meta') }),
	v.object({ timestamp: v.unknown(), role: v.literal('assistant'), finish_reason: v.unknown() }),
]);

/**
 * Hermes Agent's sessions: one document with everything, or a log with one message per line.
 *
 * Stored: `sessions/` in `~/.hermes`. Its version is not read.
 */
export const hermes: TranscriptReader = {
	format: 'hermes',
	label: 'Hermes',
	detect(opening) {
		const text = opening.trimStart();
		if (!text.startsWith('{')) {
			return false;
		}
		const lines = text.split('\n').flatMap((line) => objectsIn(line).objects);
		return v.is(sessionStart, parseJsonStart(text)) || lines.some((line) => v.is(ownLine, line));
	},
	read(source, signal) {
		const begin = (): ListedConversation => new HermesSession();
		const format = { format: 'hermes', holds: 'a Hermes session', begin } as const;
		return readMessageLists(source, format, signal);
	},
};
