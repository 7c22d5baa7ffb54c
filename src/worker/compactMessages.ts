import { defaultSettings } from '../compaction/budgets.ts';
import { renderContext } from '../compaction/render.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import { compactLog } from '../conversations/compacting.ts';
import type { LogEntry } from '../messages/message.ts';
import { logEntry, type TokenCounter } from '../messages/tokens.ts';
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
	const log: LogEntry[] = [];
	for (let done = 0; done < messages.length; done += countedAtOnce) {
		const some = messages.slice(done, done + countedAtOnce);
		log.push(...some.map((message) => logEntry(message, counter)));
		await new Promise((resolve) => setImmediate(resolve));
		signal.throwIfAborted();
	}
	if (sizes.threshold !== undefined && renderContext(log).tokens < thresholdsOf(settings).hard) {
		return { kind: 'nothing-to-do', reason: 'below-threshold' };
	}
	const topic = focus === undefined ? {} : { focus };
	const outcome = await compactLog(
		{ log, trigger: 'manual', settings, counter, ...topic },
		{ summariser: builtInSummariser(noClock), now: noClock },
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
				messages: renderContext(log, outcome.record).messages,
				tokens: { before: tokens.before, after: tokens.after },
				sections: sectionTitles.map((title) => ({ title, items: summary[title] })),
				handoff,
			};
		}
	}
}
