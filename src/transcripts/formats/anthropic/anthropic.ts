import { AnthropicConversation, systemKey } from './conversation.ts';
import { isAnthropicOpening } from './detection.ts';
import { readMessageLists } from '../messageLists/messageLists.ts';
import type { TranscriptReader } from '../../reader.ts';

const format = {
	format: 'anthropic',
	holds: 'Anthropic messages',
	besideKeys: [systemKey],
	begin: () => new AnthropicConversation(),
} as const;

/**
 * Anthropic's messages as programs save them: a list, or a request with its system prompt beside
 * the list. Lists of plain text are OpenAI's as well, and read as such.
 *
 * Stored: wherever a program keeps them. Their version is not read.
 */
export const anthropic: TranscriptReader = {
	format: 'anthropic',
	label: 'Anthropic messages',
	detect: isAnthropicOpening,
	read: (source, signal) => readMessageLists(source, format, signal),
};
