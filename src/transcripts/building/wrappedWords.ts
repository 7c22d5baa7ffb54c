import type { ImagePart, UserMessage } from '../../messages/message.ts';

/** The text that a client put around the user's words before it sent them to the model. */
interface Wrapping {
	readonly before: string;
	readonly after: string;
}

/** Finds the words on lines of their own, preferably as the whole content of a pair of tags. */
function wrappingOf(sent: string, words: string): Wrapping | undefined {
	const tagged = sent.lastIndexOf(`>\n${words}\n</`);
	const at = tagged === -1 ? `\n${sent}\n`.indexOf(`\n${words}\n`) : tagged + 2;
	if (at === -1) {
		return undefined;
	}
	const before = sent.slice(0, at);
	const after = sent.slice(at + words.length);
	const tag = tagged === -1 ? undefined : /<(\w+)>\n$/.exec(before.slice(-80))?.[1];
	// Tags such as `<userRequest>` add nothing to the role.
	return tag !== undefined && after.startsWith(`\n</${tag}>`)
		? { before: before.slice(0, -`<${tag}>\n`.length), after: after.slice(`\n</${tag}>`.length) }
		: { before, after };
}

function fromClient(text: string): readonly UserMessage[] {
	return text.trim() === '' ? [] : [{ role: 'user', content: text.trim(), origin: 'client' }];
}

function withImages(text: string, images: readonly ImagePart[]): UserMessage {
	return {
		role: 'user',
		content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
	};
}

/**
 * Splits a sent text into messages of the user and of the client: the typed words are the user's; reminders, dates and
 * attached files around them are the client's. Words that the client rewrote are shown as they were sent.
 * @param words As typed; blank if the user typed nothing.
 * @param sent As the model received it; empty if the file does not contain it.
 */
export function userMessages(
	words: string,
	sent: string,
	images: readonly ImagePart[] = [],
): readonly UserMessage[] {
	const typed = words.trim();
	if (typed === '' && images.length === 0) {
		return fromClient(sent || words);
	}
	if (sent.trim() === '') {
		return [withImages(words, images)];
	}
	const wrapping = wrappingOf(sent, typed);
	return wrapping === undefined
		? [{ ...withImages(sent, images), origin: 'person' }]
		: [...fromClient(wrapping.before), withImages(words, images), ...fromClient(wrapping.after)];
}
