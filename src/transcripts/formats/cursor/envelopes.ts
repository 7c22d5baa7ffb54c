import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** The tag in which Cursor's agent hands on what the person said. */
export const cursorEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'person', names: 'user_query', leads: true },
];
