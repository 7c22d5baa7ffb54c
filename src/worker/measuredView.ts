import { thresholdsOf } from '../compaction/thresholds.ts';
import { countMessage, estimatedTokens } from '../messages/tokens.ts';
import type { ConversationRow, ConversationView } from '../protocol/conversationView.ts';
import type { EngineSettings } from '../protocol/workerSettings.ts';
import type { FileAbout, FileView } from './fileView.ts';
import type { MeasuredConversation } from './measuredConversation.ts';

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

/** How a conversation stands that nothing was done with. */
function untouched(automatic: boolean): ConversationView['standing'] {
	return {
		kept: false,
		viewed: true,
		interrupted: false,
		queued: [],
		answering: false,
		automatic,
		paused: false,
		stopped: false,
		canUndo: false,
		canRedo: false,
		history: [],
	};
}
