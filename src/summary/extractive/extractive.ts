import { formatCount, mark, recallHint } from '../../messages/marks.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { redact } from '../../redaction/redact.ts';
import type { Turn } from '../facts/turns.ts';
import { renderHandoff } from '../handoff.ts';
import { summaryOf, type SectionTitle, type SummaryItem } from '../sections.ts';
import type { SummariserIdentity, SummaryDraft, SummaryRequest } from '../summariser.ts';
import type { Candidate } from './candidate.ts';
import { candidatesOf } from './candidates.ts';
import { collectFacts, type Facts } from './collect.ts';
import { concernsFocus } from './focus.ts';
import { Packing, tierShare } from './packing.ts';
import { fitQuotes, fitText, quotesTokens } from './quotes.ts';

/**
 * The built-in summariser: thirteen sections from the structure of the conversation, without a
 * model. It chooses and quotes; it never makes anything up. Same request, same bytes.
 */

export const builtIn: SummariserIdentity = { kind: 'built-in' };

/** Share of the budget for what concerns a focus. */
const focusShare = 0.65;

/** Share of the budget the latest request may take; a longer one is cut in its middle. */
const taskShare = 0.25;

/** Writes the summary of a request's range. */
export function summariseBuiltIn(request: SummaryRequest): SummaryDraft {
	const facts = collectFacts(request);
	const task = activeTask(request, facts);
	const candidates = candidatesOf(request, facts).map(withoutSecrets);
	const quoted = quotedTurns(request, facts);
	const room = Math.max(0, request.budget - fixedTokens(request, facts) - omissionRoom);
	return request.focus === undefined
		? packed(request, task, candidates, quoted, room)
		: packedWithFocus(request, task, candidates, quoted, room);
}

/** Share of the room that quoted messages may take, so that the state of the work has some too. */
const quotesShare = 0.5;

/** Tokens kept for the mark that counts what was left out. */
const omissionRoom = 40;

/** Tokens that every summary of this request takes: frame, headings and the latest request. */
function fixedTokens(request: SummaryRequest, facts: Facts): number {
	const text = facts.turns.at(-1)?.text ?? '';
	const task = Math.min(request.counter.count(text) + 20, request.budget * taskShare);
	return tokensOf(request, draftOf([], [], [], undefined)) + task;
}

function packed(
	request: SummaryRequest,
	task: readonly SummaryItem[],
	candidates: readonly Candidate[],
	quoted: readonly Turn[],
	room: number,
): SummaryDraft {
	const packing = new Packing(request.counter);
	const most = Math.min(request.userMessageShare * request.budget, room * quotesShare);
	const quotes = quotesOf(request, quoted, most);
	const share = room - Math.min(most, quotesTokens(quoted, request.counter));
	const fitting = candidates.map((candidate) => withEarlierCut(request, candidate, share));
	packing.fill(fitting, share);
	packing.fillUp(fitting, room - packing.spent - tokensOfQuotes(request, quotes));
	return bounded(request, task, fitting, packing, quotes, quoted.length);
}

function packedWithFocus(
	request: SummaryRequest,
	task: readonly SummaryItem[],
	candidates: readonly Candidate[],
	quoted: readonly Turn[],
	room: number,
): SummaryDraft {
	const topic = focusShare * request.budget;
	const fitting = candidates.map((candidate) => withEarlierCut(request, candidate, room - topic));
	const asItem = new Map(quoted.map((turn) => [turn, itemOf(turn)]));
	const items = [...fitting.map((candidate) => candidate.item), ...asItem.values()];
	const concerns = concernsFocus(request.log, request.focus ?? '', items);
	const inside = fitting.filter((candidate) => concerns(candidate.item));
	const outside = fitting.filter((candidate) => !concerns(candidate.item));
	const concerned = (turn: Turn): boolean => concerns(asItem.get(turn) ?? itemOf(turn));
	const packing = new Packing(request.counter);
	const binding = outside.filter((candidate) => candidate.tier === 'constraints');
	packing.fill(binding, room * 0.15);

	const near = quotesOf(request, quoted.filter(concerned), topic * request.userMessageShare);
	packing.fill(inside, Math.min(topic, room - packing.spent) - tokensOfQuotes(request, near));
	const rest = room - packing.spent - tokensOfQuotes(request, near);
	const far = quotesOf(
		request,
		quoted.filter((turn) => !concerned(turn)),
		rest * request.userMessageShare,
	);
	packing.fill(outside, rest - tokensOfQuotes(request, far));
	const quotes = [...near, ...far].sort((a, b) => (b.sources[0] ?? 0) - (a.sources[0] ?? 0));
	packing.fill(fitting, room - packing.spent - tokensOfQuotes(request, quotes));
	return bounded(request, task, fitting, packing, quotes, quoted.length);
}

function itemOf(turn: Turn): SummaryItem {
	return { text: turn.text, sources: [turn.request + 1] };
}

function withoutSecrets(candidate: Candidate): Candidate {
	const { item, fuller } = candidate;
	return {
		...candidate,
		item: { ...item, text: redact(item.text) },
		...(fuller === undefined ? {} : { fuller: { ...fuller, text: redact(fuller.text) } }),
	};
}

/** The summary of an earlier compaction, cut to what it may take of a budget. */
function withEarlierCut(request: SummaryRequest, candidate: Candidate, budget: number): Candidate {
	if (candidate.tier !== 'earlier') {
		return candidate;
	}
	const { item } = candidate;
	const text = fitText(item.text, tierShare.earlier * budget - 2, request.counter);
	return { ...candidate, item: { ...item, text } };
}

