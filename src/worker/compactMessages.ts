import { defaultSettings } from '../compaction/budgets.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import { compactOnce } from '../conversations/compacting.ts';
import { Conversation } from '../conversations/conversation.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { builtInSummariser } from '../models/ladder.ts';
import type { CompactedList, MessagesToCompact } from '../protocol/workerRequests.ts';
import { sectionTitles } from '../summary/sections.ts';

/** Messages counted between two looks at the channel, so that other requests are served. */
const countedAtOnce = 100;

/** Nothing that comes of it may depend on how long it took. */
const noClock = (): number => 0;

/**
 * Compacts messages without keeping them. The same input gives the same result, byte by byte.
 * @throws The signal's reason when it was aborted.
 */
export async function compactMessages(
	{ messages, focus, ...sizes }: MessagesToCompact,
	counter: TokenCounter,
	signal: AbortSignal,
): Promise<CompactedList> {
	const settings = { ...defaultSettings, ...sizes };
	const conversation = new Conversation(counter, noClock);
	for (let done = 0; done < messages.length; done += countedAtOnce) {
		conversation.append(...messages.slice(done, done + countedAtOnce));
		await new Promise((resolve) => setImmediate(resolve));
		signal.throwIfAborted();
	}
	if (sizes.threshold !== undefined && conversation.context.tokens < thresholdsOf(settings).hard) {
		return { kind: 'nothing-to-do', reason: 'below-threshold' };
	}
	const summariser = builtInSummariser(noClock);
	const topic = focus === undefined ? {} : { focus };
	const outcome = await compactOnce(
		conversation,
		{ trigger: 'manual', settings, summariser, ...topic },
		signal,
	);
	switch (outcome.kind) {
		case 'nothing-to-do':
			return outcome;
		case 'refused': {
			const { reason, before, after } = outcome;
			return { kind: 'refused', reason, tokens: { before, after } };
		}
		case 'compacted': {
			const { summary, handoff, tokens } = outcome.record;
			return {
				kind: 'compacted',
				messages: conversation.context.messages,
				tokens: { before: tokens.before, after: tokens.after },
				sections: sectionTitles.map((title) => ({ title, items: summary[title] })),
				handoff,
			};
		}
	}
}
