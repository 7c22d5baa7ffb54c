import { Envelopes, type EnvelopeRow } from '../messages/envelopes.ts';
import { textOf, type Message, type ToolMessage, type UserMessage } from '../messages/message.ts';
import { authored, spansByAuthor } from '../messages/origins.ts';
import type { BackgroundWork } from './background.ts';
import { claudeCodeBackground, claudeCodeEnvelopes } from './formats/claudeCode/envelopes.ts';
import { clineEnvelopes } from './formats/cline/envelopes.ts';
import { codexBackground, codexEnvelopes } from './formats/codex/envelopes.ts';
import { copilotBackground, copilotEnvelopes } from './formats/copilot/envelopes.ts';
import { cursorEnvelopes } from './formats/cursor/envelopes.ts';
import { geminiEnvelopes } from './formats/gemini/envelopes.ts';
import { hermesBackground, hermesEnvelopes } from './formats/hermes/envelopes.ts';
import { piEnvelopes } from './formats/pi/envelopes.ts';
import { qwenEnvelopes } from './formats/qwen/envelopes.ts';
import { vscodeChatBackground, vscodeChatEnvelopes } from './formats/vscodeChat/envelopes.ts';

/**
 * Texts of all clients in the user's name: saved sessions quote each other, and requests do not contain the client's
 * name.
 */
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
	...piEnvelopes,
];

/** The envelopes of every client. */
export const envelopes = new Envelopes(envelopeRows);

const background: readonly BackgroundWork[] = [
	claudeCodeBackground,
	codexBackground,
	vscodeChatBackground,
	copilotBackground,
	hermesBackground,
];

/** Characters at either end of a result in which a client reports that its work continues. */
const startReach = 3_000;

/**
 * A message from an external source, with annotations from its client's texts: the author of each part, and which work
 * continues or has ended.
 */
export function annotated(message: ToolMessage): ToolMessage;
export function annotated(message: Message): Message;
export function annotated(message: Message): Message {
	switch (message.role) {
		case 'user':
			return withEnds(authored(message, envelopes));
		case 'tool':
			return withStart(message);
		default:
			return message;
	}
}

/** The same if only the work is missing: the authors are known. */
export function withEnds(message: UserMessage): UserMessage {
	if (message.ended !== undefined) {
		return message;
	}
	const ended = spansByAuthor(message)
		.filter(({ origin }) => origin === 'client')
		.flatMap(({ text }) => background.flatMap((client) => client.ended(text)));
	return ended.length === 0 ? message : { ...message, ended };
}

/** A result with the id of the work that continues after it. */
function withStart(message: ToolMessage): ToolMessage {
	if (message.runsOn !== undefined) {
		return message;
	}
	const whole = textOf(message.content);
	const text =
		whole.length <= 2 * startReach
			? whole
			: `${whole.slice(0, startReach)}\n${whole.slice(-startReach)}`;
	for (const pattern of background.flatMap(({ started }) => started)) {
		const found = pattern.exec(text);
		if (found !== null) {
			return { ...message, runsOn: found[1] ?? '' };
		}
	}
	return message;
}
