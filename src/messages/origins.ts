import { referencedFiles } from './envelopes/knownEnvelopes.ts';
import { unwrapped, type Stretch } from './envelopes/unwrap.ts';
import { imagePlaceholder, textOf, type Message, type Part, type UserMessage } from './message.ts';

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
	const stretches: Stretch[] = [];
	const texts = content.filter((part) => part.type === 'text').length;
	const imagesAreTheirs = isPersons(content);
	let inFiles = false;
	for (const part of content) {
		const own = part.type === 'text' ? (part.origin ?? origin) : origin;
		if (part.type === 'text') {
			const found =
				own === undefined && inFiles
					? [{ origin: 'file' as const, text: part.text }]
					: own === undefined
						? unwrapped(part.text, texts > 1)
						: [{ origin: own, text: part.text }];
			inFiles ||= own === undefined && referencedFiles.test(part.text);
			stretches.push(...found);
		} else {
			const origin = own ?? (imagesAreTheirs ? 'person' : 'client');
			stretches.push({ origin, text: imagePlaceholder });
		}
	}
	return stretches;
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
