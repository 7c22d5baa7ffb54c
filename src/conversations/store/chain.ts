import { hash } from 'node:crypto';
import { type Content, type Message, toolCallsOf } from '../../messages/message.ts';

/** The hash of an empty history. */
export const emptyChain = '';

/**
 * The hash of a history that ends with this message. Equal hashes are equal histories: role, text,
 * tool names, arguments, results and images. What a client may change between two requests of one
 * conversation does not count: system messages, ids, and how arguments and text parts are spelled.
 */
export function chained(parent: string, message: Message): string {
	if (message.role === 'system') {
		return parent;
	}
	const calls = toolCallsOf(message).map((call) => [call.name, canonical(call.arguments)]);
	const material = JSON.stringify([parent, message.role, partsOf(message.content), calls]);
	return hash('sha256', material, 'base64url');
}

/** Text as itself, images as digests; a plain string is one part, and empty text is none. */
function partsOf(content: Content): readonly (string | readonly [string])[] {
	const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
	return parts
		.filter((part) => part.type === 'image' || part.text !== '')
		.map((part) => (part.type === 'text' ? part.text : [hash('sha256', part.url, 'base64url')]));
}

/** Arguments travel as JSON text and as objects: white space between tokens may get lost. */
function canonical(argumentsText: string): string {
	try {
		return JSON.stringify(JSON.parse(argumentsText));
	} catch {
		return argumentsText;
	}
}
