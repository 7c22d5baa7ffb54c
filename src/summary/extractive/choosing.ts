import { mark } from '../../messages/marks.ts';
import type { Turn } from '../facts/turns.ts';
import { numberedItem, renderHandoff } from '../handoff.ts';
import { renderSection, type SummaryItem } from '../sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summariser.ts';
import { decidedBy, keptTokens, noWishes, withWishes } from '../wishes.ts';
import type { Candidate } from './candidate.ts';
import { concernsFocus } from './focus.ts';
import { draftOf, draftWith, type Material, type Selection } from './drafting.ts';
import { Packing, tierShare } from './packing.ts';
import { fitQuotes, cutToTokens, quotesTokens } from './quotes.ts';

/**
 * Chooses what stands in a handoff when there is more than its budget has room for, and counts what
 * does not. Takes no part in where the candidates come from. Same input, same bytes.
 */

/** Share of the budget for what concerns a focus. */
const focusShare = 0.65;

/** Share of the room that quoted messages may take, so that the state of the work has some too. */
const quotesShare = 0.4;

/** Share of a small handoff that statements may take before excerpts; of what exceeds that, the second. */
const statedShare = { small: 0.65, beyond: 0.3 } as const;

/** Tokens of a small handoff. */
const smallHandoff = 2_500;

/** Share of what is left for excerpts that sections without any entry may take for one each. */
const emptyShare = 0.15;

/** Tokens that excerpts leave only where they have told everything: then all others are told too. */
const leftOver = 400;

/** Share of the room behind the quoted messages that constraints may take before anything else. */
const constraintsShare = 0.36;

/** Share of a budget that the summary of an earlier compaction may take where others leave room. */
const fullerEarlierShare = 0.4;

/** By how much the tokens of lines one by one may exceed those of all together, as a share. */
const misjudged = 0.1;

/** Tokens of room that need not be filled. */
const filled = 30;

/** Tokens of room that are left for what is misjudged still. */
const spared = 15;

const nothing: Selection = { chosen: [], quotes: [], excerpts: [] };

/** Tokens kept for the mark that counts what was left out. */
const omissionRoom = 40;

/** Tokens a rendered handoff may take beyond the sum of its parts. */
const slack = 20;

/** The best of the material within the request's budget, with all that a person keeps. */
export function chooseWithin(request: SummaryRequest, material: Material): SummaryDraft {
	const [asked, left] = undecided(request, material);
	const draft = chosenWithin(asked, left);
	return { ...draft, summary: withWishes(draft.summary, request.wishes ?? noWishes) };
}

/** All of the material but for quotes beyond their share; undefined where that exceeds the budget. */
export function chooseAll(request: SummaryRequest, material: Material): SummaryDraft | undefined {
	const [asked, left] = undecided(request, material);
	const draft = allChosen(asked, left);
	return draft && { ...draft, summary: withWishes(draft.summary, request.wishes ?? noWishes) };
}

/** What there is to choose from beside what a person decided, and the budget that leaves. */
function undecided(
	request: SummaryRequest,
	material: Material,
): [request: SummaryRequest, material: Material] {
	const { wishes = noWishes, counter } = request;
	const isDecided = decidedBy(wishes);
	const formsOf = ({ item, fuller }: Candidate): string[] =>
		fuller === undefined ? [item.text] : [item.text, fuller.text];
	return [
		{ ...request, budget: request.budget - keptTokens(wishes, counter) },
		{
			...material,
			candidates: material.candidates.filter((candidate) => !formsOf(candidate).some(isDecided)),
		},
	];
}

function chosenWithin(request: SummaryRequest, material: Material): SummaryDraft {
	const task = material.task.reduce(
		(sum, item) => sum + request.counter.count(item.text) + slack,
		0,
	);
	const frame = tokensOf(request, draftOf({ task: [] }, nothing, undefined));
	const room = Math.max(0, request.budget - frame - task - omissionRoom);
	return request.focus === undefined
		? packed(request, material, room)
		: packedWithFocus(request, material, room, request.focus);
}

