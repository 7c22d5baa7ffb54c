import type { Log, LogRange } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { ToolPairs } from '../messages/toolPairs.ts';
import type { Summary, SummaryItem } from './sections.ts';
import type { UserEdits } from './userEdits.ts';
import type { Redacted } from '../redaction/redact.ts';

/** The author of a summary. */
export interface SummariserIdentity {
	/** `assistant`: an assistant made the summary in its own session, which was then opened here. */
	readonly kind: 'built-in' | 'model' | 'assistant';
	/** Id of the requested model. */
	readonly model?: string;
	/** The assistant's display name. */
	readonly assistant?: string;
}

/** Everything a summariser may use, and its limits. */
export interface SummaryRequest {
	readonly log: Log;
	readonly pairs: ToolPairs;
	/** The range that the summary replaces. */
	readonly range: LogRange;
	/** The parts of the range that `previous` does not cover, in order. */
	readonly fresh: readonly LogRange[];
	/** The summary that this one replaces. */
	readonly previous?: Summary;
	/** Its author; absent: unknown. */
	readonly previousBy?: SummariserIdentity['kind'];
	/** The user's decisions about statements of earlier summaries. */
	readonly userEdits: UserEdits;
	/** The topic that the user asked to preserve. */
	readonly focus?: Redacted;
	/** The user's latest request, if a client has replaced it in the log by a summary. */
	readonly earlierRequest?: string;
	/** Maximum tokens of the whole rendered handoff. */
	readonly budget: number;
	/** Maximum share of the budget for the user's quoted messages, 0 to 1. */
	readonly userMessageShare: number;
	readonly counter: TokenCounter;
	/** Handle for the recall tool; absent: the assistant does not have the tool. */
	readonly recallHandle?: string;
}

/** What a summariser returns. */
export interface SummaryDraft {
	readonly summary: Summary;
	/** The user's messages in the range, verbatim except for redaction and cuts, newest first. */
	readonly quotes: readonly SummaryItem[];
	/** Facts of the log that the model did not mention; shown after its sections as Precis's own. */
	readonly added?: readonly SummaryItem[];
	/** What was left out for lack of room. */
	readonly omitted?: readonly Omission[];
	/** Result of comparing it with the log; absent for a built-in summary. */
	readonly audit?: AuditCounts;
}

/** How many of a kind were left out. */
export interface Omission {
	/** For users and models: `messages from the user`. */
	readonly what: string;
	readonly count: number;
}

/** Result of comparing a model's summary with the ledger, for receipts. */
export interface AuditCounts {
	/** Statements of the ledger that were searched for. */
	readonly facts: number;
	/** Those that the model mentioned. */
	readonly kept: number;
	/** Those that were added. */
	readonly appended: number;
	/** The model's statements that the log contradicts or does not support, which are marked. */
	readonly corrected: number;
}
