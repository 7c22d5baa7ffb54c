import { textOf, type Message } from '../messages/message.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { firstWords } from '../transcripts/titles.ts';

/** The person's own words, which clients wrap into tags: Copilot Chat, Cline, Roo. */
const wrapped = /<(userRequest|user_query|task|user_message|user_input)\b[^>]*>([\s\S]*?)<\/\1>/;

/** What to call a conversation that a client leads: the first words of the person. */
export function clientTitle(messages: readonly Message[]): string {
	const spoken = messages.filter(isFromPerson).map(({ content }): Message => {
		const text = textOf(content);
		return { role: 'user', content: wrapped.exec(text)?.[2] ?? text };
	});
	return firstWords(spoken);
}
