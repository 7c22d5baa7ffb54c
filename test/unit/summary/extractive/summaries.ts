import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log, Message } from '../../../../src/messages/message.ts';
import { textOf, toolCallsOf } from '../../../../src/messages/message.ts';
import { summariseBuiltIn } from '../../../../src/summary/extractive/extractive.ts';
import { renderHandoff } from '../../../../src/summary/handoff.ts';
import {
	sectionTitles,
	type SectionTitle,
	type SummaryItem,
} from '../../../../src/summary/sections.ts';
import type { SummaryDraft, SummaryRequest } from '../../../../src/summary/summariser.ts';
import { fileSource } from '../../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import { requestFor } from '../../../support/summaryRequests.ts';
import type { Session } from '../facts/session.ts';

/** The summary of a session. */
export function summarise(session: Session, changes: Partial<SummaryRequest> = {}): SummaryDraft {
	return summariseBuiltIn(requestFor(session.log, changes));
}

/** The whole handoff as the next assistant reads it. */
export function handoffOf(log: Log, changes: Partial<SummaryRequest> = {}): string {
	const request = requestFor(log, changes);
	return renderHandoff(summariseBuiltIn(request), request);
}

/** What a section says, item by item. */
export function texts(draft: SummaryDraft, section: SectionTitle): string[] {
	return draft.summary[section].map((item) => item.text);
}

/** The items of all sections. */
export function allItems(draft: SummaryDraft): SummaryItem[] {
	return sectionTitles.flatMap((title) => [...draft.summary[title]]);
}

/** Everything a log says: contents, tool names, arguments as written and as their strings read. */
export function wordsOf(messages: readonly Message[]): string {
	const parts: string[] = [];
	const strings = (value: unknown): void => {
		if (typeof value === 'string') {
			parts.push(value);
		} else if (typeof value === 'number' || typeof value === 'boolean') {
			parts.push(String(value));
		} else if (typeof value === 'object' && value !== null) {
			for (const [key, inner] of Object.entries(value)) {
				parts.push(key);
				strings(inner);
			}
		}
	};
	for (const message of messages) {
		parts.push(textOf(message.content));
		for (const call of toolCallsOf(message)) {
			parts.push(call.name, call.arguments);
			try {
				strings(JSON.parse(call.arguments));
			} catch {
				// Arguments that are not JSON stand as they are.
			}
		}
	}
	return parts.join('\n');
}

const root = join(import.meta.dirname, '../../../..');

/** The conversation people try the extension with. */
export const samplePath = join(root, 'media/sample/sample-session.jsonl');

/** Real sessions that are not part of the repository; undefined where they are not at hand. */
export const realSessions: string | undefined = [join(root, '../shared/transcripts')].find((path) =>
	existsSync(path),
);

/** The messages of each conversation in a file. */
export async function conversationsIn(path: string): Promise<(readonly Message[])[]> {
	const transcript = await openTranscript(await fileSource(path));
	return transcript.conversations.map(({ messages }) => [...messages]);
}
