import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** What Gemini CLI writes in the person's name. */
export const geminiEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'client', names: 'hook_context session_context' },
	{ kind: 'tags', origin: 'summary', names: 'state_snapshot' },
	{
		kind: 'opening',
		origin: 'client',
		opening: /^System: (?:Potential loop detected\b|Please continue\.$)/,
	},
	{ kind: 'files', opening: /^--- Content from referenced files ---$/m },
];
