import { overheadOf, type CompactionSettings } from '../compaction/budgets.ts';
import type { InputPrices } from '../compaction/cost/modelPrices.ts';
import { hasSummary, type CompactionRecord } from '../compaction/record.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import type { ReadableConversation } from '../conversations/readableConversation.ts';
import type { ConversationStatus } from '../conversations/service/actor.ts';
import type { StoredConversation } from '../conversations/store/store.ts';
import type { MeterView } from '../protocol/conversationView.ts';

/** What a meter is read off. */
interface Metered {
	readonly stored: Pick<StoredConversation, 'file'>;
	readonly conversation: Pick<ReadableConversation, 'log' | 'active' | 'context'>;
	readonly status: Pick<ConversationStatus, 'cost' | 'size'>;
	readonly settings: CompactionSettings;
	readonly prices: InputPrices;
}

/** How full the window is, and of what. @param compaction The active one, whatever a person has changed since. */
export function meterOf(
	{ stored, conversation, status, settings, prices }: Metered,
	compaction: CompactionRecord | undefined,
): MeterView {
	const { soft, hard } = thresholdsOf(settings);
	const { log, active: record, context } = conversation;
	const start = record?.layout.headStart ?? 0;
	const end = hasSummary(record)
		? record.layout.range.start
		: Math.min(log.length, settings.protectFirst);
	const edited = new Map(record?.layout.edits.map((edit) => [edit.message, edit.tokens]));
	let head = 0;
	for (let index = 0; index < end; index += 1) {
		const entry = log[index];
		if (entry !== undefined && (index >= start || entry.message.role === 'system')) {
			head += edited.get(index) ?? entry.tokens;
		}
	}
	const summary = record?.tokens.summary ?? 0;
	const overhead = overheadOf(settings);
	return {
		window: settings.window,
		softThreshold: soft,
		hardThreshold: hard,
		...(overhead === 0 ? {} : { overhead }),
		head,
		summary,
		tail: Math.max(0, context.tokens - head - summary),
		...(compaction === undefined
			? {}
			: {
					before: compaction.tokens.before + overhead,
					// A person who has edited the summary since has made it longer or shorter.
					saved:
						compaction.tokens.before -
						compaction.tokens.after +
						compaction.tokens.summary -
						summary,
				}),
		...nextOf(status, prices),
		// In what was read from a file nobody asks a model: our own count is all there will be.
		pending: status.size.kind === 'pending' && stored.file === undefined,
	};
}

function nextOf({ cost }: Metered['status'], { perMillion }: InputPrices): Pick<MeterView, 'next'> {
	return cost.requests === 0 || cost.dropped === 0
		? {}
		: { next: { ...cost, ...(perMillion === undefined ? {} : { perMillion }) } };
}
