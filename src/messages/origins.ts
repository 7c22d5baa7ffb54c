import { referencedFiles, type KnownClient } from './envelopes/knownEnvelopes.ts';
import { unwrapped, type Stretch } from './envelopes/unwrap.ts';
import {
	imagePlaceholder,
	textOf,
	type Message,
	type Part,
	type TextPart,
	type UserMessage,
} from './message.ts';

export type { Stretch } from './envelopes/unwrap.ts';

/** Messages do not change, and every part of a plan asks. */
const known = new WeakMap<Message, readonly Stretch[]>();

/**
 * The text of a user message in runs, each with who wrote it; none for other roles. What a reader
 * knows of a part or of the message wins; elsewhere the envelope tells.
 */
export function stretchesOf(message: Message): readonly Stretch[] {
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

function stretchesIn({ content, origin }: UserMessage): readonly Stretch[] {
	if (typeof content === 'string') {
		return origin === undefined ? unwrapped(content) : [{ origin, text: content }];
	}
	const parts = origin === undefined ? partsByAuthor(content) : content;
	const imagesAreTheirs = isPersons(content);
	return parts.map((part): Stretch => {
		if (part.type === 'text') {
			return { origin: part.origin ?? origin ?? 'person', text: part.text };
		}
		return { origin: origin ?? (imagesAreTheirs ? 'person' : 'client'), text: imagePlaceholder };
	});
}

/**
 * The parts of a user's message, each text with who wrote it; one that is the person's as a whole
 * stays as it is. The client makes the parts, so no tag
 * reaches from one into the next; behind the line that begins files every text is one of theirs.
 * @param client Who sent it, where a reader knows.
 */
export function partsByAuthor(parts: readonly Part[], client?: KnownClient): readonly Part[] {
	const isPart = parts.filter(({ type }) => type === 'text').length > 1;
	let inFiles = false;
	return parts.flatMap((part): readonly Part[] => {
		if (part.type === 'image' || part.origin !== undefined) {
			return [part];
		}
		if (inFiles) {
			return [{ ...part, origin: 'file' }];
		}
		inFiles = referencedFiles.test(part.text);
		const stretches = unwrapped(part.text, { isPart, client });
		return stretches.every(({ origin }) => origin === 'person')
			? [part]
			: stretches.map(({ origin, text }): TextPart => ({ type: 'text', text, origin }));
	});
}

/** Whether the images of a message are the person's: words of theirs stand beside, or nothing at all. */
function isPersons(content: readonly Part[]): boolean {
	if (!content.some(({ type }) => type === 'image')) {
		return false;
	}
	const said = content.flatMap((part) => (part.type === 'text' ? unwrapped(part.text) : []));
	return said.every(({ text }) => text.trim() === '') || said.some(isWords);
}

function isWords({ origin, text }: Stretch): boolean {
	return origin === 'person' && text.trim() !== '';
}

/** What the person wrote in a message, without what a client put around it; empty where nothing is. */
export function personText(message: Message): string {
	return stretchesOf(message)
		.filter(isWords)
		.map(({ text }) => text.trim())
		.join('\n');
}

/** What a user message is as a whole: the person's as soon as they say anything in it. */
export function userOrigin(message: Message): 'person' | 'client' | 'summary' | undefined {
	if (message.role !== 'user') {
		return undefined;
	}
	const stretches = stretchesOf(message);
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
