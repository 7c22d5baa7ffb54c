import { Envelopes, type EnvelopeRow } from '../messages/envelopes.ts';
import { claudeCodeEnvelopes } from './formats/claudeCode/envelopes.ts';
import { clineEnvelopes } from './formats/cline/envelopes.ts';
import { codexEnvelopes } from './formats/codex/envelopes.ts';
import { copilotEnvelopes } from './formats/copilot/envelopes.ts';
import { cursorEnvelopes } from './formats/cursorCli/envelopes.ts';
import { geminiEnvelopes } from './formats/gemini/envelopes.ts';
import { hermesEnvelopes } from './formats/hermes/envelopes.ts';
import { qwenEnvelopes } from './formats/qwen/envelopes.ts';
import { vscodeChatEnvelopes } from './formats/vscodeChat/envelopes.ts';

/** What any client writes in the person's name: saved sessions quote each other, and requests carry no client's name. */
export const envelopeRows: readonly EnvelopeRow[] = [
	...claudeCodeEnvelopes,
	...codexEnvelopes,
	...vscodeChatEnvelopes,
	...copilotEnvelopes,
	...clineEnvelopes,
	...qwenEnvelopes,
	...geminiEnvelopes,
	...cursorEnvelopes,
	...hermesEnvelopes,
];

/** The envelopes of every client. */
export const envelopes = new Envelopes(envelopeRows);
