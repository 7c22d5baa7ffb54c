import {
	textOf,
	toolCallsOf,
	type Log,
	type LogRange,
	type Message,
} from '../../messages/message.ts';
import { messageNumber } from '../../messages/marks.ts';
import { userOrigin } from '../../messages/origins.ts';
import { redact, secretSpans } from '../../redaction/redact.ts';
import type { ConversationStore, Found } from '../store/store.ts';

/** Originals of what was summarised, for a model: in pages, without secrets. */

/** A page with everything around it stays below this, bytes of UTF-8. */
const pageBytes = 8 * 1024;

/** For what is around the text when it is sent: numbers, names, quotes. Bytes. */
const envelopeBytes = 512;

const textBytes = pageBytes - envelopeBytes;

/** Hits that are looked at for a page of a search. */
const hitsAtOnce = 20;

/** Characters of a piece of a secret that gives it away. */
const tellingPiece = 6;

/** A part of a turn. */
export type RecallEnd =
	| {
			readonly kind: 'recalled';
			/** Numbers of the turn's first and last message. */
			readonly from: number;
			readonly to: number;
			readonly text: string;
			/** From 1. */
			readonly page: number;
			readonly pages: number;
	  }
	| { readonly kind: 'not-there'; readonly messages: number };

/** Hits of a search, as many as a page holds. */
export interface RecallHits {
	readonly hits: readonly Found[];
	/** Where the next page begins; absent on the last. */
	readonly next?: number;
}

/**
 * The turn that a message belongs to.
 * @param number Of any message of the turn, from 1.
 * @param page From 1; absent: the page on which the message begins.
 */
export function recallTurn(log: Log, number: number, page?: number): RecallEnd {
	const turn = turnAt(log, number);
	if (turn === undefined) {
		return { kind: 'not-there', messages: log.length };
	}
	const { start, end } = turn;
	const texts = log
		.slice(start, end)
		.map((entry, at) => textOfMessage(entry.message, start + at + 1));
	const before = texts.slice(0, number - 1 - start).reduce((sum, text) => sum + text.length, 0);
	const pages = pagesOf(texts.join(''));
	const wanted = page ?? pageAt(pages, before);
	const text = pages[wanted - 1];
	return text === undefined
		? { kind: 'not-there', messages: log.length }
		: { kind: 'recalled', from: start + 1, to: end, text, page: wanted, pages: pages.length };
}

/** The turn that a message belongs to; undefined where there is none. @param number From 1. */
export function turnAt(log: Log, number: number): LogRange | undefined {
	if (log[number - 1] === undefined) {
		return undefined;
	}
	const begins = (index: number): boolean => {
		const message = log[index]?.message;
		return message !== undefined && userOrigin(message) === 'person';
	};
	let start = number - 1;
	while (start > 0 && !begins(start)) {
		start -= 1;
	}
	let end = number;
	while (end < log.length && !begins(end)) {
		end += 1;
	}
	return { start, end };
}

/** Searches the conversation's messages. @param from Hits to pass over; `next` of the page before. */
export function recallSearch(
	store: ConversationStore,
	conversation: string,
	text: string,
	from = 0,
): RecallHits {
	const found = store.search({
		text,
		conversation,
		order: 'best',
		limit: hitsAtOnce + 1,
		offset: from,
	});
	const hits: Found[] = [];
	let bytes = 0;
	for (const hit of found.slice(0, hitsAtOnce)) {
		const clean = withoutSecrets(store, hit);
		const size = Buffer.byteLength(JSON.stringify(clean));
		if (bytes + size > textBytes && hits.length > 0) {
			break;
		}
		const excerpt = bytes + size > textBytes ? pagesOf(clean.excerpt)[0] : undefined;
		hits.push(excerpt === undefined ? clean : { ...clean, excerpt });
		bytes += size;
	}
	return hits.length < found.length ? { hits, next: from + hits.length } : { hits };
}

/** A message with its number, role, calls and text, redacted as a whole so that no cut hides a secret. */
function textOfMessage(message: Message, number: number): string {
	const answers = message.role === 'tool' ? ` (${message.toolCallId})` : '';
	const calls = toolCallsOf(message).map((call) => `[${call.name} ${call.arguments}]`);
	const body = [textOf(message.content), ...calls].filter((part) => part !== '').join('\n');
	return `${messageNumber(number)} ${message.role}${answers}:\n${redact(body)}\n\n`;
}

/** Text in pieces of at most {@link textBytes}, cut between lines where that is possible. */
function pagesOf(text: string): string[] {
	const pages: string[] = [];
	let rest = Buffer.from(text);
	while (rest.length > textBytes) {
		const line = rest.lastIndexOf(0x0a, textBytes - 1);
		let cut = line < textBytes / 2 ? textBytes : line + 1;
		while (((rest[cut] ?? 0) & 0xc0) === 0x80) {
			cut -= 1;
		}
		pages.push(rest.subarray(0, cut).toString());
		rest = rest.subarray(cut);
	}
	return [...pages, rest.toString()];
}

/** Number of the page that a position of the whole text is on. */
function pageAt(pages: readonly string[], position: number): number {
	let passed = 0;
	for (const [index, page] of pages.entries()) {
		passed += page.length;
		if (position < passed) {
			return index + 1;
		}
	}
	return pages.length;
}

/**
 * An excerpt may begin or end within a secret, which no rule recognises then: it is compared with the
 * secrets of the whole message, and told without any text where it shows a piece of one.
 */
function withoutSecrets(store: ConversationStore, hit: Found): Found {
	const [node] = store.log(hit.conversation, { start: hit.number - 1, end: hit.number });
	const message = node?.message;
	const whole =
		message === undefined
			? ''
			: [textOf(message.content), ...toolCallsOf(message).map((call) => call.arguments)].join('\n');
	const plain = hit.excerpt.replace(/[⟦⟧]/g, '');
	const shown = secretSpans(whole).some(({ start, end }) => shows(plain, whole.slice(start, end)));
	if (shown) {
		return { ...hit, excerpt: '[REDACTED]' };
	}
	const clean = redact(plain);
	return clean === plain ? hit : { ...hit, excerpt: clean };
}

function shows(excerpt: string, secret: string): boolean {
	for (let start = 0; start === 0 || start + tellingPiece <= secret.length; start += 1) {
		if (excerpt.includes(secret.slice(start, start + tellingPiece))) {
			return true;
		}
	}
	return false;
}
