import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** What Copilot Chat writes in the person's name. */
export const vscodeChatEnvelopes: readonly EnvelopeRow[] = [
	{
		kind: 'tags',
		origin: 'client',
		names:
			'environment_info workspace_info userMemory sessionMemory repoMemory editorContext reminderInstructions',
	},
	{ kind: 'tags', origin: 'summary', names: 'conversation-summary' },
	{
		kind: 'shape',
		last: 'userRequest',
		tags: [
			['attachments', 'file'],
			['context', 'client'],
		],
	},
];
