import { mark } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';
import type { Turn } from '../facts/turns.ts';
import { renderHandoff } from '../handoff.ts';
import type { SummaryItem } from '../sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summariser.ts';
import { decidedBy, keptBy, keptTokens, noWishes, withWishes } from '../wishes.ts';
import type { Candidate } from './candidate.ts';
import { concernsFocus } from './focus.ts';
import { draftOf, draftWith, type Material, type Selection } from './drafting.ts';
import { findingsWithin } from './findings.ts';
import { isFileTold, namesFirst, namesWithin, toldNames } from './names.ts';
import { itemOfChosen, Packing, tierShare } from './packing.ts';
import { searchesRoom, withSearches } from './searches.ts';
import { fitQuotes, cutToTokens, quotesTokens } from './quotes.ts';

/**
 * Chooses what stands in a handoff when there is more than its budget has room for, and counts what
 * does not. Takes no part in where the candidates come from. Same input, same bytes.
 */

/** Share of the budget for what concerns a focus. */
const focusShare = 0.65;

/** Share of the room that quoted messages may take, so that the state of the work has some too. */
const quotesShare = 0.4;

/** Share of the room behind quotes and constraints that is kept for names. */
const namesShare = 0.35;

/** Share of what statements leave of theirs that actions, decisions and figures get before names. */
const restBesideNames = 0.4;

/** Share of the room behind the quoted messages that constraints may take before anything else. */
const constraintsShare = 0.36;

/** Share of what a handoff has beyond a small one, tokens, that sentences of the assistant may take. */
const findingsShare = 0.15;
const smallWithFindings = 1_000;

/** Tokens that a name takes at least, with what parts it from the next. */
const shortestName = 3;

/** Share of a budget that the summary of an earlier compaction may take where others leave room. */
const fullerEarlierShare = 0.4;

const nothing: Selection = { chosen: [], quotes: [], names: [] };

/** Tokens kept for the mark that counts what was left out. */
const omissionRoom = 40;

/** Tokens a rendered handoff may take beyond the sum of its parts. */
const slack = 20;

/** The best of the material within the request's budget, with all that a person keeps. */
export function chooseWithin(request: SummaryRequest, material: Material): SummaryDraft {
	const [asked, left] = undecided(request, material);
	const draft = withinSearches(asked, left, chosenWithin(asked, left));
	return { ...draft, summary: withWishes(draft.summary, request.wishes ?? noWishes) };
}

/** All of the material but for quotes beyond their share; undefined where that exceeds the budget. */
export function chooseAll(request: SummaryRequest, material: Material): SummaryDraft | undefined {
	const [asked, left] = undecided(request, material);
	const chosen = allChosen(asked, left);
	const draft = chosen && withinSearches(asked, left, chosen);
	return draft && { ...draft, summary: withWishes(draft.summary, request.wishes ?? noWishes) };
}

/** The draft with searches for what it does not tell, where the budget has room for them. */
function withinSearches(
	request: SummaryRequest,
	{ searchable }: Material,
	draft: SummaryDraft,
): SummaryDraft {
	const searching = searchable === undefined ? draft : withSearches(draft, request, searchable);
	return searching !== draft && tokensOf(request, searching) <= request.budget ? searching : draft;
}

function roomForSearches({ recallHandle }: SummaryRequest, { searchable }: Material): number {
	return recallHandle === undefined || searchable === undefined ? 0 : searchesRoom;
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
			candidates: material.candidates.filter(
				(candidate) => !formsOf(candidate).some(isDecided) && !isFileTold(candidate, wishes),
			),
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
	const frame = tokensOf(request, draftOf({ task: [] }, nothing, undefined));
	const kept = omissionRoom + roomForSearches(request, material);
	const room = Math.max(0, request.budget - frame - task - kept);
	return request.focus === undefined
		? packed(request, material, room)
		: packedWithFocus(request, material, room, request.focus);
}

