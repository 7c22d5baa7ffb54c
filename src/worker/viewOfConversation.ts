import { thresholdsOf } from '../compaction/thresholds.ts';
import type { CompactionRecord } from '../compaction/record.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type {
	ConversationView,
	MeterView,
	ProblemView,
	ReceiptView,
	SectionView,
} from '../protocol/conversationView.ts';
import type { EngineSettings } from '../protocol/worker.ts';
import { renderSection, sectionTitles } from '../summary/sections.ts';

/** What is known of an opened conversation beside its messages. */
export interface OpenedFile {
	readonly id: string;
	readonly title: string;
	readonly source: string;
	readonly file: string;
	readonly problems: readonly ProblemView[];
}

/** The snapshot a person is shown. */
export function viewOfConversation(
	opened: OpenedFile,
	conversation: Conversation,
	settings: EngineSettings,
	counter: TokenCounter,
): ConversationView {
	const record = conversation.active;
	return {
		...opened,
		messages: conversation.log.length,
		logTokens: conversation.logTokens,
		compactions: conversation.compactions,
		meter: meterOf(conversation, settings),
		...(record === undefined
			? {}
			: { receipt: receiptOf(record), sections: sectionsOf(record, counter) }),
	};
}

function meterOf(conversation: Conversation, settings: EngineSettings): MeterView {
	const { soft, hard } = thresholdsOf(settings);
	const { log, active: record, context } = conversation;
	const start = record?.layout.headStart ?? 0;
	const end = record?.layout.range.start ?? Math.min(log.length, settings.protectFirst);
	const edited = new Map(record?.layout.edits.map((edit) => [edit.message, edit.tokens]));
	let head = 0;
	for (let index = 0; index < end; index += 1) {
		const entry = log[index];
		if (entry !== undefined && (index >= start || entry.message.role === 'system')) {
			head += edited.get(index) ?? entry.tokens;
		}
	}
	const summary = record?.tokens.summary ?? 0;
	return {
		window: settings.window,
		softThreshold: soft,
		hardThreshold: hard,
		head,
		summary,
		tail: Math.max(0, context.tokens - head - summary),
		...(record === undefined ? {} : { before: record.tokens.before }),
	};
}

function receiptOf(record: CompactionRecord): ReceiptView {
	return {
		trigger: record.trigger,
		...(record.focus === undefined ? {} : { focus: record.focus }),
		tokensBefore: record.tokens.before,
		tokensAfter: record.tokens.after,
		messagesBefore: record.messages.before,
		messagesAfter: record.messages.after,
		summariser: record.summariser,
		attempts: record.attempts,
		...(record.usage === undefined ? {} : { usage: record.usage }),
		durationMs: record.durationMs,
		range: [record.layout.range.start + 1, record.layout.range.end],
		...record.counts,
	};
}

function sectionsOf(record: CompactionRecord, counter: TokenCounter): SectionView[] {
	return sectionTitles.map((title) => {
		const items = record.summary[title];
		return {
			title,
			items,
			tokens: items.length === 0 ? 0 : counter.count(renderSection(items)),
		};
	});
}
