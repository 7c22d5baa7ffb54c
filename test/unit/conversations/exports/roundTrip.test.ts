import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { exportedMessages } from '../../../../src/conversations/exports/exportedMessages.ts';
import {
	exportFormats,
	exportText,
	type ExportFormat,
} from '../../../../src/conversations/exports/exportText.ts';
import {
	hasImage,
	isBlank,
	textOf,
	toolCallsOf,
	type Content,
	type Message,
} from '../../../../src/messages/message.ts';
import { portableMessages } from '../../../../src/models/openai/request.ts';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import { readers } from '../../../../src/transcripts/readers.ts';
import { contexts, exportedSession } from '../../../support/exports.ts';
import { assistant, call, image, result, system, user, withImage } from '../../../support/logs.ts';
import { memorySource } from '../../transcripts/memorySource.ts';

/** Which of our readers reads a format again. */
const readerOf: Readonly<Record<ExportFormat, string>> = {
	openai: 'messages',
	'claude-code': 'claude-code',
	codex: 'codex',
};

const readable = exportFormats.filter((format) =>
	readers.some((reader) => reader.format === readerOf[format]),
);

/** What of a message a format can say; everything else has to come back. */
function sayable(format: ExportFormat, context: readonly Message[]): readonly unknown[] {
	const messages = exportedMessages(context);
	switch (format) {
		case 'openai':
			return portableMessages(messages, true).map((message) => comparable(message, false));
		case 'claude-code':
			return spoken(messages).map((message) => comparable(message, true));
		case 'codex':
			return spoken(messages).map((message) => comparable(message, false));
	}
}

/** These assistants bring their own system prompt. */
function spoken(messages: readonly Message[]): readonly Message[] {
	return messages.filter(({ role }) => role !== 'system');
}

/** A message as it compares: by what it says, not by how that is put. */
function comparable(message: Message, tellsErrors: boolean): unknown {
	return {
		role: message.role,
		content: message.role === 'assistant' ? textOf(message.content) : contentOf(message.content),
		calls: toolCallsOf(message).map(({ id, name, arguments: text }) => [
			id,
			name,
			JSON.parse(text) as unknown,
		]),
		...(message.role === 'tool' ? { answers: message.toolCallId } : {}),
		...(tellsErrors && message.role === 'tool' ? { isError: message.isError ?? false } : {}),
	};
}

/** What is said and shown, but for the lines between what several wrote. */
function contentOf(content: Content): unknown {
	if (isBlank(content)) {
		return '';
	}
	return typeof content !== 'string' && hasImage(content)
		? content
				.map((part) => (part.type === 'text' ? part.text : part.url))
				.join('\n')
				.replace(/\n+/g, '\n')
		: textOf(content).replace(/\n+/g, '\n');
}

async function readAgain(format: ExportFormat, context: readonly Message[]): Promise<unknown> {
	const text = exportText(format, context, exportedSession());
	const transcript = await openTranscript(memorySource(text));
	assert.deepEqual(transcript.problems, []);
	return transcript.conversations.flatMap(({ messages }) =>
		[...messages].map((message) => comparable(message, tellsErrors(format))),
	);
}

/** Whether a format tells results that are errors from others. */
function tellsErrors(format: ExportFormat): boolean {
	return format === 'claude-code';
}

describe('what is exported is read again', () => {
	const session: readonly Message[] = [
		system('Be brief.'),
		user(withImage('What is this?')),
		assistant('I look.', call('a', 'Bash', { command: 'ls "$HOME"' }), call('b', 'Read', {})),
		result('a', 'one\n\ntwo'),
		result('b', [image, { type: 'text', text: 'behind it' }], true),
		user('Go on'),
		assistant('', call('c', 'Bash', { command: 'ps' })),
		result('c', ''),
		assistant('Done.\n\n- one\n- two'),
	];

	for (const format of readable) {
		it(`as the same messages (${format})`, async () => {
			const text = exportText(format, session, exportedSession());
			const { format: found } = await openTranscript(memorySource(text));
			assert.equal(found, readerOf[format]);
			assert.deepEqual(await readAgain(format, session), sayable(format, session));
		});

		it(`as the same messages, whatever the log was (${format})`, async () => {
			await fc.assert(
				fc.asyncProperty(contexts, async (all) => {
					for (const context of all.filter((messages) => spoken(messages).length > 0)) {
						assert.deepEqual(await readAgain(format, context), sayable(format, context));
					}
				}),
				{ numRuns: 20 },
			);
		});
	}
});
