import type { Log, LogRange } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import type { Summary, SummaryItem } from './sections.ts';
import type { UserEdits } from './userEdits.ts';
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
	/** Who wrote that; absent where nobody knows. */
	readonly previousBy?: SummariserIdentity['kind'];
	/** What a person decided about statements of earlier summaries; absent: nothing. */
	readonly userEdits?: UserEdits;
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

/** What a summariser returns. */
export interface SummaryDraft {
	readonly summary: Summary;
	/** Messages of the person in the range, verbatim but for redaction and cuts, newest first. */
	readonly quotes: readonly SummaryItem[];
	/** What Precis knows from the log and the model did not tell; shown beside its sections, as ours. */
	readonly added?: readonly SummaryItem[];
	/** What had no room. */
	readonly omitted?: readonly Omission[];
	/** What a comparison of it with the log came to; absent where nobody but ourselves wrote it. */
	readonly audit?: AuditCounts;
}

/** How many of what a summary had no room for. */
export interface Omission {
	/** For people and models: `messages of the person`. */
	readonly what: string;
	readonly count: number;
}

/** What the comparison of a model's summary with the ledger came to, as receipts tell it. */
export interface AuditCounts {
	/** Statements of the ledger that were looked for. */
	readonly facts: number;
	/** Those the model had told. */
	readonly kept: number;
	/** Those that were put beside what it wrote. */
	readonly appended: number;
	/** Statements of the model that the log contradicts or does not bear out, and that are marked. */
	readonly corrected: number;
}