/** The latest request at or before the end of the range, verbatim, and what became of it. */
function activeTask(request: SummaryRequest, facts: Facts): SummaryItem[] {
	const turn = facts.turns.at(-1);
	if (turn === undefined) {
		return [];
	}
	const { words } = facts;
	const number = turn.request + 1;
	const text = fitText(
		turn.text,
		request.budget * taskShare,
		request.counter,
		request.recallHandle === undefined ? undefined : number,
	);
	const later = facts.allTurns.at(-1);
	const whole = facts.allTurns[facts.turns.length - 1];
	const status =
		later !== undefined && later.request > turn.request
			? `(${words.supersededBy} m${later.request + 1})`
			: whole?.answer === undefined || hasOpenTodos(facts, turn)
				? ''
				: `(${words.answeredIn} m${whole.answer + 1})`;
	return [
		{ text: redact([text, status].filter((part) => part !== '').join('\n')), sources: [number] },
	];
}

/** Whether the todo list of this turn still holds something to do: then its last word is none. */
function hasOpenTodos(facts: Facts, turn: Turn): boolean {
	return facts.todos.some((todo) => todo.state !== 'done' && todo.source > turn.request);
}

/** Turns whose request lies in the range; the last one is the Active Task already. */
function quotedTurns(request: SummaryRequest, facts: Facts): Turn[] {
	return facts.turns
		.slice(0, -1)
		.filter((turn) => turn.request >= request.range.start)
		.filter((turn) => {
			const message = request.log[turn.request]?.message;
			return message !== undefined && isFromPerson(message);
		});
}

function quotesOf(request: SummaryRequest, turns: readonly Turn[], budget: number): SummaryItem[] {
	return fitQuotes(
		turns,
		Math.max(0, budget),
		request.counter,
		request.recallHandle !== undefined,
	).map((quote) => ({ ...quote, text: redact(quote.text) }));
}

function tokensOfQuotes(request: SummaryRequest, quotes: readonly SummaryItem[]): number {
	return quotes.reduce((sum, quote) => sum + request.counter.count(quote.text) + 6, 0);
}

function draftOf(
	task: readonly SummaryItem[],
	chosen: Packing['chosen'],
	quotes: readonly SummaryItem[],
	omitted: string | undefined,
): SummaryDraft {
	const bySection = Map.groupBy(chosen, ({ candidate }) => candidate.section);
	const itemsOf = (title: SectionTitle): SummaryItem[] =>
		(bySection.get(title) ?? [])
			.sort((a, b) => a.candidate.order - b.candidate.order)
			.map(({ candidate, fuller }) => (fuller ? candidate.fuller : undefined) ?? candidate.item);
	const note = omitted === undefined ? [] : [{ text: omitted, sources: [] }];
	return {
		summary: summaryOf((title) => [
			...(title === 'Active Task' ? task : itemsOf(title)),
			...(title === 'Critical Context' ? note : []),
		]),
		quotes,
	};
}

/** The draft, with its last choices taken back until the rendered handoff keeps the budget. */
function bounded(
	request: SummaryRequest,
	task: readonly SummaryItem[],
	candidates: readonly Candidate[],
	packing: Packing,
	quotes: readonly SummaryItem[],
	quoted: number,
): SummaryDraft {
	let chosen = packing.chosen;
	let kept = quotes;
	for (;;) {
		const omitted = omissions(request, candidates, chosen, quoted - kept.length);
		const draft = draftOf(task, chosen, kept, omitted);
		const excess = tokensOf(request, draft) - request.budget;
		if (excess <= 0) {
			return draft;
		}
		if (chosen.length === 0 && kept.length === 0) {
			return smallest(request, task);
		}
		if (chosen.length > 0) {
			chosen = chosen.slice(0, -Math.max(1, Math.ceil(excess / 60)));
		} else {
			kept = kept.slice(0, -1);
		}
	}
}

/** What is left where there is no room for anything else: the request, as far as it fits. */
function smallest(request: SummaryRequest, task: readonly SummaryItem[]): SummaryDraft {
	const note = mark('no room here for anything else');
	const room = request.budget - tokensOf(request, draftOf([], [], [], note)) - 2;
	return draftOf(
		task.map((item) => ({ ...item, text: fitText(item.text, room, request.counter) })),
		[],
		[],
		note,
	);
}

function tokensOf(request: SummaryRequest, draft: SummaryDraft): number {
	return request.counter.count(renderHandoff(draft, request)) + 4;
}

/** What there was no room for, by section; says so in one mark, with the way back to it. */
function omissions(
	request: SummaryRequest,
	candidates: readonly Candidate[],
	chosen: Packing['chosen'],
	quotes: number,
): string | undefined {
	const shown = new Set(chosen.map(({ candidate }) => candidate));
	const counts = new Map<string, number>();
	for (const candidate of candidates) {
		if (!shown.has(candidate)) {
			counts.set(candidate.section, (counts.get(candidate.section) ?? 0) + 1);
		}
	}
	if (quotes > 0) {
		counts.set('messages from the person', quotes);
	}
	if (counts.size === 0) {
		return undefined;
	}
	const list = [...counts].map(([section, count]) => `${section} ${formatCount(count)}`).join(', ');
	const first = request.range.start + 1;
	return mark(
		`no room here for: ${list}${request.recallHandle === undefined ? '' : recallHint(first)}`,
	);
}
