import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** What Copilot CLI writes in the person's name. */
export const copilotEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'client', names: 'current_datetime' },
];
