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
	type PromptInput,
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
import type { Summary } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';
import { surroundingsOf, type KeptContext } from './surroundings.ts';
import { earlierSummaries, partsOf, type PromptSource } from './transcriptText.ts';
import { decidedBy, keptTokens, noUserEdits, undecidedItems } from './userEdits.ts';

/**
 * Divides what a model has to summarise into requests that fit it. Everything is decided here,
 * before the first request: how many there are, what each of them holds, and what was left out.
 */

/** The summariser a plan is made for. */
export interface PieceOptions extends RequestBounds {
	/** The most pieces a conversation is divided into; beyond that less of each message is shown. */
	readonly mostPieces?: number;
	/** Replaces the instructions (a setting). */
	readonly instructions?: string;
	/** The language of the summary (a setting); absent: the one the person writes. */
	readonly language?: string;
}

/** What one request asks a model to summarise. */
export interface Piece {
	/** Numbers of the first and last message it shows; 0 where it shows none. */
	readonly first: number;
	readonly last: number;
	readonly prompt: Prompt;
	/** What it shows of the conversation. */
	readonly conversation: string;
}

/** How a middle is cut into requests, or why it cannot be. */
export type PiecePlan =
	| {
			readonly kind: 'pieces';
			readonly pieces: readonly Piece[];
			/** Requests it takes, the merge included, repairs not. */
			readonly requests: number;
			/** Messages that not even a digest of could be shown. */
			readonly leftOut: number;
			/** The prompt that merges the summaries of the pieces, given in their order. */
			merge(summaries: readonly Summary[]): Prompt;
	  }
	/** The window is too small for rules, focus and any conversation. */
	| { readonly kind: 'window-too-small' };

/**
 * Nine requests at most. Eight pieces of the default size hold 1.3 million characters; a conversation
 * that is larger even as digests would cost more than a better summary is worth.
 */
const defaultMostPieces = 8;

/** Share of a request an earlier summary may take. */
const previousShare = 0.35;

/** Share of a request that kept statements may take, and again removed ones. */
const wishesShare = 0.05;

/** Share of a request that the facts of the log may take. */
const factsShare = 0.05;

/** Share of the budget that is kept for facts a model did not tell; most it tells. */
const appendedShare = 0.1;

/** Share of a request that has to remain for the conversation. */
const leastRoom = 0.15;

/** Share of all pieces' room that messages are cut to where there are too many. */
const fill = 0.6;

/** Tokens of the prefix and end line of a handoff. */
const frameTokens = 200;

/** Tokens by which a shorter prompt may come to more than the longest. */
const frameSlack = 16;

/** Characters a token stands for in prose, at most: so that partial summaries fit the merge. */
const charactersPerToken = 5;

