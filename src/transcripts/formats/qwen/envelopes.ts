import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** What Qwen Code writes in the person's name, beside what it has from Gemini CLI. */
export const qwenEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'client', names: 'qwen:user-prompt-submit-context' },
];
