import type { EnvelopeRow } from '../../../messages/envelopes.ts';

/**
 * Texts of OpenClaw, which is based on Pi, in the user's name: its heartbeat, its system events, and a message's sender
 * before the message.
 */
export const piEnvelopes: readonly EnvelopeRow[] = [
	{
		kind: 'opening',
		origin: 'client',
		opening:
			/^(?:Read HEARTBEAT\.md if it exists|System: \[\d{4}-\d\d-\d\d |Pre-compaction memory flush\.)/,
	},
	{
		kind: 'opening',
		origin: 'client',
		opening:
			/^(?:[A-Z][\w ]{1,40} \(untrusted(?: metadata|, for context)\):\n```json\n[^]{0,1500}?\n```\s{0,10})+(?:\[\w{3} \d{4}-\d\d-\d\d [^\]\n]{1,40}\] ?)?/,
		end: 'opening',
	},
];
