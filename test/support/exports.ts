import type * as fc from 'fast-check';
import { renderContext } from '../../src/compaction/render.ts';
import type { ExportedSession } from '../../src/conversations/exports/session.ts';
import type { Message } from '../../src/messages/message.ts';
import { attemptsOf } from './compactionRun.ts';
import { conversations } from './conversations.ts';

/** A session whose ids count up. */
export function exportedSession(title = 'Short-lived tokens'): ExportedSession {
	let ids = 0;
	const newId = (): string => {
		ids += 1;
		return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
	};
	return {
		id: 'aefcb05b-206d-434a-94bf-d11991a74a0a',
		title,
		cwd: '/home/ada/harbour',
		now: Date.UTC(2026, 10, 22, 10, 30),
		newId,
	};
}

/** Contexts as they are sent to models: of logs good and bad, never, once and often compacted. */
export const contexts: fc.Arbitrary<readonly (readonly Message[])[]> = conversations(0, 25).map(
	(conversation) =>
		attemptsOf(conversation).map(({ grown, active }) => renderContext(grown, active).messages),
);
