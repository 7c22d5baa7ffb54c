import { textOf, toolCallsOf, type Message } from '../../../src/messages/message.ts';

/** Values of a call's arguments with their keys, nested ones under the key they stand in. */
function argumentTexts(json: string): readonly (readonly [key: string, text: string])[] {
	const texts: [string, string][] = [];
	const collect = (key: string, value: unknown): void => {
		if (typeof value === 'string') {
			texts.push([key, value]);
		} else if (typeof value === 'number') {
			texts.push([key, String(value)]);
		} else if (Array.isArray(value)) {
			value.forEach((item) => collect(key, item));
		} else if (typeof value === 'object' && value !== null) {
			Object.entries(value).forEach(([inner, item]) => collect(inner, item));
		}
	};
	try {
		collect('', JSON.parse(json));
	} catch {
		texts.push(['', json]);
	}
	return texts;
}

/** A message as lines for people: what a method without structure has to work with. */
export function plainText(message: Message): string {
	const calls = toolCallsOf(message).map((call) =>
		[
			`[${call.name}]`,
			...argumentTexts(call.arguments).map(([key, text]) => `${key}: ${text}`),
		].join(' '),
	);
	const text = textOf(message.content);
	return [`${message.role}: ${text}`, ...calls].join('\n');
}

/** What the assistant wrote in a message: words and arguments. */
export function writtenText(message: Message): string {
	return [
		textOf(message.content),
		...toolCallsOf(message).flatMap((call) =>
			argumentTexts(call.arguments).map(([, text]) => text),
		),
	].join('\n');
}
