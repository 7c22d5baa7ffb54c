import { renderContext, type RenderableRecord } from '../../compaction/render.ts';
import type { Log, Message } from '../../messages/message.ts';
import { toOpenAi } from '../../models/openai/chatMessage.ts';
import { portableMessages } from '../../models/openai/request.ts';
import { redact } from '../../redaction/redact.ts';
import { claudeCodeSession } from './claudeCodeSession.ts';
import { codexRollout } from './codexRollout.ts';
import { exportedMessages } from './exportedMessages.ts';
import { resumedContext } from './resumedContext.ts';
import type { ExportedSession } from './session.ts';

/** Formats of exports. */
export const exportFormats = ['openai', 'claude-code', 'codex'] as const;

/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number];

/**
 * The context to export: an assistant that resumes a session adds its own preamble, whereas a list of messages is
 * exactly what a model is sent.
 */
export function contextFor(
	format: ExportFormat,
	log: Log,
	record: RenderableRecord | undefined,
): readonly Message[] {
	switch (format) {
		case 'openai':
			return renderContext(log, record).messages;
		case 'claude-code':
		case 'codex':
			return resumedContext(log, record);
	}
}

/** A context as a file for other tools, without secrets. */
export function exportText(
	format: ExportFormat,
	context: readonly Message[],
	session: ExportedSession,
): string {
	const messages = exportedMessages(context);
	const named = { ...session, title: redact(session.title) };
	switch (format) {
		case 'openai':
			return openAiMessages(messages);
		case 'claude-code':
			return claudeCodeSession(messages, named);
		case 'codex':
			return codexRollout(messages, named);
	}
}

/** A list of OpenAI's chat messages. Images of results follow in a user message. */
function openAiMessages(messages: readonly Message[]): string {
	const list = portableMessages(messages, true).map((message) => toOpenAi(message));
	return `${JSON.stringify(list, undefined, 2)}\n`;
}
