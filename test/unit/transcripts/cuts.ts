import assert from 'node:assert/strict';
import { openTranscript } from '../../../src/transcripts/open.ts';
import { TranscriptError } from '../../../src/transcripts/reader.ts';
import { memorySource } from './memorySource.ts';

/** Number of messages in all conversations of a text; 0 where it is refused. */
async function messagesIn(text: string): Promise<number> {
	try {
		const { conversations } = await openTranscript(memorySource(text));
		return conversations.reduce((sum, { messages }) => sum + messages.length, 0);
	} catch (error) {
		assert.ok(error instanceof TranscriptError, String(error));
		return 0;
	}
}

/**
 * What a text file survives that was copied while it was written: wherever it is cut off, what
 * stands before the cut is read.
 * @param text A sound file.
 */
export async function assertReadUpToAnyCut(text: string): Promise<void> {
	let before = 0;
	for (let end = 0; end <= text.length; end += 1) {
		const count = await messagesIn(text.slice(0, end));
		// The piece at the cut may be taken for another until its line is whole.
		assert.ok(count >= before - 1, `${before} messages, then ${count} of ${end} characters`);
		before = Math.max(before, count);
	}
	assert.ok(before > 1);
}
