import type { Message } from '../../messages/message.ts';
import { toOpenAi } from '../../messages/openAiChat.ts';
import { portableMessages } from '../../models/openai/request.ts';

/** A list of OpenAI's chat messages. Images of results follow in a message of the user. */
export function openAiMessages(messages: readonly Message[]): string {
	const list = portableMessages(messages, true).map((message) => toOpenAi(message));
	return `${JSON.stringify(list, undefined, 2)}\n`;
}
