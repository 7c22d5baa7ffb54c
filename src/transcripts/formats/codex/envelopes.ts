import type { EnvelopeRow } from '../../../messages/envelopes.ts';
import { parsedJson } from '../../../messages/json.ts';
import type { BackgroundWork } from '../../background.ts';

/** Texts of Codex in the user's name. */
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

const notification = /^\s*<subagent_notification>\s{0,9}\{"agent_path": ?"([\w-]{4,64})"/;

/** How Codex reports commands that continue and agents that it started. */
export const codexBackground: BackgroundWork = {
	started: [
		/^Process running with session ID ([\w-]{1,64})/m,
		/^\s*\{"agent_id": ?"([\w-]{4,64})"/,
		// The conversation was forked for the task; the report comes as a message of the assistant.
		/^\s*You are the newly spawned agent\./,
	],
	ended(text) {
		const id = notification.exec(text)?.[1];
		const json = id === undefined ? '' : text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
		const [, state, quoted = ''] = /"(completed|errored)": ?("(?:[^"\\]|\\[^])*")/.exec(json) ?? [];
		const report = parsedJson(quoted);
		return id === undefined || typeof report !== 'string'
			? []
			: [{ id, report, failed: state === 'errored' }];
	},
};
