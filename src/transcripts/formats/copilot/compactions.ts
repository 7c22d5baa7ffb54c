import type * as v from 'valibot';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { compactionComplete } from './events.ts';

/**
 * The compactions Copilot made. They run beside the session: what is said meanwhile is no part of
 * what a summary stands for. The whole log stays in the file.
 */
export class CopilotCompactions {
	readonly #log: TranscriptLog;
	/** Number of messages when the one that runs began. */
	#begun: number | undefined;

	constructor(log: TranscriptLog) {
		this.#log = log;
	}

	begin(): void {
		this.#begun = this.#log.settled.length;
	}

	complete({
		success,
		summaryContent,
		preCompactionTokens,
	}: v.InferOutput<typeof compactionComplete>): void {
		const summary = summaryContent?.trim() ?? '';
		const messages = this.#log.settled;
		const at = messages.length;
		const end = this.#begun ?? at;
		this.#begun = undefined;
		if (!success || summary === '') {
			return;
		}
		const start = messages.slice(0, 1)[0]?.role === 'system' ? 1 : 0;
		if (start >= end) {
			// What it stands for is not in the file.
			this.#log.user(summary, 'summary');
			return;
		}
		this.#log.compacted({ start, end, at, summary, tokensBefore: preCompactionTokens });
	}
}
