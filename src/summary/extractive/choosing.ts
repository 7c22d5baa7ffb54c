import { formatCount, mark, recallHint } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';
import type { Turn } from '../facts/turns.ts';
import { renderHandoff } from '../handoff.ts';
import { summaryOf, type SectionTitle, type SummaryItem } from '../sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summariser.ts';
import { decidedBy, keptBy, keptTokens, noWishes, withWishes } from '../wishes.ts';
import type { Candidate } from './candidate.ts';
import { concernsFocus } from './focus.ts';
import { withGaps } from './gaps.ts';
import { Packing, tierShare, type Chosen } from './packing.ts';
import { fitQuotes, cutToTokens, quotesTokens } from './quotes.ts';

/**
 * Chooses what stands in a handoff when there is more than its budget has room for, and counts what
 * does not. Takes no part in where the candidates come from. Same input, same bytes.
 */

/** Everything that could stand in a handoff. No secret is in it. */
export interface Material {
	/** The Active Task, which always has its place. */
	readonly task: readonly SummaryItem[];
	readonly candidates: readonly Candidate[];
	/** Turns whose request may be quoted, oldest first. */
	readonly quoted: readonly Turn[];
	/** Numbers of candidates that a person keeps, which are told without being chosen. */
	readonly keptNumbers?: readonly number[];
}

/** Share of the budget for what concerns a focus. */
const focusShare = 0.65;

/** Share of the room that quoted messages may take, so that the state of the work has some too. */
const quotesShare = 0.5;

/** Tokens kept for the mark that counts what was left out. */
const omissionRoom = 40;

/** Tokens a rendered handoff may take beyond the sum of its parts. */
const slack = 20;

/** The best of the material within the request's budget, with all that a person keeps. */
export function chooseWithin(request: SummaryRequest, material: Material): SummaryDraft {
	const draft = chosenWithin(...undecided(request, material));
	return { ...draft, summary: withWishes(draft.summary, request.wishes ?? noWishes) };
}

/** All of the material but for quotes beyond their share; undefined where that exceeds the budget. */
export function chooseAll(request: SummaryRequest, material: Material): SummaryDraft | undefined {
	const draft = allChosen(...undecided(request, material));
	return draft && { ...draft, summary: withWishes(draft.summary, request.wishes ?? noWishes) };
}

/** What there is to choose from beside what a person decided, and the budget that leaves. */
function undecided(
	request: SummaryRequest,
	material: Material,
): [request: SummaryRequest, material: Material] {
	const { wishes = noWishes, counter } = request;
	const isDecided = decidedBy(wishes);
	const isKept = keptBy(wishes);
	const formsOf = ({ item, fuller }: Candidate): string[] =>
		fuller === undefined ? [item.text] : [item.text, fuller.text];
	return [
		{ ...request, budget: request.budget - keptTokens(wishes, counter) },
		{
			...material,
			candidates: material.candidates.filter((candidate) => !formsOf(candidate).some(isDecided)),
			keptNumbers: material.candidates
				.filter((candidate) => formsOf(candidate).some(isKept))
				.flatMap(({ number }) => number ?? []),
		},
	];
}

function chosenWithin(request: SummaryRequest, material: Material): SummaryDraft {
	const task = material.task.reduce(
		(sum, item) => sum + request.counter.count(item.text) + slack,
		0,
	);
	const frame = tokensOf(request, draftOf({ task: [] }, [], [], undefined));
	const room = Math.max(0, request.budget - frame - task - omissionRoom);
	return request.focus === undefined
		? packed(request, material, room)
		: packedWithFocus(request, material, room, request.focus);
}

function allChosen(request: SummaryRequest, material: Material): SummaryDraft | undefined {
	const { candidates, quoted } = material;
	const quotes = quotesOf(request, quoted, request.budget * request.userMessageShare);
	const chosen = candidates.map((candidate) => ({ candidate, fuller: false }));
	const draft = draftWith(request, material, chosen, quotes);
	return tokensOf(request, draft) <= request.budget ? draft : undefined;
}

function packed(request: SummaryRequest, material: Material, room: number): SummaryDraft {
	const { candidates, quoted } = material;
	const packing = new Packing(request.counter);
	const most = Math.min(request.userMessageShare * request.budget, room * quotesShare);
	const quotes = quotesOf(request, quoted, most);
	const share = room - Math.min(most, quotesTokens(quoted, request.counter));
	const fitting = candidates.map((candidate) => withEarlierCut(request, candidate, share));
	packing.fill(bindingOf(fitting), tierShare.constraints * takenByKept(request));
	packing.fill(fitting, share - packing.spent);
	packing.fillUp(fitting, room - packing.spent - tokensOfQuotes(request, quotes));
	return bounded(request, { ...material, candidates: fitting }, packing, quotes);
}

