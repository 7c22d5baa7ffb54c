import { defaultSettings } from '../../compaction/budgets.ts';
import { completeWithBuiltIn } from '../../compaction/complete.ts';
import { planCompaction } from '../../compaction/plan.ts';
import { handover } from '../../conversations/handover.ts';
import type { Log } from '../../messages/message.ts';
import { estimatedTokens, logEntry } from '../../messages/tokens.ts';
import { redact } from '../../redaction/redact.ts';
import { ToolRefusal } from './refusal.ts';

/** A handoff, and the tokens of the context before and after it. */
interface CompactionReport {
	readonly handoff: string;
	readonly tokensBefore: number;
	readonly tokensAfter: number;
}

/**
 * Makes the handoff of a whole conversation with the built-in summariser. Nothing is sent or stored: keys, models and the
 * store belong to the editor.
 * @throws {ToolRefusal} If there is nothing to compact.
 */
export function compacted(
	messages: Log,
	recallHandle: string,
	focus: string | undefined,
): CompactionReport {
	const log = messages.map(({ message }) => logEntry(message, estimatedTokens));
	const planned = planCompaction({
		log,
		trigger: 'manual',
		settings: defaultSettings,
		counter: estimatedTokens,
		recallHandle,
		...(focus === undefined ? {} : { focus: redact(focus) }),
	});
	const outcome = planned.kind === 'plan' ? completeWithBuiltIn(planned.plan) : undefined;
	if (outcome?.kind !== 'compacted') {
		throw new ToolRefusal('not-compacted', 'Nothing was compacted: the session is too short.');
	}
	const { before, after } = outcome.record.tokens;
	return {
		handoff: redact(handover(log, outcome.record)),
		tokensBefore: before,
		tokensAfter: after,
	};
}
