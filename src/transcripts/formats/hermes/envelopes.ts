import type { EnvelopeRow } from '../../../messages/envelopes.ts';
import type { BackgroundWork } from '../../background.ts';

/** Texts of Hermes in the user's name. */
export const hermesEnvelopes: readonly EnvelopeRow[] = [
	{
		kind: 'opening',
		origin: 'client',
		opening:
			/^(?:\[IMPORTANT: Background process |\[Your active task list was preserved|Review the conversation above and (?:consider (?:saving|two things)|update the skill library)|You've reached the maximum number of tool-calling iterations)/,
	},
	// A note may contain brackets: it ends at the end of a line.
	{
		kind: 'opening',
		origin: 'client',
		opening: /^\[System note\b/,
		end: { mark: ']\n', at: 'first' },
	},
];

/** How Hermes reports background processes. */
export const hermesBackground: BackgroundWork = {
	started: [/"Background process started".{0,40}"session_id": ?"([\w-]{1,64})"/s],
	ended(text) {
		const [, id, code] =
			/^\s*\[IMPORTANT: Background process ([\w-]{1,64})[^]{0,400}?\bexit code (-?\d{1,5})\b/.exec(
				text,
			) ?? [];
		return id === undefined ? [] : [{ id, exitCode: Number(code) }];
	},
};
