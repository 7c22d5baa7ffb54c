import type * as v from 'valibot';
import type { PairedMessages } from '../../building/pairedMessages.ts';
import type { EarlierCompaction } from '../../reader.ts';
import type { compactionComplete } from './events.ts';

/**
 * The compactions Copilot made. They run beside the session: what is said meanwhile is no part of
 * what a summary stands for. The whole log stays in the file.
 */
export class CopilotCompactions {
	readonly #paired: PairedMessages;
	readonly #earlier: EarlierCompaction[] = [];
	/** Number of messages when the one that runs began. */
	#begun: number | undefined;

	constructor(paired: PairedMessages) {
		this.#paired = paired;
	}

	begin(): void {
		this.#begun = this.#paired.settle().length;
	}

	complete({
		success,
		summaryContent,
		preCompactionTokens,
	}: v.InferOutput<typeof compactionComplete>): void {
		const summary = summaryContent?.trim() ?? '';
		const messages = this.#paired.settle();
		const at = messages.length;
		const end = this.#begun ?? at;
		this.#begun = undefined;
		if (!success || summary === '') {
			return;
		}
		const start = messages.slice(0, 1)[0]?.role === 'system' ? 1 : 0;
		if (start >= end) {
			// What it stands for is not in the file.
			this.#paired.add({ role: 'user', content: summary, origin: 'summary' });
			return;
		}
		this.#earlier.push({
			range: { start, end },
			at,
			summary,
			...(preCompactionTokens === undefined ? {} : { tokensBefore: preCompactionTokens }),
		});
	}

	/** Oldest first. */
	toArray(): readonly EarlierCompaction[] {
		return this.#earlier;
	}
}
