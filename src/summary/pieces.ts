import { isFromPerson } from '../messages/userTurns.ts';
import { redact } from '../redaction/redact.ts';
import { ledgerOf } from './ledger.ts';
import { commonRoot, ledgerItems } from './ledgerItems.ts';
import { omitToFit, packBlocks, readBlocks, sizeOf } from './blocks.ts';
import {
	factsAsData,
	outputPerBudget,
	statementsAsData,
	summaryAsData,
	summaryPrompt,
	type Prompt,
	type PromptSettings,
	type PromptSubject,
} from './prompt.ts';
import { asData } from './frameMarks.ts';
import {
	boundsOf,
	cutToSize,
	inputShare,
	requestMeasure,
	whole,
	type Measure,
	type RequestBounds,
} from './requestBounds.ts';
import { leads, type Summary } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';
import { surroundingsOf } from './surroundings.ts';
import { earlierSummaries, partsOf, type PromptSource } from './transcriptText.ts';
import { decidedBy, keptTokens, undecidedItems } from './userEdits.ts';

/**
 * Divides what a model has to summarise into requests that fit its window. Everything is decided before the first
 * request: the number of requests, the content of each, and what is left out.
 */

/** The summariser that a plan is made for. */
export interface PieceOptions extends RequestBounds, PromptSettings {
	/** Maximum number of pieces of a conversation; if that is not enough, less of each message is shown. */
	readonly maxPieces?: number;
}

/** One request to summarise a piece. */
export interface Piece {
	/** Numbers of the first and the last message shown; 0 if there are none. */
	readonly first: number;
	readonly last: number;
	readonly prompt: Prompt;
	/** The shown part of the conversation. */
	readonly conversation: string;
}

/** The requests for a summary, or why there can be none. */
export type PiecePlan =
	| {
			readonly kind: 'pieces';
			readonly pieces: readonly Piece[];
			/** Number of requests, including the merge, without repairs. */
			readonly requests: number;
			/** Messages that do not fit even as digests. */
			readonly leftOut: number;
			/** The prompt that merges the summaries of the pieces, given in their order. */
			merge(summaries: readonly Summary[]): Prompt;
	  }
	/** The window is too small for rules, focus and any of the conversation. */
	| { readonly kind: 'window-too-small' };

/**
 * Nine requests at most, with the merge. Eight pieces of the default size hold 1.3 million characters; a conversation
 * that is larger even as digests would cost more than a better summary is worth.
 */
const defaultMaxPieces = 8;

/** Maximum share of a request for an earlier summary. */
const previousShare = 0.35;

/** Maximum share of a request for kept statements, and the same for removed ones. */
const editsShare = 0.05;

/** Maximum share of a request for the facts of the log. */
const factsShare = 0.05;

/** Maximum share of the budget reserved for facts that the model does not mention; it mentions most. */
const appendedShare = 0.1;

/** Minimum share of a request for the conversation. */
const minRoom = 0.15;

/** Share of the room of all pieces that shortened messages may fill: packing leaves gaps. */
const fillShare = 0.6;

/** Tokens of the prefix and end line of a handoff. */
const frameTokens = 200;

/** Tolerance for a shorter prompt that takes more tokens than the longest, tokens. */
const frameSlack = 16;

/** Maximum characters per token of prose, so that partial summaries fit the merge. */
const charactersPerToken = 5;

/** Plans the requests for a summary. Pure: same request, same plan. */
export function planPieces(summary: SummaryRequest, options: PieceOptions): PiecePlan {
	const request = withoutKept(summary);
	const measure = requestMeasure(options, request.counter);
	const max = options.maxPieces ?? defaultMaxPieces;
	const common = commonInput(request, options, measure);
	const previous = previousText(request, measure);
	const promptOf = (subject: PromptSubject, budget = common.budget): Prompt =>
		summaryPrompt({ ...common, subject, budget, length: Math.min(common.length, budget) });
	// The longest of the prompts determines the room in all of them.
	const parts = Array.from({ length: max }, () => '');
	const frames = [
		wholeSubject(previous, ''),
		partSubject('', max, max),
		mergeSubject(previous, parts),
	]
		.map((subject) => text(promptOf(subject)))
		.sort((a, b) => b.length - a.length);
	const room = whole - measure.text(frames[0] ?? '') - measure.of(0, frameSlack);
	if (room < whole * minRoom) {
		return { kind: 'window-too-small' };
	}

	const source = { log: request.log, pairs: request.pairs };
	const blocks = readBlocks(source, request.fresh, room, measure);
	let packed = sizeOf(blocks) <= room ? [blocks] : packBlocks(source, blocks, room, measure);
	if (packed.length > max) {
		const shorter = readBlocks(source, request.fresh, room * max * fillShare, measure, true);
		packed = packBlocks(source, shorter, room, measure);
	}
	if (packed.length > max) {
		packed = omitToFit(source, packed.flat(), room, max, measure);
	}

	const pieceBudget = Math.min(
		common.budget,
		mergedBudget(room / packed.length / whole, options, request),
	);
	const pieces = packed.map((piece, index): Piece => {
		const conversation = piece.map((block) => block.text).join('\n');
		return {
			first: (piece[0]?.index ?? -1) + 1,
			last: (piece.at(-1)?.lastIndex ?? -1) + 1,
			conversation,
			prompt:
				packed.length === 1
					? promptOf(wholeSubject(previous, conversation))
					: promptOf(partSubject(conversation, index + 1, packed.length), pieceBudget),
		};
	});
	return {
		kind: 'pieces',
		pieces,
		requests: pieces.length === 1 ? 1 : pieces.length + 1,
		leftOut: packed.flat().reduce((sum, block) => sum + block.leftOut, 0),
		merge: (summaries) => {
			const share = Math.floor(room / Math.max(1, summaries.length));
			const parts = summaries.map((part) => cutToSize(summaryAsData(part), share, measure));
			return promptOf(mergeSubject(previous, parts));
		},
	};
}