function allChosen(request: SummaryRequest, material: Material): SummaryDraft | undefined {
	const { candidates, quoted } = material;
	const quotes = quotesOf(request, quoted, request.budget * request.userMessageShare);
	const chosen = candidates.map((candidate) => ({ candidate, fuller: false }));
	const draft = draftWith(request, material, { chosen, quotes, excerpts: [] });
	const room = request.budget - tokensOf(request, draft);
	if (room < 0) {
		return undefined;
	}
	const left = Math.max(0, room - slack);
	const upTo = material.excerpts?.(renderHandoff(draft, request), left * (1 + misjudged));
	const excerpts = upTo === undefined ? [] : filling(upTo, left, request).excerpts;
	return excerpts.length === 0 ? draft : bounded(request, material, { chosen, quotes, excerpts });
}

function packed(request: SummaryRequest, material: Material, room: number): SummaryDraft {
	const { candidates, quoted } = material;
	const packing = new Packing(request.counter);
	const most = Math.min(request.userMessageShare * request.budget, room * quotesShare);
	const quotes = quotesOf(request, quoted, most);
	const share = room - Math.min(most, quotesTokens(quoted, request.counter));
	const binding = bindingOf(candidates);
	const forRules = constraintsShare * (share + takenByKept(request));
	packing.fill(binding, forRules);
	const stated = statedOf(request, material);
	// What they would take without gaps: then a larger budget leaves the others no less.
	const free = share - Math.min(forRules, packing.tokensOf(binding));
	const budget = material.excerpts === undefined ? free : free * statedShare.small;
	const end = packing.spent + budget;
	const fitting = candidates.map((candidate) => withEarlierCut(request, candidate, budget, share));
	packing.fill(
		fitting.filter((candidate) => !binding.includes(candidate)),
		budget,
		free * stated,
	);
	packing.fill(binding, end - packing.spent);
	const left = room - packing.spent - tokensOfQuotes(request, quotes);
	return completed(request, { ...material, candidates: fitting }, packing, quotes, left);
}

function packedWithFocus(
	request: SummaryRequest,
	material: Material,
	room: number,
	focus: string,
): SummaryDraft {
	const { candidates, quoted } = material;
	const topic = focusShare * request.budget;
	const fitting = candidates.map((candidate) =>
		withEarlierCut(request, candidate, room - topic, room),
	);
	const asItem = new Map(quoted.map((turn) => [turn, itemOf(turn)]));
	const items = [...fitting.map((candidate) => candidate.item), ...asItem.values()];
	const concerns = concernsFocus(request.log, focus, items);
	const inside = fitting.filter((candidate) => concerns(candidate.item));
	const outside = fitting.filter((candidate) => !concerns(candidate.item));
	const concerned = (turn: Turn): boolean => concerns(asItem.get(turn) ?? itemOf(turn));
	const packing = new Packing(request.counter);
	packing.fill(bindingOf(outside), (room + takenByKept(request)) * 0.15);

	const near = quotesOf(request, quoted.filter(concerned), topic * request.userMessageShare);
	const stated = statedOf(request, material);
	const ofTopic = Math.min(topic, room - packing.spent) - tokensOfQuotes(request, near);
	packing.fill(inside, ofTopic);
	const rest = room - packing.spent - tokensOfQuotes(request, near);
	const far = quotesOf(
		request,
		quoted.filter((turn) => !concerned(turn)),
		rest * request.userMessageShare,
	);
	packing.fill(outside, (rest - tokensOfQuotes(request, far)) * stated);
	const quotes = [...near, ...far].sort((a, b) => (b.sources[0] ?? 0) - (a.sources[0] ?? 0));
	const left = room - packing.spent - tokensOfQuotes(request, quotes);
	return completed(request, { ...material, candidates: fitting }, packing, quotes, left);
}

