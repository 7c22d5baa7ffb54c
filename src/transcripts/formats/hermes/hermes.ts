import * as v from 'valibot';
import { Envelopes, type EnvelopeRow } from '../../../messages/envelopes.ts';
import type { Message } from '../../../messages/message.ts';
import { authored } from '../../../messages/origins.ts';
import { sessionReader } from '../../building/sessionReader.ts';
import { envelopeRows } from '../../envelopes.ts';
import type { ReportProblem } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { messagesFormat, MessagesSession, type SavedMessage } from '../messages.ts';

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

/** What people write as well: it counts in its own sessions alone. */
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

/** A session. A compaction rewrites it, so its summary stands where the old messages were. */
class HermesSession extends MessagesSession {
	protected override readonly promptKey = 'system_prompt';

	protected override said(saved: SavedMessage, report: ReportProblem): void {
		const { role, content, tool_calls: calls } = saved;
		const carrier = typeof content === 'string' && role !== 'tool' ? summaryIn(content) : undefined;
		if (role === 'session_meta') {
			return;
		}
		if (carrier === undefined) {
			super.said(saved, report);
			return;
		}
		const { before, summary, after } = carrier;
		if (before !== '') {
			super.said({ ...saved, content: before, tool_calls: null }, report);
		}
		this.push({ role: 'user', content: summary, origin: 'summary' });
		if (after !== '' || (calls ?? []).length > 0) {
			super.said({ ...saved, content: after }, report);
		}
	}

	protected override push(found: Message): void {
		super.push(found.role === 'user' ? authored(found, ownEnvelopes) : found);
	}
}

/** The start of a session that is saved as a whole. */
const sessionStart = v.object({ session_id: v.unknown(), session_start: v.unknown() });

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
export const hermes: TranscriptReader = sessionReader({
	...messagesFormat,
	format: 'hermes',
	label: 'Hermes',
	holds: 'a Hermes session',
	detect: ({ document, lines }) =>
		v.is(sessionStart, document) || lines.some((line) => v.is(ownLine, line)),
	begin: (log) => new HermesSession(log),
});
