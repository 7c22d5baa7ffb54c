import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolCallsOf, type Message } from '../../../src/messages/message.ts';
import { fileSource } from '../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../src/transcripts/open.ts';
import type { Transcript, TranscriptFormat } from '../../../src/transcripts/reader.ts';

/** Where saved sessions of real life lie, on machines that have them. */
export const folder = join(import.meta.dirname, '../../../../shared/transcripts');

/** A row of INDEX.tsv. */
export interface Indexed {
	readonly path: string;
	readonly messages: number;
	readonly toolCalls: number;
}

/** The files of a format; none where there are no files. */
export function indexed(format: string): readonly Indexed[] {
	if (!existsSync(folder)) {
		return [];
	}
	return readFileSync(join(folder, 'INDEX.tsv'), 'utf8')
		.split('\n')
		.map((row) => row.split('\t'))
		.filter((columns) => columns[1] === format)
		.map(([path = '', , , , , , , messages, toolCalls]) => ({
			path,
			messages: Number(messages),
			toolCalls: Number(toolCalls),
		}));
}

/** Reads a file as the product would. */
export async function opened({ path }: Indexed): Promise<Transcript> {
	return openTranscript(await fileSource(join(folder, path)));
}

/** The messages of all conversations of a file. */
export function messagesOf(transcript: Transcript): readonly Message[] {
	return transcript.conversations.flatMap(({ messages }) => [...messages]);
}

/** The ids of all calls. */
export function callIdsOf(messages: readonly Message[]): readonly string[] {
	return messages.flatMap((message) => toolCallsOf(message).map((call) => call.id));
}

/** Results stand right behind the message that called, in the order of its calls. */
export function assertPairs(messages: readonly Message[], unanswered: number): void {
	let expected: string[] = [];
	let missing = 0;
	for (const message of messages) {
		if (message.role === 'tool') {
			while (expected.length > 0 && expected[0] !== message.toolCallId) {
				expected.shift();
				missing += 1;
			}
			assert.equal(expected.shift(), message.toolCallId, 'a result without its call before it');
		} else {
			missing += expected.length;
			expected = toolCallsOf(message).map((call) => call.id);
		}
	}
	assert.equal(missing + expected.length, unanswered);
}

/** A file of a format that has nothing wrong: its text, and the messages it is read as. */
export async function soundFile(
	file: Indexed,
	format: TranscriptFormat,
): Promise<{ readonly raw: string; readonly messages: readonly Message[] }> {
	const transcript = await opened(file);
	const messages = messagesOf(transcript);
	assert.equal(transcript.format, format);
	assert.deepEqual(transcript.problems, []);
	assertPairs(messages, 0);
	return { raw: readFileSync(join(folder, file.path), 'utf8'), messages };
}

/** Tests that need the real files; left out, and said so, where there are none. */
export function describeRealFiles(title: string, tests: () => void): void {
	if (existsSync(folder)) {
		describe(title, tests);
	} else {
		describe.skip(`${title} (left out: ${folder} is not there)`, tests);
	}
}
