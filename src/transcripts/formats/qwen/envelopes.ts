import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** Texts of Qwen Code in the user's name, besides those from Gemini CLI. */
export const qwenEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'client', names: 'qwen:user-prompt-submit-context' },
];
