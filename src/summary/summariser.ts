import type { Log, LogRange } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import type { Summary, SummaryItem } from './sections.ts';
import type { ItemWishes } from './wishes.ts';
import type { Redacted } from '../redaction/redact.ts';

/** Who wrote a summary. */
export interface SummariserIdentity {
	/** `assistant`: another program, before its saved session was read. */
	readonly kind: 'built-in' | 'model' | 'assistant';
	/** Id of the model that was asked. */
	readonly model?: string;
	/** That program's name, as people know it. */
	readonly assistant?: string;
}

/** Everything a summariser may look at, and the bounds it has to keep. */
export interface SummaryRequest {
	readonly log: Log;
	readonly pairs: ToolPairs;
	/** What the summary stands for. */
	readonly range: LogRange;
	/** The parts of the range that `previous` does not cover, in order. */
	readonly fresh: readonly LogRange[];
	/** The summary this one replaces. */
	readonly previous?: Summary;
	/** What a person decided about statements of earlier summaries; absent: nothing. */
	readonly wishes?: ItemWishes;
	/** The topic a person asked to preserve. */
	readonly focus?: Redacted;
	/** The person's request, where a client has put a summary in its place: the log does not have it. */
	readonly asked?: string;
	/** Bound of the whole rendered handoff, tokens. */
	readonly budget: number;
	/** Share of the budget that quoted messages of the person may take, 0 to 1. */
	readonly userMessageShare: number;
	readonly counter: TokenCounter;
	/** Handle for the recall tool; absent where the assistant does not have it. */
	readonly recallHandle?: string;
}

/** What a model's summary tells of the ledger, and what was done about the rest. */
export interface AuditCounts {
	/** Statements of the ledger that were looked for. */
	readonly facts: number;
	/** Those that the model told. */
	readonly kept: number;
	/** Those that were added; for more there was no room. */
	readonly appended: number;
	/** Items with a correction or a doubt. */
	readonly corrected: number;
}

/** What a summariser returns. */
export interface SummaryDraft {
	readonly summary: Summary;
	/** What stands beside a model's summary: statements of the ledger that it does not tell. */
	readonly added?: readonly SummaryItem[];
	/** Messages of the person in the range, verbatim but for redaction and cuts, newest first. */
	readonly quotes: readonly SummaryItem[];
	/** What the audit of it came to; absent where nobody but ourselves wrote it. */
	readonly audit?: AuditCounts;
}
