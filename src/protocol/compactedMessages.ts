import type { NothingToDo } from '../compaction/plan.ts';
import type { Message } from '../messages/message.ts';
import type { Redacted } from '../redaction/redact.ts';
import type { SectionTitle, SummaryItem } from '../summary/sections.ts';

/** Compacting a list of messages that belongs to no conversation. Sizes are tokens. */
export interface MessagesToCompact {
	readonly messages: readonly Message[];
	readonly focus?: Redacted;
	/** Absent: the default. */
	readonly window?: number;
	/** A ratio or a count, see the settings: smaller lists are left alone. Absent: none is. */
	readonly threshold?: number;
	/** Bound of the whole handoff. */
	readonly summaryTokens?: number;
	/** Bound of the verbatim end. */
	readonly tailTokens?: number;
}

/** What became of a list of messages that belongs to no conversation. Sizes are tokens. */
export type CompactedMessages =
	| {
			readonly kind: 'compacted';
			readonly messages: readonly Message[];
			readonly tokens: { readonly before: number; readonly after: number };
			/** All thirteen. */
			readonly sections: readonly {
				readonly title: SectionTitle;
				readonly items: readonly SummaryItem[];
			}[];
			readonly handoff: string;
	  }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo | 'below-threshold' }
	| {
			readonly kind: 'refused';
			readonly reason: 'not-smaller';
			readonly tokens: { readonly before: number; readonly after: number };
	  };
