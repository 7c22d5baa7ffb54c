import { realpath } from 'node:fs/promises';
import type { NotAnswered } from '../conversations/service/submission.ts';
import type { OpenedConversation } from '../protocol/workerRequests.ts';
import type { Transcript, TranscriptConversation } from '../transcripts/reader.ts';
import { readers } from '../transcripts/readers.ts';

/** A conversation's position in its file, from 0, or the id it has there. */
export type Place = number | string;

/** The messages of a file could not be appended. */
export class NotLoaded extends Error {
	override readonly name = 'NotLoaded';

	constructor(cause: NotAnswered) {
		super(
			'message' in cause
				? cause.message
				: 'The conversation was closed while its messages were read. Open it again.',
		);
	}
}

/** Where a conversation stands, so that it is found again when its file has changed. */
export function placeOf({ id }: Pick<TranscriptConversation, 'id'>, position: number): Place {
	return id ?? position;
}

/** The conversation of a file that stands at a place. */
export function conversationAt(
	{ conversations }: Transcript,
	place: Place,
): TranscriptConversation | undefined {
	return typeof place === 'number'
		? conversations[place]
		: conversations.find(({ id }) => id === place);
}

/**
 * A file's path as it is on the disk: one file can be named through links, and in any case where the
 * file system does not tell cases apart.
 */
export function truePath(path: string): Promise<string> {
	// Some of Windows' file systems have no answer, and opening a missing file reports it: until then the
	// path as it was given will do.
	return realpath(path).catch(() => path);
}

/** What a conversation is found by. @param path The true one. */
export function nameOf(path: string, place: Place): string {
	return `${path}#${typeof place === 'number' ? place + 1 : place}`;
}

/** What a person chooses from. @param messages How many there are, where they are read. */
export function listedAs(
	id: string,
	{ id: inside, title, about }: TranscriptConversation,
	messages: number | undefined,
): OpenedConversation {
	return {
		id,
		title,
		...(messages === undefined ? {} : { messages }),
		...(about === undefined ? {} : { about }),
		...(inside === undefined ? {} : { inside }),
	};
}

/** The format as people know it. */
export function labelOf(transcript: Transcript): string {
	return readers.find((reader) => reader.format === transcript.format)?.label ?? transcript.format;
}
