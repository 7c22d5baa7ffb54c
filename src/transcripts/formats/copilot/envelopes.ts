import type { EnvelopeRow } from '../../../messages/envelopes.ts';
import type { BackgroundWork } from '../../background.ts';

/** What Copilot CLI writes in the person's name. */
export const copilotEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'client', names: 'current_datetime' },
];

/** How Copilot CLI tells of a command that goes on: in a tag of its own, which later says how it ended. */
export const copilotBackground: BackgroundWork = {
	started: [/^<[^<>\n]{0,80}\bshellId: ([\w-]{1,64})(?![\w-])(?! completed)[^<>\n]{0,400}>/m],
	ended: () => [],
};