/** Characters of the first message that is kept, by which the model finds it in the conversation. */
const beginningLength = 400;

/** The prompt that follows the latest request of the conversation. Pure: same request, same prompt. */
export function continuationPrompt(request: SummaryRequest, options: PieceOptions): Prompt {
	const { log, pairs, range, previous, counter } = request;
	const common = commonInput(withoutKept(request), options, requestMeasure(options, counter));
	const keptFrom = range.end < log.length ? beginningOf({ log, pairs }, range.end) : undefined;
	return summaryPrompt({
		...common,
		subject: {
			kind: 'above',
			isUpdate: previous !== undefined,
			...(keptFrom === undefined ? {} : { keptFrom }),
		},
	});
}

/** A message as the model has seen it: without the log's number. */
function beginningOf(source: PromptSource, index: number): string {
	const parts = partsOf(source, index).map(
		({ label, text }) => `${label.replace(/^m\d+ /, '')}: ${text}`,
	);
	return parts.join('\n').slice(0, beginningLength).toWellFormed();
}

/** The request without the tokens of items that the user keeps: those are added without the model. */
function withoutKept(request: SummaryRequest): SummaryRequest {
	return { ...request, budget: request.budget - keptTokens(request.userEdits, request.counter) };
}

/** The inputs that all prompts for a request have in common. */
function commonInput(request: SummaryRequest, options: PieceOptions, measure: Measure) {
	const { log, range, focus, userEdits } = request;
	const kept = userEdits.kept.map(({ item }) => item.text);
	const shortened = (texts: readonly string[]): string =>
		cutToSize(statementsAsData(texts), Math.floor(whole * editsShare), measure);
	const facts = cutToSize(ledgerFacts(request), Math.floor(whole * factsShare), measure);
	const person = log.slice(0, range.end).filter((entry) => isFromPerson(entry.message));
	const quoted = Math.min(
		request.budget * request.userMessageShare,
		log
			.slice(range.start, range.end)
			.reduce((sum, entry) => sum + (isFromPerson(entry.message) ? entry.tokens : 0), 0),
	);
	// The reply is limited to the part of the window that input leaves.
	const budget = Math.min(request.budget, ((1 - inputShare) * options.window) / outputPerBudget);
	return {
		budget,
		length: Math.max(
			budget / 2,
			budget -
				quoted -
				frameTokens -
				Math.min(request.counter.count(facts), budget * appendedShare),
		),
		surroundings: surroundingsOf(request, measure),
		hasPerson: person.length > 0,
		...(facts === '' ? {} : { facts }),
		...(kept.length === 0 ? {} : { kept: shortened(kept) }),
		...(userEdits.removed.length === 0 ? {} : { removed: shortened(userEdits.removed) }),
		...(focus === undefined ? {} : { focus }),
		...(options.instructions === undefined ? {} : { instructions: options.instructions }),
		...(options.language === undefined ? {} : { language: options.language }),
	};
}

/** The ledger's statements as facts for the prompt. */
function ledgerFacts(request: SummaryRequest): string {
	const isDecided = decidedBy(request.userEdits);
	const ledger = ledgerOf(request.log, request.pairs);
	const root = commonRoot(ledger);
	const items = ledgerItems(ledger, request.range, root);
	const facts = factsAsData(items.filter(({ item }) => !isDecided(item.text)));
	return facts === '' || root === '' ? facts : `${leads.directory} ${root}\n${facts}`;
}

/** Maximum tokens of each partial summary, so that the merge stays within its bounds. */
function mergedBudget(share: number, options: PieceOptions, request: SummaryRequest): number {
	const bounds = boundsOf(options);
	const tokens = Math.min(bounds.tokens, bounds.characters / charactersPerToken);
	return Math.max(1, Math.min(request.budget, (tokens * share) / outputPerBudget));
}

/** Earlier summaries: the one that is updated, and those found in the new turns. */
function previousText(request: SummaryRequest, measure: Measure): string | undefined {
	const { log, fresh, previous, userEdits } = request;
	const found = earlierSummaries(
		fresh.flatMap((range) => log.slice(range.start, range.end).map((entry) => entry.message)),
	);
	const texts = [
		...(previous === undefined ? [] : [summaryAsData(undecidedItems(previous, userEdits))]),
		...found.map((body) => asData(redact(body))),
	];
	return texts.length === 0
		? undefined
		: cutToSize(texts.join('\n\n'), Math.floor(whole * previousShare), measure);
}

function wholeSubject(previous: string | undefined, conversation: string): PromptSubject {
	return previous === undefined
		? { kind: 'first', conversation }
		: { kind: 'update', previous, conversation };
}

function partSubject(conversation: string, number: number, of: number): PromptSubject {
	return { kind: 'first', conversation, part: { number, of } };
}

function mergeSubject(previous: string | undefined, parts: readonly string[]): PromptSubject {
	return { kind: 'merge', parts, ...(previous === undefined ? {} : { previous }) };
}

function text(prompt: Prompt): string {
	return `${prompt.system}\n${prompt.user}`;
}
