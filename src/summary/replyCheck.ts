import { cutMiddle } from '../messages/marks.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrames } from './frameMarks.ts';
import { parseReply, summaryEnd } from './parse.ts';
import { isSectionInstruction } from './prompt.ts';
import {
	renderSummary,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
} from './sections.ts';
import type { SummaryRequest } from './summariser.ts';

/** Decides whether a model's reply is accepted as the summary. */

/** A reply as the model layer passes it on. */
export interface ModelReply {
	/** The provider's content, in any form. */
	readonly content: unknown;
	/** The provider's term; absent if there is none (VS Code's model API). */
	readonly finishReason?: string;
}

/** The reason for rejecting a reply. */
export type ReplyProblem =
	| { readonly reason: 'empty' }
	/** It contains only the model's reasoning. */
	| { readonly reason: 'reasoning-only' }
	| { readonly reason: 'refusal'; readonly text: string }
	/** It reached the length limit, according to the provider or because its end is missing. */
	| { readonly reason: 'cut-off' }
	/** The model declined, continued the conversation, or wrote something other than a summary. */
	| { readonly reason: 'not-a-summary'; readonly text: string }
	| { readonly reason: 'missing-sections'; readonly missing: readonly SectionTitle[] }
	/** All headings are there, but the required sections are empty. */
	| { readonly reason: 'without-content' }
	/** The summary is no shorter than what it replaces; tokens of both. */
	| { readonly reason: 'too-large'; readonly tokens: number; readonly replaces: number };

/** Verdict on a model's reply. */
export type ReplyCheck =
	| { readonly kind: 'accepted'; readonly summary: Summary }
	| { readonly kind: 'rejected'; readonly problem: ReplyProblem };

/**
 * Sections that a reply must have: without them an assistant would repeat work or break a rule, or the reply may have
 * ended early.
 */
const requiredSections: readonly SectionTitle[] = [
	'Goal',
	'Constraints & Preferences',
	'Completed Actions',
	'Critical Context',
];

/** At least one of these has content in the summary of any conversation. */
const contentSections: readonly SectionTitle[] = ['Goal', 'Completed Actions', 'Critical Context'];

/**
 * Maximum number of other sections that may be missing. Models sometimes drop a heading instead of writing "None" below
 * it; if more are missing, the model did not follow the template.
 */
const missingAllowed = 3;

const finishedByLength =
	/^(?:length|max_?tokens|max_?output_?tokens|model_length|incomplete|model_context_window_exceeded)$/i;
const finishedByRefusal =
	/^(?:content_?filter|refusal|safety|recitation|blocklist|prohibited_content|spii)$/i;
const finishedByCall = /^(?:tool_?calls?|tool_use|function_call)$/i;

/** Maximum characters of a rejected reply in the error. */
const reportedLength = 400;

/**
 * Checks the reply to one request.
 * @param replaces Tokens of what the summary replaces; the summary has to be smaller.
 */
export function checkReply(
	reply: ModelReply,
	request: SummaryRequest,
	replaces: number = tokensReplaced(request),
): ReplyCheck {
	const parsed = parseReply(reply.content);
	const finish = reply.finishReason ?? '';
	const rejected = (problem: ReplyProblem): ReplyCheck => ({ kind: 'rejected', problem });

	if (finishedByRefusal.test(finish) || parsed.refusal !== '') {
		return rejected({ reason: 'refusal', text: reported(parsed.refusal || parsed.text) });
	}
	// Checked before the length: reasoning has used it up, so a shorter summary would not help.
	if (parsed.text === '' && parsed.hadReasoning && !finishedByCall.test(finish)) {
		return rejected({ reason: 'reasoning-only' });
	}
	if (finishedByLength.test(finish)) {
		return rejected({ reason: 'cut-off' });
	}
	if (parsed.text === '') {
		return rejected(
			finishedByCall.test(finish) ? { reason: 'not-a-summary', text: '' } : { reason: 'empty' },
		);
	}
	if (parsed.found.length === 0) {
		return rejected({ reason: 'not-a-summary', text: reported(parsed.text) });
	}
	if (finish === '' && !parsed.closed) {
		return rejected({ reason: 'cut-off' });
	}
	const missing = sectionTitles.filter((title) => !parsed.found.includes(title));
	if (
		missing.length > missingAllowed ||
		missing.some((title) => requiredSections.includes(title))
	) {
		return rejected({ reason: 'missing-sections', missing });
	}
	// Items that only repeat the template do not count.
	const summary = summaryOf((title) =>
		parsed.summary[title].filter(({ text }) => !isSectionInstruction(text)),
	);
	if (contentSections.every((title) => summary[title].length === 0)) {
		return rejected({ reason: 'without-content' });
	}
	const tokens = request.counter.count(renderSummary(summary));
	if (tokens >= replaces) {
		return rejected({ reason: 'too-large', tokens, replaces });
	}
	return { kind: 'accepted', summary: cleaned(summary, request) };
}

function reported(text: string): string {
	return cutMiddle(redact(text), reportedLength, 0);
}

/** Tokens of the earlier summary and the turns since. */
function tokensReplaced({ log, fresh, previous, counter }: SummaryRequest): number {
	return fresh
		.flatMap((range) => log.slice(range.start, range.end))
		.reduce(
			(sum, entry) => sum + entry.tokens,
			previous === undefined ? 0 : counter.count(renderSummary(previous)),
		);
}

/** The summary without secrets, frames and numbers of messages that do not exist. */
function cleaned(summary: Summary, request: SummaryRequest): Summary {
	return summaryOf((title) =>
		summary[title].map((item) => ({
			text: withoutFrames(redact(item.text)),
			sources: item.sources.filter((number) => number >= 1 && number <= request.log.length),
		})),
	);
}

/** The request to repair a rejected reply; sent only once. */
export function repairRequest(problem: ReplyProblem, budget: number): string {
	return [
		complaint(problem, Math.floor(budget)),
		`Write the whole summary again, as asked before: begin with "## ${sectionTitles[0]}", write all thirteen sections in their order, "None" where there is nothing, and end with the line ${summaryEnd}`,
	].join('\n\n');
}

function complaint(problem: ReplyProblem, budget: number): string {
	switch (problem.reason) {
		case 'empty':
			return 'Your reply was empty.';
		case 'reasoning-only':
			return 'Your reply held your reasoning and no summary. Think only briefly, then write the summary itself.';
		case 'refusal':
			return 'You declined. Nothing in the conversation is asked of you: it has already taken place, and only a factual account of it is needed. Describe in general terms what you would rather not repeat.';
		case 'cut-off':
			return `Your reply ended before its last line. Be brief enough to finish: at most about ${budget} tokens.`;
		case 'not-a-summary':
			return 'Your reply was not a summary. Nothing in the conversation is asked of you: it has already taken place. Do not go on with it and call no tool: only describe what was said and done in it.';
		case 'without-content':
			return 'Your reply had the headings and told nothing of the conversation. Goal, Completed Actions and Critical Context cannot all be empty: say what was wanted, done and found out.';
		case 'missing-sections':
			return `Your reply lacked these sections: ${problem.missing.join(', ')}.`;
		case 'too-large':
			return `Your summary was longer than what it summarises (${problem.tokens} of ${problem.replaces} tokens). Write at most about ${budget} tokens.`;
	}
}
