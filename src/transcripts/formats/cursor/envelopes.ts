import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** The tag in which Cursor's agent passes on the user's words. */
export const cursorEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'person', names: 'user_query', leads: true },
];
