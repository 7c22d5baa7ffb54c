import { oneLine } from '../../messages/marks.ts';
import { textOf, type Message } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { isFromPerson } from '../../messages/userTurns.ts';

/** Maximum length of a title from a message, characters: it fits one row of a list. */
const longestTitle = 72;

/** The slash command in the tags that clients write for one, with its arguments: `/review src`. */
export function slashCommandOf(text: string): string | undefined {
	const name = /<command-name>([^<]+)<\/command-name>/.exec(text)?.[1]?.trim();
	if (name === undefined) {
		return undefined;
	}
	const words = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1]?.trim() ?? '';
	return `${name.startsWith('/') ? '' : '/'}${name} ${words}`.trim();
}

function shortened(text: string): string {
	return oneLine(text.slice(0, 1_000).replaceAll(/^#{1,6} /gm, ''), longestTitle);
}

/**
 * A title for a conversation without one: the user's first words, else the first slash command that did not ask the
 * assistant anything, else the first words a client sent for the user. Empty if there are none.
 */
export function firstWords(messages: Iterable<Message>): string {
	let command: string | undefined;
	let fallback = '';
	for (const message of messages) {
		if (isFromPerson(message)) {
			return shortened(personText(message));
		}
		if (message.role === 'user') {
			const text = textOf(message.content);
			command ??= slashCommandOf(text);
			fallback ||= text.trim();
		}
	}
	return shortened(command ?? fallback);
}