/** Plans the requests for a summary. Pure: same request, same plan. */
export function planPieces(asked: SummaryRequest, options: PieceOptions): PiecePlan {
	const { budget: handoff, counter, userEdits: wishes = noUserEdits } = asked;
	// What a person keeps is in the handoff without being written.
	const request = { ...asked, budget: handoff - keptTokens(wishes, counter) };
	const measure = requestMeasure(options, request.counter);
	const most = options.mostPieces ?? defaultMostPieces;
	const common = commonInput(request, options, measure);
	const previous = previousText(request, measure);
	const promptOf = (subject: PromptSubject, budget = common.budget): Prompt =>
		summaryPrompt({ ...common, subject, budget, length: Math.min(common.length, budget) });
	// One count for all: the longest of the prompts decides what room is left in each.
	const parts = Array.from({ length: most }, () => '');
	const frames = [
		wholeSubject(previous, ''),
		partSubject('', most, most),
		mergeSubject(previous, parts),
	]
		.map((subject) => text(promptOf(subject)))
		.sort((a, b) => b.length - a.length);
	const room = whole - measure.text(frames[0] ?? '') - measure.of(0, frameSlack);
	if (room < whole * leastRoom) {
		return { kind: 'window-too-small' };
	}

	const source = { log: request.log, pairs: request.pairs };
	const blocks = readBlocks(source, request.fresh, room, measure);
	let packed = sizeOf(blocks) <= room ? [blocks] : packBlocks(source, blocks, room, measure);
	if (packed.length > most) {
		const shorter = readBlocks(source, request.fresh, room * most * fill, measure, true);
		packed = packBlocks(source, shorter, room, measure);
	}
	if (packed.length > most) {
		packed = omitToFit(source, packed.flat(), room, most, measure);
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

/** Characters of the first message that stays, by which a model finds it above. */
const staysLength = 400;

/** What a model is asked behind all that it was last sent of the conversation. Pure: same request, same prompt. */
export function continuationPrompt(asked: SummaryRequest, options: PieceOptions): Prompt {
	const { log, pairs, range, previous, counter, userEdits: wishes = noUserEdits } = asked;
	const request = { ...asked, budget: asked.budget - keptTokens(wishes, counter) };
	const { surroundings, ...common } = commonInput(
		request,
		options,
		requestMeasure(options, counter),
	);
	const stays = range.end < log.length ? beginningOf({ log, pairs }, range.end) : undefined;
	return summaryPrompt({
		...common,
		surroundings,
		subject: {
			kind: 'above',
			isUpdate: previous !== undefined,
			...(stays === undefined ? {} : { stays }),
		},
	});
}

/** As a model finds it: without the number that only the log has. */
function beginningOf(source: PromptSource, index: number): string {
	const parts = partsOf(source, index).map(
		({ label, text }) => `${label.replace(/^m\d+ /, '')}: ${text}`,
	);
	return parts.join('\n').slice(0, staysLength).toWellFormed();
}

type CommonInput = Omit<PromptInput, 'subject'> & {
	readonly length: number;
	readonly surroundings: KeptContext;
};

function commonInput(
	request: SummaryRequest,
	options: PieceOptions,
	measure: Measure,
): CommonInput {
	const { log, range, focus, userEdits: wishes = noUserEdits } = request;
	const kept = wishes.kept.map(({ item }) => item.text);
	const shortened = (texts: readonly string[]): string =>
		cutToSize(statementsAsData(texts), Math.floor(whole * wishesShare), measure);
	const facts = cutToSize(factsToTell(request), Math.floor(whole * factsShare), measure);
	const person = log.slice(0, range.end).filter((entry) => isFromPerson(entry.message));
	const quoted = Math.min(
		request.budget * request.userMessageShare,
		log
			.slice(range.start, range.end)
			.reduce((sum, entry) => sum + (isFromPerson(entry.message) ? entry.tokens : 0), 0),
	);
	// What input leaves of the window bounds the reply.
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
		...(wishes.removed.length === 0 ? {} : { removed: shortened(wishes.removed) }),
		...(focus === undefined ? {} : { focus }),
		...(options.instructions === undefined ? {} : { instructions: options.instructions }),
		...(options.language === undefined ? {} : { language: options.language }),
	};
}

/** What the log knows without a model. */
function factsToTell(request: SummaryRequest): string {
	const isDecided = decidedBy(request.userEdits ?? noUserEdits);
	const ledger = ledgerOf(request.log, request.pairs);
	const items = ledgerItems(ledger, request.range, commonRoot(ledger));
	return factsAsData(items.filter(({ item }) => !isDecided(item.text)));
}

/** Tokens each of the partial summaries may take so that the merge is within its bounds. */
function mergedBudget(share: number, options: PieceOptions, request: SummaryRequest): number {
	const bounds = boundsOf(options);
	const tokens = Math.min(bounds.tokens, bounds.characters / charactersPerToken);
	return Math.max(1, Math.min(request.budget, (tokens * share) / outputPerBudget));
}

/** What was known before these turns: the summary they add to, and those found among them. */
function previousText(request: SummaryRequest, measure: Measure): string | undefined {
	const { log, fresh, previous, userEdits: wishes = noUserEdits } = request;
	const found = earlierSummaries(
		fresh.flatMap((range) => log.slice(range.start, range.end).map((entry) => entry.message)),
	);
	const texts = [
		...(previous === undefined ? [] : [summaryAsData(undecidedItems(previous, wishes))]),
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
