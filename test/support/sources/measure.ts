import type { Log } from '../../../src/messages/message.ts';
import { summaryOf, type SummaryItem } from '../../../src/summary/sections.ts';
import { sourced } from '../../../src/summary/tracing.ts';
import { requestFor } from '../summaryRequests.ts';
import { german } from './german.ts';
import type { LabelledSession } from './labelled.ts';
import { limiter } from './limiter.ts';
import { modules } from './modules.ts';
import { talk } from './talk.ts';

/** How right the sources are that items of labelled sessions get. */

export const labelledSessions: readonly LabelledSession[] = [limiter, german, modules, talk];

/** An item with the sources it was given. */
export interface JudgedSources {
	readonly text: string;
	readonly sources: readonly number[];
	/** Numbers that are right. */
	readonly right: readonly number[];
}

/** Has the items of a session traced that cite nothing. */
export function judgedSources({ items, numbers }: LabelledSession, log: Log): JudgedSources[] {
	const summary = summaryOf((title) =>
		items
			.filter(({ section }) => section === title)
			.map(({ text }): SummaryItem => ({ text, sources: [] })),
	);
	const found = sourced(summary, requestFor(log));
	return items.map(({ section, text, from }) => ({
		text,
		sources: found[section].find((item) => item.text === text)?.sources ?? [],
		right: from.flatMap((name) => numbers.get(name) ?? []),
	}));
}