function packedWithFocus(
	request: SummaryRequest,
	material: Material,
	room: number,
	focus: string,
): SummaryDraft {
	const { candidates, quoted } = material;
	const topic = focusShare * request.budget;
	const fitting = candidates.map((candidate) => withEarlierCut(request, candidate, room - topic));
	const asItem = new Map(quoted.map((turn) => [turn, itemOf(turn)]));
	const items = [...fitting.map((candidate) => candidate.item), ...asItem.values()];
	const concerns = concernsFocus(request.log, focus, items);
	const inside = fitting.filter((candidate) => concerns(candidate.item));
	const outside = fitting.filter((candidate) => !concerns(candidate.item));
	const concerned = (turn: Turn): boolean => concerns(asItem.get(turn) ?? itemOf(turn));
	const packing = new Packing(request.counter);
	packing.fill(bindingOf(outside), (room + takenByKept(request)) * 0.15);

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
	return bounded(request, { ...material, candidates: fitting }, packing, quotes);
}

function bindingOf(candidates: readonly Candidate[]): Candidate[] {
	return candidates.filter((candidate) => candidate.tier === 'constraints');
}

/**
 * Tokens that kept items have taken from the budget. Constraints come before them: they have their
 * share of these as well. Kept items never take more than they leave, see `budgetWithKept`.
 */
function takenByKept({ wishes = noWishes, counter, budget }: SummaryRequest): number {
	return Math.max(0, Math.min(keptTokens(wishes, counter), budget));
}

function itemOf(turn: Turn): SummaryItem {
	return { text: turn.text, sources: [turn.request + 1] };
}

/** The summary of an earlier compaction, cut to what it may take of a budget. */
function withEarlierCut(request: SummaryRequest, candidate: Candidate, budget: number): Candidate {
	if (candidate.tier !== 'earlier') {
		return candidate;
	}
	const { item } = candidate;
	const text = cutToTokens(item.text, tierShare.earlier * budget - 2, request.counter);
	return { ...candidate, item: { ...item, text } };
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

function draftWith(
	request: SummaryRequest,
	material: Material,
	chosen: readonly Chosen[],
	quotes: readonly SummaryItem[],
): SummaryDraft {
	const omitted = omissions(request, material, chosen, quotes.length);
	return draftOf(material, chosen, quotes, omitted);
}

function draftOf(
	{ task, keptNumbers }: Pick<Material, 'task' | 'keptNumbers'>,
	chosen: readonly Chosen[],
	quotes: readonly SummaryItem[],
	omitted: string | undefined,
): SummaryDraft {
	const bySection = Map.groupBy(chosen, ({ candidate }) => candidate.section);
	const itemsOf = (title: SectionTitle): SummaryItem[] =>
		(bySection.get(title) ?? [])
			.sort((a, b) => a.candidate.order - b.candidate.order)
			.map(({ candidate, fuller }) => (fuller ? candidate.fuller : undefined) ?? candidate.item);
	const itemsWithGaps = (title: SectionTitle): SummaryItem[] =>
		withGaps(itemsOf(title), bySection.get(title) ?? [], keptNumbers);
	const note = omitted === undefined ? [] : [{ text: omitted, sources: [] }];
	return {
		summary: summaryOf((title) => [
			...(title === 'Active Task' ? task : itemsWithGaps(title)),
			...(title === 'Critical Context' ? note : []),
		]),
		quotes,
	};
}

/** The draft, with its last choices taken back until the rendered handoff keeps the budget. */
function bounded(
	request: SummaryRequest,
	material: Material,
	packing: Packing,
	quotes: readonly SummaryItem[],
): SummaryDraft {
	let chosen = packing.chosen;
	let kept = quotes;
	for (;;) {
		const draft = draftWith(request, material, chosen, kept);
		const excess = tokensOf(request, draft) - request.budget;
		if (excess <= 0) {
			return draft;
		}
		if (chosen.length === 0 && kept.length === 0) {
			return smallest(request, material.task);
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
	const room = request.budget - tokensOf(request, draftOf({ task: [] }, [], [], note)) - 2;
	const cut = task.map((item) => ({
		...item,
		text: cutToTokens(item.text, room, request.counter),
	}));
	return draftOf({ task: cut }, [], [], note);
}

function tokensOf(request: SummaryRequest, draft: SummaryDraft): number {
	return request.counter.count(renderHandoff(draft, request)) + 4;
}

/** What there was no room for, by section; says so in one mark, with the way back to it. */
function omissions(
	request: SummaryRequest,
	{ candidates, quoted }: Material,
	chosen: readonly Chosen[],
	quotes: number,
): string | undefined {
	const shown = new Set(chosen.map(({ candidate }) => candidate));
	const counts = new Map<string, number>();
	for (const candidate of candidates) {
		if (!shown.has(candidate)) {
			counts.set(candidate.section, (counts.get(candidate.section) ?? 0) + 1);
		}
	}
	if (quoted.length > quotes) {
		counts.set('messages from the person', quoted.length - quotes);
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
