import { idOf, type FileIdentity } from '../conversations/fileIdentity.ts';
import type { NotAnswered } from '../conversations/service/submission.ts';
import type { ProblemView } from '../protocol/conversationView.ts';
import type { Messages, Transcript } from '../transcripts/reader.ts';
import { readers } from '../transcripts/readers.ts';

/** A conversation of a file that was opened in this window. */
export interface OpenedFile {
	readonly title: string;
	readonly source: string;
	readonly file: string;
	readonly problems: readonly ProblemView[];
	readonly origin: FileIdentity['origin'];
	/** Where it stands in the file, from 0. */
	readonly position: number;
	/** Of the file when it was read, bytes. */
	readonly size: number;
	/** Messages of the file. */
	readonly length: number;
	/** Read from the file, appended when the conversation is first looked at; then let go of. */
	waiting: Messages;
}

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

/** What the identity of a conversation is made from. @param position In the file, from 0. */
export function placeOf(path: string, position: number): string {
	return `${path}#${position + 1}`;
}

/** The id of a conversation that nothing else is known of. */
export function placeId(path: string, position: number): string {
	return idOf(placeOf(path, position));
}

/** The format as people know it. */
export function labelOf(transcript: Transcript): string {
	return readers.find((reader) => reader.format === transcript.format)?.label ?? transcript.format;
}
