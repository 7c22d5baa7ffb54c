import { textOf, type Message, type Origin } from './message.ts';
import { userOrigin } from './userTurns.ts';

/** A run of a message's text that one author wrote. */
export interface Stretch {
	readonly origin: Origin;
	readonly text: string;
}

/** The text of a user message in runs, each with who wrote it; none for other roles. */
export function stretchesOf(message: Message): readonly Stretch[] {
	const origin = userOrigin(message);
	return origin === undefined ? [] : [{ origin, text: textOf(message.content) }];
}

/** What the person wrote in a message, without what a client put around it; empty where nothing is. */
export function personText(message: Message): string {
	return stretchesOf(message)
		.filter(({ origin }) => origin === 'person')
		.map(({ text }) => text)
		.join('\n')
		.trim();
}
