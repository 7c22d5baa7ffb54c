import type { EnvelopeRow } from '../../../messages/envelopes.ts';
import type { BackgroundWork } from '../../background.ts';

/** Texts of Copilot's runtime, in its command line and in VS Code's Agent Host, in the user's name. */
export const copilotEnvelopes: readonly EnvelopeRow[] = [
	{ kind: 'tags', origin: 'client', names: 'current_datetime' },
	{
		kind: 'opening',
		origin: 'summary',
		opening: /^(?:Some of the|The) conversation history has been summarized to free up context\./,
	},
];

/** How Copilot CLI reports a command that continues: in a tag. */
export const copilotBackground: BackgroundWork = {
	started: [/^<[^<>\n]{0,80}\bshellId: ([\w-]{1,64})(?![\w-])(?! completed)[^<>\n]{0,400}>/m],
	ended: () => [],
};