/** The share of a budget that goes to statements before excerpts. */
function statedOf({ budget }: SummaryRequest, { excerpts }: Material): number {
	if (excerpts === undefined) {
		return 1;
	}
	const small = Math.min(budget, smallHandoff);
	return (statedShare.small * small + statedShare.beyond * (budget - small)) / budget;
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

/**
 * The summary of an earlier compaction, cut to what it may take of a budget.
 * @param room Tokens there are where nobody else needs them.
 */
function withEarlierCut(
	request: SummaryRequest,
	candidate: Candidate,
	budget: number,
	room: number,
): Candidate {
	if (candidate.tier !== 'earlier') {
		return candidate;
	}
	const { item } = candidate;
	const cut = (tokens: number): SummaryItem => ({
		...item,
		text: cutToTokens(item.text, tokens - 2, request.counter),
	});
	return {
		...candidate,
		item: cut(tierShare.earlier * budget),
		fuller: cut(fullerEarlierShare * room),
	};
}

function quotesOf(request: SummaryRequest, turns: readonly Turn[], budget: number): SummaryItem[] {
	return fitQuotes(turns, Math.max(0, budget), request.counter, request.recallHandle !== undefined);
}

function tokensOfQuotes(request: SummaryRequest, quotes: readonly SummaryItem[]): number {
	return quotes.reduce((sum, quote) => sum + request.counter.count(quote.text) + 6, 0);
}

/** The excerpts that fit behind what was chosen, then what there is room for. */
function completed(
	request: SummaryRequest,
	material: Material,
	packing: Packing,
	quotes: readonly SummaryItem[],
	room: number,
): SummaryDraft {
	const { excerpts: excerptsFor, candidates } = material;
	const before = packing.spent;
	packing.fillEmpty(candidates, room * emptyShare);
	if (excerptsFor === undefined) {
		packing.fill(candidates, room - (packing.spent - before));
		return bounded(request, material, { chosen: packing.chosen, quotes, excerpts: [] });
	}
	const stated = draftWith(request, material, { chosen: packing.chosen, quotes, excerpts: [] });
	const told = renderHandoff(stated, request);
	const left = request.budget - request.counter.count(told) - slack;
	const { excerpts, unused } = filling(excerptsFor(told, left * (1 + misjudged)), left, request);
	if (unused > leftOver) {
		packing.fillEarlier(candidates, unused);
		packing.fill(candidates, unused);
	}
	return bounded(request, material, { chosen: packing.chosen, quotes, excerpts });
}

/** As many of the excerpts as fill the room: lines take less together than one by one. */
function filling(
	upTo: (tokens: number) => readonly SummaryItem[],
	room: number,
	request: SummaryRequest,
): { readonly excerpts: readonly SummaryItem[]; readonly unused: number } {
	const within = (tokens: number): ReturnType<typeof filling> => {
		const excerpts = upTo(tokens);
		return { excerpts, unused: room - tokensOfExcerpts(excerpts, request) };
	};
	const first = within(room);
	if (first.unused < filled) {
		return first;
	}
	const more = within((room - spared) * (room / Math.max(1, room - first.unused)));
	return more.unused < 0 ? first : more;
}

function tokensOfExcerpts(
	excerpts: readonly SummaryItem[],
	{ counter, recallHandle }: SummaryRequest,
): number {
	const shown = recallHandle === undefined ? excerpts : excerpts.map(numberedItem);
	return counter.count(renderSection(shown));
}

/** The draft, with its last choices taken back until the rendered handoff keeps the budget. */
function bounded(request: SummaryRequest, material: Material, selection: Selection): SummaryDraft {
	let { chosen, quotes, excerpts } = selection;
	for (;;) {
		const draft = draftWith(request, material, { chosen, quotes, excerpts });
		const excess = tokensOf(request, draft) - request.budget;
		if (excess <= 0) {
			return draft;
		}
		if (excerpts.length > 0) {
			excerpts = excerpts.slice(0, -1);
		} else if (chosen.length > 0) {
			chosen = chosen.slice(0, -Math.max(1, Math.ceil(excess / 60)));
		} else if (quotes.length > 0) {
			quotes = quotes.slice(0, -1);
		} else {
			return smallest(request, material.task);
		}
	}
}

/** What is left where there is no room for anything else: the request, as far as it fits. */
function smallest(request: SummaryRequest, task: readonly SummaryItem[]): SummaryDraft {
	const note = mark('no room here for anything else');
	const room = request.budget - tokensOf(request, draftOf({ task: [] }, nothing, note)) - 2;
	const cut = task.map((item) => ({
		...item,
		text: cutToTokens(item.text, room, request.counter),
	}));
	return draftOf({ task: cut }, nothing, note);
}

function tokensOf(request: SummaryRequest, draft: SummaryDraft): number {
	return request.counter.count(renderHandoff(draft, request)) + 4;
}
