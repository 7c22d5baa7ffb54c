import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import type { Log } from '../../../src/messages/message.ts';
import {
	renderSummary,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from '../../../src/summary/sections.ts';
import { parseReply, summaryEnd } from '../../../src/summary/parse.ts';
import type { SummaryRequest } from '../../../src/summary/summariser.ts';
import { noUserEdits } from '../../../src/summary/userEdits.ts';

/** A request to summarise a whole log, but for what is changed. */
export function requestOf(log: Log, changes: Partial<SummaryRequest> = {}): SummaryRequest {
	const range = changes.range ?? { start: 0, end: log.length };
	return {
		log,
		pairs: pairTools(log),
		range,
		fresh: [range],
		userEdits: noUserEdits,
		budget: 2_000,
		userMessageShare: 0.4,
		counter: estimatedTokens,
		...changes,
	};
}

export function item(text: string, ...sources: readonly number[]): SummaryItem {
	return { text, sources };
}

/** A summary with one item in every section but those given. */
export function summaryWith(
	sections: Partial<Record<SectionTitle, readonly SummaryItem[]>> = {},
): Summary {
	return summaryOf((title) => sections[title] ?? [item(`About ${title.toLowerCase()}.`)]);
}

/** A reply as a model writes it when it does as it is asked. */
export function goodReply(
	sections: Partial<Record<SectionTitle, readonly SummaryItem[]>> = {},
): string {
	return `${renderSummary(summaryWith(sections))}\n\n${summaryEnd}`;
}

/** A reply without some of its sections. */
export function replyWithout(...missing: readonly SectionTitle[]): string {
	const sections = sectionTitles
		.filter((title) => !missing.includes(title))
		.map((title) => `## ${title}\n- Something`);
	return [...sections, summaryEnd].join('\n\n');
}

/** The items of a section of a reply. */
export function textsOf(reply: unknown, title: SectionTitle): string[] {
	return parseReply(reply).summary[title].map(({ text }) => text);
}

/** A key as a person pastes one. */
export const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ456789';
