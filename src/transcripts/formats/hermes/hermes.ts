import * as v from 'valibot';
import { Envelopes, type EnvelopeRow } from '../../../messages/envelopes.ts';
import type { Message } from '../../../messages/message.ts';
import { authored } from '../../../messages/origins.ts';
import { sessionReader } from '../../building/sessionReader.ts';
import { envelopeRows } from '../../envelopes.ts';
import type { ReportProblem } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { messagesFormat, MessagesSession, type SavedMessage } from '../messages.ts';

/** How the summary of a compaction begins; its message may have any role. */
const summaryStart = /^\s*\[CONTEXT (?:COMPACTION|SUMMARY)\b/;

/** The line after the summary. */
const summaryEnd = /^--- END OF CONTEXT SUMMARY.*$/m;

/** The text before and after the original text of a message to which Hermes appended a summary. */
const priorStart = /^\s*\[PRIOR CONTEXT\b[^\]]{0,200}\]\s*/;
const priorEnd = /^\[END OF PRIOR CONTEXT\b[^\]]{0,200}\]\s*/m;

/** The parts of a message that contains a summary. */
interface SplitMessage {
	/** The message's own text before the summary; empty if there is none. */
	readonly before: string;
	/** The summary, including its introduction for the model. */
	readonly summary: string;
	/** The message's own text after the summary; empty if there is none. */
	readonly after: string;
}

/** Splits a message that contains a summary; `undefined` for all others. */
function summaryIn(text: string): SplitMessage | undefined {
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

/** Openings that users write too, and that are recognised only in Hermes' own sessions. */
const ownRows: readonly EnvelopeRow[] = [
	{ kind: 'opening', origin: 'client', opening: /^\[(?:IMPORTANT|SYSTEM): / },
	{
		kind: 'opening',
		origin: 'client',
		opening: /^\[(?:System|Note): /,
		end: { mark: ']\n\n', at: 'first' },
	},
];

const ownEnvelopes = new Envelopes([...envelopeRows, ...ownRows]);

/** Collects a session. A compaction rewrites the file, with the summary in place of the old messages. */
class HermesSession extends MessagesSession {
	protected override addMessage(saved: SavedMessage, report: ReportProblem): void {
		const { role, content, tool_calls: calls } = saved;
		const parts = typeof content === 'string' && role !== 'tool' ? summaryIn(content) : undefined;
		if (role === 'session_meta') {
			return;
		}
		if (parts === undefined) {
			super.addMessage(saved, report);
			return;
		}
		const { before, summary, after } = parts;
		if (before !== '') {
			super.addMessage({ ...saved, content: before, tool_calls: null }, report);
		}
		this.push({ role: 'user', content: summary, origin: 'summary' });
		if (after !== '' || (calls ?? []).length > 0) {
			super.addMessage({ ...saved, content: after }, report);
		}
	}

	protected override push(found: Message): void {
		super.push(found.role === 'user' ? authored(found, ownEnvelopes) : found);
	}
}

/** The start of a session that is saved as a whole. */
const sessionStart = v.object({ session_id: v.unknown(), session_start: v.unknown() });

/** A line that only Hermes writes: other programs do not add a time to such messages. */
const ownLine = v.union([
	v.object({ timestamp: v.unknown(), role: v.literal('session_meta') }),
	v.object({ timestamp: v.unknown(), role: v.literal('assistant'), finish_reason: v.unknown() }),
]);

/**
 * Hermes Agent's sessions: one document with everything, or a log with one message per line.
 *
 * Stored: `sessions/` in `~/.hermes`. Versions are not read.
 */
export const hermes: TranscriptReader = sessionReader({
	...messagesFormat,
	format: 'hermes',
	label: 'Hermes',
	detect: ({ document, lines }) =>
		v.is(sessionStart, document) || lines.some((line) => v.is(ownLine, line)),
	begin: (log, { fields }) => new HermesSession(log, fields, 'system_prompt'),
});
