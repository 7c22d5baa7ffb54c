import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { sourced } from '../../../src/summary/sources/sourced.ts';
import { summaryOf, type SummaryItem } from '../../../src/summary/sections.ts';
import { logWith } from '../logs.ts';
import { requestFor } from '../summaryRequests.ts';
import { german } from './german.ts';
import type { Labelled, LabelledSession } from './labelled.ts';
import { limiter } from './limiter.ts';
import { modules } from './modules.ts';
import { talk } from './talk.ts';

/** How right the sources are that items of labelled sessions get. */

export const labelledSessions: readonly LabelledSession[] = [limiter, german, modules, talk];

/** What the model cites. */
export const citations = ['none', 'right', 'wrong'] as const;

export type Citation = (typeof citations)[number];

/** An item with the sources it was given. */
export interface Judged {
	readonly session: string;
	readonly item: Labelled;
	readonly citation: Citation;
	readonly sources: readonly number[];
	/** Numbers that are right. */
	readonly right: readonly number[];
}

/**
 * Has the items of a session matched, all of them with the same kind of citation.
 * @param least Confidence below which an item has no sources; as built where it is absent.
 */
export function judge(session: LabelledSession, citation: Citation, least?: number): Judged[] {
	const log = logWith(estimatedTokens, session.messages);
	const summary = summaryOf((title) =>
		session.items
			.filter(({ section }) => section === title)
			.map(
				(item, position): SummaryItem => ({
					text: item.text,
					sources: cited(session, item, citation, position),
				}),
			),
	);
	const matched = sourced(summary, requestFor(log), least);
	return session.items.map((item) => ({
		session: session.name,
		item,
		citation,
		sources: matched[item.section].find(({ text }) => text === item.text)?.sources ?? [],
		right: numbersOf(session, item),
	}));
}

function numbersOf(session: LabelledSession, { from }: Labelled): number[] {
	return from.flatMap((name) => {
		const numbers = session.numbers.get(name);
		if (numbers === undefined) {
			throw new Error(`No message of ${session.name} is called ${name}.`);
		}
		return numbers;
	});
}

function cited(
	session: LabelledSession,
	item: Labelled,
	citation: Citation,
	position: number,
): number[] {
	const right = numbersOf(session, item);
	if (citation === 'none') {
		return [];
	}
	if (citation === 'right') {
		return right.slice(0, 1);
	}
	// Some way off, as a model that counts badly cites, and never right by chance.
	const start = (right[0] ?? position * 7) + 3 + position;
	const others = session.messages.map(
		(_, offset) => ((start + offset) % session.messages.length) + 1,
	);
	return others.filter((number) => !right.includes(number)).slice(0, 1);
}

/** Precision: right ones of all sources given. Recall: items with a right one, of those that have any. */
export function scoreOf(judged: readonly Judged[]): { precision: number; recall: number } {
	const given = judged.flatMap(({ sources, right }) => sources.map((one) => right.includes(one)));
	const traceable = judged.filter(({ right }) => right.length > 0);
	const traced = traceable.filter(({ sources, right }) =>
		sources.some((one) => right.includes(one)),
	);
	return {
		precision: given.filter(Boolean).length / given.length,
		recall: traced.length / traceable.length,
	};
}
