import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** Texts of Gemini CLI in the user's name. */
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
