import type { Log } from '../../src/messages/message.ts';
import { summariseBuiltIn } from '../../src/summary/builtIn.ts';
import { renderHandoff } from '../../src/summary/handoff.ts';
import type { SectionTitle } from '../../src/summary/sections.ts';
import type { SummaryDraft, SummaryRequest } from '../../src/summary/summariser.ts';
import type { Session } from './session.ts';
import { requestFor } from './summaryRequests.ts';

/** Short ways to what the built-in summariser writes. */

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
	return draft.summary[section].map(({ text }) => text);
}
