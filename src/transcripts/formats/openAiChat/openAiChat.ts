import { isChatOpening } from './detection.ts';
import { SavedConversation } from './messages.ts';
import { readMessageLists } from '../messageLists/messageLists.ts';
import type { TranscriptReader } from '../../reader.ts';

const format = {
	format: 'openai-chat',
	holds: 'OpenAI chat messages',
	begin: () => new SavedConversation(),
} as const;

/**
 * OpenAI chat messages as programs save them: a list, a request with a list, lists of runs, each in
 * one JSON document or one per line.
 *
 * Stored: wherever a program keeps them. Their version is not read.
 */
export const openAiChat: TranscriptReader = {
	format: 'openai-chat',
	label: 'OpenAI chat',
	detect: isChatOpening,
	read: (source, signal) => readMessageLists(source, format, signal),
};
