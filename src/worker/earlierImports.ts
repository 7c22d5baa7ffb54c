import { earlierRecord, type ImportSettings } from '../conversations/earlierRecords.ts';
import type { ReadableConversation } from '../conversations/readableConversation.ts';
import type { ServiceSettings } from '../conversations/service/ports.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { formatCount } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { EarlierCompaction } from '../transcripts/reader.ts';

/** Where a file's messages go. */
export interface ImportPlace {
	readonly id: string;
	readonly store: Pick<SqliteStore, 'commit' | 'propose'>;
	/** As it is now. */
	readonly read: () => ReadableConversation;
}

/** Makes records of the compactions an assistant made itself, while its file is read in. */
export class EarlierImports {
	readonly #counter: TokenCounter;
	readonly #settingsOf: (conversation: string) => ServiceSettings;

	constructor(counter: TokenCounter, settingsOf: (conversation: string) => ServiceSettings) {
		this.#counter = counter;
		this.#settingsOf = settingsOf;
	}

	/**
	 * Commits a compaction that was made when the log had as many messages as it has now.
	 * @param assistant Its name.
	 * @returns Why there is no record, for people; undefined where there is one.
	 */
	import(
		{ id, store, read }: ImportPlace,
		earlier: EarlierCompaction,
		assistant: string,
	): string | undefined {
		const conversation = read();
		const outcome = earlierRecord(conversation, earlier, this.#importSettings(id, assistant));
		switch (outcome.kind) {
			case 'known':
				return undefined;
			case 'refused':
				return `A compaction of ${assistant} was left out: the context would not have become smaller (${formatCount(outcome.before)} tokens before, ${formatCount(outcome.after)} after).`;
			case 'made': {
				const { record, parent, goesOn } = outcome;
				const committed = goesOn && store.commit(id, record, parent, conversation.activeId).kind;
				if (committed !== 'committed') {
					// The person went another way: it stands in the history, and nothing else changes.
					store.propose(id, record, parent);
				}
				// Whoever looks at the conversation already hears of it.
				read();
				return undefined;
			}
		}
	}

	#importSettings(id: string, assistant: string): ImportSettings {
		const { compaction, recall } = this.#settingsOf(id);
		return {
			assistant,
			counter: this.#counter,
			settings: compaction,
			...(recall ? { recallHandle: id } : {}),
		};
	}
}
