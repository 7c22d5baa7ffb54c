import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/** What Codex writes in the person's name. */
export const codexEnvelopes: readonly EnvelopeRow[] = [
	{
		kind: 'tags',
		origin: 'client',
		names:
			'environment_context user_instructions turn_aborted skills_instructions model_switch collaboration_mode recommended_plugins subagent_notification user_shell_command',
	},
	{ kind: 'tags', origin: 'client', names: 'skill permissions', leads: true },
	{
		kind: 'opening',
		origin: 'client',
		opening: /^# AGENTS\.md instructions for /,
		end: { mark: '</INSTRUCTIONS>', at: 'last' },
	},
	{
		kind: 'opening',
		origin: 'client',
		opening: /^# Context from my IDE setup:\n/,
		end: { mark: '\n## My request for Codex:', at: 'last' },
	},
	{
		kind: 'opening',
		origin: 'client',
		opening: /^You are performing a CONTEXT CHECKPOINT COMPACTION/,
	},
];
