import { textOf, type Message } from '../../../src/messages/message.ts';
import { spansByAuthor } from '../../../src/messages/origins.ts';
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

/** The same, with what a client put around a person's words apart from these; tags alone are left out. */
export function bySpeaker(message: Message): readonly string[] {
	if (message.role !== 'user' || message.origin !== undefined) {
		return [sketch(message)];
	}
	const runs: [speaker: string, texts: string[]][] = [];
	for (const { origin, text: whole } of spansByAuthor(message)) {
		const text = whole.replace(/\s*<(?:task|feedback|user_message|user_input)[^<>]*>\s*$/, '');
		const speaker = origin === 'person' ? '' : ` (${origin === 'summary' ? origin : 'client'})`;
		const last = runs.at(-1);
		if (/^\s*(?:<[^<>]*>\s*)?$/.test(text)) {
			continue;
		}
		if (last?.[0] === speaker) {
			last[1].push(text.trim());
		} else {
			runs.push([speaker, [text.trim()]]);
		}
	}
	return runs.map(([speaker, texts]) => `user${speaker}: ${texts.join('\n')}`);
}

/** The messages of the only conversation, each in a few characters. */
export async function sketches(...records: readonly unknown[]): Promise<readonly string[]> {
	return only(await read(...records)).messages.map((message) => sketch(message));
}
