import { hash } from 'node:crypto';
import { type Content, type Message, toolCallsOf } from '../../messages/message.ts';

/** The hash of an empty history. */
export const emptyChain = '';

/**
 * The hash of a history that ends with this message. Equal hashes mean equal histories: role, text, tool names,
 * arguments, results and images. Whatever a client may change between two requests of one conversation is ignored:
 * system messages, ids, and the spelling of arguments and text parts.
 */
export function chained(parent: string, message: Message): string {
	if (message.role === 'system') {
		return parent;
	}
	const calls = toolCallsOf(message).map((call) => [call.name, canonical(call.arguments)]);
	const material = JSON.stringify([parent, message.role, partsOf(message.content), calls]);
	return hash('sha256', material, 'base64url');
}

/** Hashes of the prefixes of a history: of its first message, of the first two, and so on. */
export function hashesOf(messages: Iterable<Message>): readonly string[] {
	let last = emptyChain;
	return Array.from(messages, (message) => {
		last = chained(last, message);
		return last;
	});
}

/** Text, regardless of how many parts it has, and images as digests; empty text is omitted. */
function partsOf(content: Content): readonly (string | readonly [string])[] {
	if (typeof content === 'string') {
		return content === '' ? [] : [content];
	}
	const parts: (string | readonly [string])[] = [];
	for (const part of content) {
		const last = parts.at(-1);
		if (part.type === 'image') {
			parts.push([hash('sha256', part.url, 'base64url')]);
		} else if (typeof last === 'string') {
			parts[parts.length - 1] = last + part.text;
		} else if (part.text !== '') {
			parts.push(part.text);
		}
	}
	return parts;
}

/** Arguments travel as JSON text and as objects: white space between tokens may get lost. */
function canonical(argumentsText: string): string {
	try {
		return JSON.stringify(JSON.parse(argumentsText));
	} catch {
		return argumentsText;
	}
}