function allChosen(request: SummaryRequest, material: Material): SummaryDraft | undefined {
	const { candidates, quoted } = material;
	const quotes = quotesOf(request, quoted, request.budget * request.userMessageShare);
	const chosen = candidates.map((candidate) => ({ candidate, fuller: false }));
	const draft = draftWith(request, material, { chosen, quotes, names: [] });
	return tokensOf(request, draft) <= request.budget ? draft : undefined;
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
	const { stated, restShare } = sharesBesideNames(material);
	// What they would take without gaps: then a larger budget leaves the others no less.
	const budget = (share - Math.min(forRules, packing.tokensOf(binding))) * stated;
	const end = packing.spent + budget;
	const fitting = candidates.map((candidate) => withEarlierCut(request, candidate, budget));
	packing.fill(
		fitting.filter((candidate) => !binding.includes(candidate)),
		budget,
		restShare,
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
	const { stated, restShare } = sharesBesideNames(material);
	const ofTopic = Math.min(topic, room - packing.spent) - tokensOfQuotes(request, near);
	packing.fill(inside, ofTopic);
	const rest = room - packing.spent - tokensOfQuotes(request, near);
	const far = quotesOf(
		request,
		quoted.filter((turn) => !concerned(turn)),
		rest * request.userMessageShare,
	);
	packing.fill(outside, (rest - tokensOfQuotes(request, far)) * stated, restShare);
	const quotes = [...near, ...far].sort((a, b) => (b.sources[0] ?? 0) - (a.sources[0] ?? 0));
	const left = room - packing.spent - tokensOfQuotes(request, quotes);
	const names = material.names && namesFirst(material.names, concerns);
	const told = { ...material, candidates: fitting, ...(names === undefined ? {} : { names }) };
	return completed(request, told, packing, quotes, left);
}

/** What of a budget goes to statements, and of what is left of that to those of the last tier. */
function sharesBesideNames({ names }: Material): { stated: number; restShare: number } {
	return names === undefined || names.facts.length === 0
		? { stated: 1, restShare: 1 }
		: { stated: 1 - namesShare, restShare: restBesideNames };
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
	const cut = (share: number): SummaryItem => ({
		...item,
		text: cutToTokens(item.text, share * budget - 2, request.counter),
	});
	return { ...candidate, item: cut(tierShare.earlier), fuller: cut(fullerEarlierShare) };
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

/** What the assistant found and the names that fit behind what was chosen, then what there is room for. */
function completed(
	request: SummaryRequest,
	material: Material,
	packing: Packing,
	quotes: readonly SummaryItem[],
	room: number,
): SummaryDraft {
	const { counter, budget } = request;
	const { names: known, candidates } = material;
	if (known === undefined) {
		packing.fill(candidates, room);
		return bounded(request, material, { chosen: packing.chosen, quotes, names: [] });
	}
	const told = toldNames([...packing.chosen.map(itemOfChosen), ...quotes]);
	const forFindings = Math.min(room, findingsShare * Math.max(0, budget - smallWithFindings));
	const before = packing.spent;
	packing.fillUp(findingsWithin(known, told, forFindings, counter), forFindings);
	const found = toldNames([...packing.chosen.map(itemOfChosen), ...quotes]);
	const left = room - (packing.spent - before);
	const names = namesWithin(known, found, packing.chosen, { room: left, handoff: budget }, counter);
	const end = packing.spent + left - names.reduce((sum, { tokens }) => sum + tokens, 0);
	packing.fillEarlier(candidates, end - packing.spent);
	packing.fill(candidates, end - packing.spent);
	return bounded(request, material, { chosen: packing.chosen, quotes, names });
}

/** The draft, with its last choices taken back until the rendered handoff keeps the budget. */
function bounded(request: SummaryRequest, material: Material, selection: Selection): SummaryDraft {
	let { chosen, quotes, names } = selection;
	for (;;) {
		const draft = draftWith(request, material, { chosen, quotes, names });
		const excess = tokensOf(request, draft) - request.budget;
		if (excess <= 0) {
			return draft;
		}
		if (names.length > 0) {
			names = names.slice(0, -Math.ceil(excess / shortestName));
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
