import { textOf, type Message } from '../../../src/messages/message.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import type { Transcript, TranscriptConversation } from '../../../src/transcripts/reader.ts';
import { jsonl, memorySource } from './memorySource.ts';

/** Reads lines of JSON as one file. */
export function read(...records: readonly unknown[]): Promise<Transcript> {
	return openTranscript(memorySource(jsonl(...records)));
}

/** A transcript with all messages at hand, to be compared. */
export function plain(transcript: Transcript): Transcript {
	const conversations = transcript.conversations.map((conversation) => ({
		...conversation,
		messages: [...conversation.messages],
	}));
	return { ...transcript, conversations };
}

/** The conversation of a transcript that has just one, with all its messages at hand. */
export function only(
	transcript: Transcript,
): TranscriptConversation & { readonly messages: readonly Message[] } {
	const [conversation, ...others] = transcript.conversations;
	if (conversation === undefined || others.length > 0) {
		throw new Error(`Expected one conversation, got ${transcript.conversations.length}.`);
	}
	return { ...conversation, messages: [...conversation.messages] };
}

/** The messages of all conversations of a file. */
export function messagesOf(transcript: Transcript): readonly Message[] {
	return transcript.conversations.flatMap(({ messages }) => [...messages]);
}

/** A message in a few characters: `assistant: words (a, b)` for one that makes the calls a and b. */
export function sketch(message: Message): string {
	const text = textOf(message.content);
	switch (message.role) {
		case 'assistant': {
			const calls = (message.toolCalls ?? []).map((call) => call.id).join(', ');
			return `assistant:${text === '' ? '' : ` ${text}`}${calls === '' ? '' : ` (${calls})`}`;
		}
		case 'tool':
			return `tool ${message.toolCallId}: ${text}`;
		case 'user':
			return `user${message.origin === undefined ? '' : ` (${message.origin})`}: ${text}`;
		case 'system':
			return `system: ${text}`;
	}
}

/** The messages of the only conversation, each in a few characters. */
export async function sketches(...records: readonly unknown[]): Promise<readonly string[]> {
	return only(await read(...records)).messages.map((message) => sketch(message));
}
