import { Envelopes, type AuthoredSpan } from './envelopes.ts';
import {
	placeholderOf,
	textOf,
	type Message,
	type Part,
	type TextPart,
	type UserMessage,
} from './message.ts';

/** What tells where nothing is known of the client. */
const structure = new Envelopes();

/** Messages do not change, and every part of a plan asks. */
const known = new WeakMap<Message, readonly AuthoredSpan[]>();

/**
 * The text of a user message in runs, each with who wrote it; none for other roles. What a reader
 * knows of a part or of the message wins; elsewhere the structure of the text tells.
 */
export function spansByAuthor(message: Message): readonly AuthoredSpan[] {
	if (message.role !== 'user') {
		return [];
	}
	const before = known.get(message);
	if (before !== undefined) {
		return before;
	}
	const found = stretchesIn(message);
	known.set(message, found);
	return found;
}

function stretchesIn({ content, origin }: UserMessage): readonly AuthoredSpan[] {
	if (typeof content === 'string') {
		return origin === undefined ? structure.unwrap(content) : [{ origin, text: content }];
	}
	const parts = origin === undefined ? partsByAuthor(content) : content;
	const said = parts.flatMap((part): readonly AuthoredSpan[] =>
		part.type === 'text' ? [{ origin: part.origin ?? origin ?? 'person', text: part.text }] : [],
	);
	// Images are the person's where words of theirs stand beside them, or nothing at all.
	const imagesAreTheirs = said.every(({ text }) => text.trim() === '') || said.some(isWords);
	const texts = said.values();
	return parts.flatMap((part): readonly AuthoredSpan[] => {
		if (part.type === 'text') {
			const next = texts.next();
			return next.done === true ? [] : [next.value];
		}
		return [
			{ origin: origin ?? (imagesAreTheirs ? 'person' : 'client'), text: placeholderOf(part) },
		];
	});
}

/**
 * The parts of a user's message, each text with who wrote it; one that is the person's as a whole
 * stays as it is. The client makes the parts, so no tag reaches from one into the next, but where
 * the last holds the person's words and all others are what the client put in front of them; behind
 * the line that begins files every text is one of theirs.
 * @param envelopes Of the client that sent it.
 */
export function partsByAuthor(
	parts: readonly Part[],
	envelopes: Envelopes = structure,
): readonly Part[] {
	return piecesByAuthor(parts, envelopes).flat();
}

/** The same, with the pieces of each part by themselves. */
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
		return typed(part, envelopes.unwrap(part.text, texts.length > 1));
	});
}

/** The same where tags reach from one part into the next. */
function joinedByAuthor(
	parts: readonly Part[],
	envelopes: Envelopes,
): readonly (readonly Part[])[] {
	const all = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
	let rest = envelopes.unwrap(all);
	return parts.map((part): readonly Part[] => {
		if (part.type === 'image') {
			return [part];
		}
		const own: AuthoredSpan[] = [];
		for (let left = part.text.length; left > 0; ) {
			const [first, ...others] = rest;
			if (first === undefined) {
				break;
			}
			const text = first.text.slice(0, left);
			own.push({ ...first, text });
			left -= text.length;
			const behind = first.text.slice(text.length);
			rest = behind === '' ? others : [{ ...first, text: behind }, ...others];
		}
		return part.origin === undefined ? typed(part, own) : [part];
	});
}

/** A line break between two runs stands where content is joined by one anyway. */
function typed(part: TextPart, stretches: readonly AuthoredSpan[]): readonly TextPart[] {
	return stretches.every(({ origin }) => origin === 'person')
		? [part]
		: stretches.map(({ origin, text }, at) => {
				const isEnded = stretches[at - 1]?.text.endsWith('\n') === true;
				const own = at > 0 && !isEnded ? text.replace(/^\n/, '') : text;
				return {
					type: 'text',
					text: at < stretches.length - 1 ? own.replace(/\n$/, '') : own,
					origin,
				};
			});
}

/**
 * A user's message as it comes from outside, with who wrote which part; one that is the person's as a
 * whole, or whose origins are known, stays as it is.
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
		? whole(message, only)
		: { ...message, content: found };
}

/** A message of one author, who is no person. */
function whole(message: UserMessage, { origin, text }: TextPart): UserMessage {
	return origin === 'client' || origin === 'summary'
		? { ...message, content: text, origin }
		: { ...message, content: [{ type: 'text', text, origin: origin ?? 'person' }] };
}

function isWords({ origin, text }: AuthoredSpan): boolean {
	return origin === 'person' && text.trim() !== '';
}

/** What the person wrote in a message, without what a client put around it; empty where nothing is. */
export function personText(message: Message): string {
	return spansByAuthor(message)
		.filter(isWords)
		.map(({ text }) => text.trim())
		.join('\n');
}

/** What a user message is as a whole: the person's as soon as they say anything in it. */
export function userOrigin(message: Message): 'person' | 'client' | 'summary' | undefined {
	if (message.role !== 'user') {
		return undefined;
	}
	const stretches = spansByAuthor(message);
	if (stretches.some(isWords)) {
		return 'person';
	}
	if (stretches.some(({ origin }) => origin === 'summary')) {
		return 'summary';
	}
	if (message.origin !== undefined || textOf(message.content).trim() === '') {
		return message.origin ?? 'person';
	}
	return 'client';
}
