import { thresholdsOf } from '../compaction/thresholds.ts';
import { formatCount, mark } from '../messages/marks.ts';
import type { Message } from '../messages/message.ts';
import { countMessage, estimatedTokens, messageLength } from '../messages/tokens.ts';
import type { ConversationRow, ConversationView } from '../protocol/conversationView.ts';
import type { EngineSettings } from '../protocol/workerSettings.ts';
import type { TurnText } from '../protocol/workerRequests.ts';
import type { FileAbout, FileView } from './fileView.ts';
import { turnAround, type MeasuredConversation } from './measuredConversation.ts';
import { messagesText } from './turnText.ts';

/** Characters of a turn that are shown: more than an editor likes to open. */
const longestTurn = 8e6;

/** Messages of a very long turn that are shown before the one that is asked for. */
const shownBefore = 100;

/** What a person is shown of a conversation that is not held. */
export function measuredView(
	file: FileView,
	{ conversation, tokens }: MeasuredConversation,
	settings: EngineSettings,
	automatic: boolean,
): ConversationView {
	const { title, messages } = conversation;
	const { soft, hard } = thresholdsOf(settings);
	const head = messages
		.slice(0, settings.protectFirst)
		.reduce((sum, message) => sum + countMessage(message, estimatedTokens), 0);
	return {
		...shownOf(file),
		title,
		problems: file.problems,
		messages: messages.length,
		logTokens: tokens,
		compactions: 0,
		meter: {
			window: settings.window,
			softThreshold: soft,
			hardThreshold: hard,
			head,
			summary: 0,
			tail: Math.max(0, tokens - head),
			pending: false,
			estimated: true,
		},
		standing: untouched(automatic),
		...(file.share === undefined ? {} : { reading: { share: file.share } }),
	};
}

/** The same in a list. */
export function measuredRow(
	file: FileView,
	{ conversation, tokens }: MeasuredConversation,
): ConversationRow {
	const { title, messages } = conversation;
	return {
		...shownOf(file),
		title,
		updatedAt: file.openedAt,
		messages: messages.length,
		tokens,
		records: 0,
		hasHandoff: false,
		kept: false,
		viewed: true,
	};
}

function shownOf({
	about: { id, source, file },
}: FileView): Pick<FileAbout, 'id' | 'source' | 'file'> {
	return { id, source, file };
}

/** The turn a message belongs to; of a very long one a part around the message. */
export function measuredTurn(measured: MeasuredConversation, number: number): TurnText | undefined {
	const { title, messages } = measured.conversation;
	if (number < 1 || number > messages.length) {
		return undefined;
	}
	const turn = turnAround(measured, number - 1);
	const start = Math.max(turn.start, number - 1 - shownBefore);
	const shown: Message[] = [];
	let length = 0;
	while (
		start + shown.length < turn.end &&
		(length < longestTurn || start + shown.length < number)
	) {
		const next = messages.slice(start + shown.length, start + shown.length + 1);
		length += next.reduce((sum, message) => sum + messageLength(message), 0);
		shown.push(...next);
	}
	const end = start + shown.length;
	const text = messagesText(shown, start + 1);
	const isWhole = start === turn.start && end === turn.end;
	const [from, to] = [turn.start + 1, turn.end].map(formatCount);
	const note = mark(`this turn goes from message ${from} to ${to}; a part of it is shown`);
	return { title, first: start + 1, last: end, text: isWhole ? text : `${text}\n${note}\n` };
}

/** How a conversation stands that nothing was done with. */
function untouched(automatic: boolean): ConversationView['standing'] {
	return {
		kept: false,
		viewed: true,
		unsent: [],
		interrupted: false,
		queued: [],
		answering: false,
		unanswered: false,
		automatic,
		paused: false,
		stopped: false,
		canUndo: false,
		canRedo: false,
		history: [],
	};
}
