import { Envelopes, type AuthoredSpan } from './envelopes.ts';
import {
	placeholderOf,
	textOf,
	type Message,
	type Part,
	type TextPart,
	type UserMessage,
	type UserOrigin,
} from './message.ts';

/** Used if nothing is known about the client. */
const structure = new Envelopes();

/** Cached because messages do not change, and every part of a plan needs it. */
const cache = new WeakMap<Message, readonly AuthoredSpan[]>();

/**
 * The text of a user message in ranges by author; none for other roles. A reader's knowledge of a part or of the
 * message takes precedence; otherwise the structure of the text decides.
 */
export function spansByAuthor(message: Message): readonly AuthoredSpan[] {
	if (message.role !== 'user') {
		return [];
	}
	const spans = cache.get(message) ?? spansIn(message);
	cache.set(message, spans);
	return spans;
}

function spansIn({ content, origin }: UserMessage): readonly AuthoredSpan[] {
	if (typeof content === 'string') {
		return origin === undefined ? structure.unwrap(content) : [{ origin, text: content }];
	}
	const parts = origin === undefined ? partsByAuthor(content) : content;
	const spanOf = (part: TextPart): AuthoredSpan => ({
		origin: part.origin ?? origin ?? 'person',
		text: part.text,
	});
	const texts = parts.filter((part) => part.type === 'text').map(spanOf);
	// Images are the user's if the message also has words of theirs, or no text at all.
	const isUsers = texts.every(({ text }) => text.trim() === '') || texts.some(isWords);
	const imageOrigin = origin ?? (isUsers ? 'person' : 'client');
	return parts.map((part) =>
		part.type === 'text' ? spanOf(part) : { origin: imageOrigin, text: placeholderOf(part) },
	);
}

/**
 * The parts of a user message by author; a message that is entirely the user's stays unchanged. The client creates the
 * parts, so no tag spans several, unless the last contains the user's words and all others are the client's insertions
 * before them; after the line that begins files, every text is a file.
 * @param envelopes Of the client that sent it.
 */
export function partsByAuthor(
	parts: readonly Part[],
	envelopes: Envelopes = structure,
): readonly Part[] {
	return piecesByAuthor(parts, envelopes).flat();
}

/** The same, with the pieces of each part separate. */
export function piecesByAuthor(
	parts: readonly Part[],
	envelopes: Envelopes,
): readonly (readonly Part[])[] {
	const texts = parts.filter((part) => part.type === 'text');
	const last = texts.at(-1);
	if (texts.length > 1 && last !== undefined && envelopes.endsWithWords(last.text)) {
		return joinedByAuthor(parts, envelopes);
	}
	let inFiles = false;
	return parts.map((part): readonly Part[] => {
		if (part.type === 'image' || part.origin !== undefined) {
			return [part];
		}
		if (inFiles) {
			return [{ ...part, origin: 'file' }];
		}
		inFiles = envelopes.filesIn(part.text) !== undefined;
		return splitPart(part, envelopes.unwrap(part.text, texts.length > 1));
	});
}

/** The same if tags span several parts. */
function joinedByAuthor(
	parts: readonly Part[],
	envelopes: Envelopes,
): readonly (readonly Part[])[] {
	const all = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
	// In reverse: removing one from the end is quick, however many there are.
	const rest = envelopes.unwrap(all).toReversed();
	return parts.map((part): readonly Part[] => {
		if (part.type === 'image') {
			return [part];
		}
		const own: AuthoredSpan[] = [];
		for (let left = part.text.length; left > 0; ) {
			const first = rest.pop();
			if (first === undefined) {
				break;
			}
			const text = first.text.slice(0, left);
			own.push({ ...first, text });
			left -= text.length;
			if (text.length < first.text.length) {
				rest.push({ ...first, text: first.text.slice(text.length) });
			}
		}
		return part.origin === undefined ? splitPart(part, own) : [part];
	});
}

/** A part as one part for each span. Parts are joined by line breaks, so a line break between two spans is dropped. */
function splitPart(part: TextPart, spans: readonly AuthoredSpan[]): readonly TextPart[] {
	return spans.every(({ origin }) => origin === 'person')
		? [part]
		: spans.map(({ origin, text }, at) => {
				const isEnded = spans[at - 1]?.text.endsWith('\n') === true;
				const own = at > 0 && !isEnded ? text.replace(/^\n/, '') : text;
				return {
					type: 'text',
					text: at < spans.length - 1 ? own.replace(/\n$/, '') : own,
					origin,
				};
			});
}

/**
 * A user message from an external source, with the author of each part; a message that is entirely the user's, or whose
 * origins are known, stays unchanged.
 * @param envelopes Of the clients that may have sent it.
 */
export function authored(message: UserMessage, envelopes: Envelopes): UserMessage {
	const { content, origin } = message;
	if (origin !== undefined) {
		return message;
	}
	const parts: readonly Part[] =
		typeof content === 'string' ? [{ type: 'text', text: content }] : content;
	const found = partsByAuthor(parts, envelopes);
	if (found.every((part, at) => part === parts[at])) {
		return message;
	}
	const [only, another] = found;
	return typeof content === 'string' && only?.type === 'text' && another === undefined
		? withOrigin(message, only)
		: { ...message, content: found };
}

/** A message whose only author is not the user. */
function withOrigin(message: UserMessage, { origin, text }: TextPart): UserMessage {
	return origin === 'client' || origin === 'summary'
		? { ...message, content: text, origin }
		: { ...message, content: [{ type: 'text', text, origin: origin ?? 'person' }] };
}

function isWords({ origin, text }: AuthoredSpan): boolean {
	return origin === 'person' && text.trim() !== '';
}

/** The user's words in a message, without a client's text around them; empty if there are none. */
export function personText(message: Message): string {
	return spansByAuthor(message)
		.filter(isWords)
		.map(({ text }) => text.trim())
		.join('\n');
}

/** The author of a user message as a whole: the user if any of its words are theirs. */
export function userOrigin(message: Message): UserOrigin | undefined {
	if (message.role !== 'user') {
		return undefined;
	}
	const spans = spansByAuthor(message);
	if (spans.some(isWords)) {
		return 'person';
	}
	if (spans.some(({ origin }) => origin === 'summary')) {
		return 'summary';
	}
	if (message.origin !== undefined || textOf(message.content).trim() === '') {
		return message.origin ?? 'person';
	}
	return 'client';
}
