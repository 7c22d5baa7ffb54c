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
 * The texts that clients write in the user's role. Every message is checked against all clients: saved sessions quote
 * each other, and requests do not contain the client's name.
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

/** Number of characters at either end of a result that are searched for a report that the work continues. */
const startReach = 3_000;

/**
 * A message from a client, annotated with what the client's texts reveal: the author of each part, and which
 * background work continues or has ended.
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

/** Annotates only the background work that has ended, for a message whose authors are known. */
export function withEnds(message: UserMessage): UserMessage {
	if (message.ended !== undefined) {
		return message;
	}
	const ended = spansByAuthor(message)
		.filter(({ origin }) => origin === 'client')
		.flatMap(({ text }) => background.flatMap((client) => client.ended(text)));
	return ended.length === 0 ? message : { ...message, ended };
}

/** Annotates a result with the id of the background work that it started. */
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
