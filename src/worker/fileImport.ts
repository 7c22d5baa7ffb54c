import { isDeepStrictEqual } from 'node:util';
import { wishesOf } from '../compaction/changes.ts';
import { importCompaction } from '../compaction/imported.ts';
import { type CompactionRecord, hasSummary, isImported } from '../compaction/record.ts';
import type { PlanInput } from '../compaction/sketch.ts';
import { Conversation } from '../conversations/conversation.ts';
import { sharedBeginning } from '../conversations/fileIdentity.ts';
import type { ServiceSettings } from '../conversations/service/ports.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { NotAnswered } from '../conversations/service/queue.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { formatCount } from '../messages/marks.ts';
import type { LogRange, Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { pause } from '../transcripts/bytes/steps.ts';
import type { EarlierCompaction, Messages } from '../transcripts/reader.ts';
import type { FileContent, OpenedFile } from './openedFile.ts';

/** Messages appended before others get a turn. */
const appendedAtOnce = 100;

/** The messages of a file could not be appended. */
class NotLoaded extends Error {
	override readonly name = 'NotLoaded';

	constructor(cause: NotAnswered) {
		super(
			'message' in cause
				? cause.message
				: 'The conversation was closed while its messages were read. Open it again.',
		);
	}
}

/** Where messages go, and the compactions between them. */
interface Target {
	readonly store: Pick<SqliteStore, 'commit' | 'propose'>;
	/** As it is now. */
	readonly read: () => Conversation;
	readonly append: (messages: readonly Message[]) => Promise<void>;
}

/** Brings what files have to where it is held. */
export class FileImport {
	readonly #store: SqliteStore;
	readonly #service: ConversationService;
	readonly #counter: TokenCounter;
	readonly #settingsOf: (conversation: string) => ServiceSettings;

	constructor(
		store: SqliteStore,
		service: ConversationService,
		counter: TokenCounter,
		settingsOf: (conversation: string) => ServiceSettings,
	) {
		this.#store = store;
		this.#service = service;
		this.#counter = counter;
		this.#settingsOf = settingsOf;
	}

	/**
	 * Has all that a file has be held: beside the store as long as one only looks, else at the end of the
	 * conversation that was made of it.
	 * @param settled Only what nothing will be added to.
	 * @returns Whether file and conversation went the same way; undefined: another window is reading the
	 * same file in, or answers at its end.
	 * @throws {Error} The signal's reason when it was aborted; what was read until then stays.
	 */
	async take(
		file: OpenedFile,
		content: FileContent,
		signal: AbortSignal,
		settled: boolean,
	): Promise<boolean | undefined> {
		const { id } = file.about;
		if (this.#store.isView(id)) {
			await this.#show(file, content, signal);
			this.#service.living(id)?.read();
			this.#keepUsage(this.#store.memory, id, content);
			return true;
		}
		// What was interrupted is looked for before a claim of our own hides it.
		this.#service.of(id);
		const claim = this.#store.claim(id, 'turn');
		if (claim === undefined) {
			return undefined;
		}
		try {
			return await this.#goOn(file, content, signal, settled);
		} finally {
			claim.release();
		}
	}

	/** Makes what is looked at what the file is now. */
	async #show(file: OpenedFile, content: FileContent, signal: AbortSignal): Promise<void> {
		const { id } = file.about;
		// Nothing of it reaches what another window keeps of the same file by now.
		const { memory } = this.#store;
		const log = memory.log(id);
		if (sharedBeginning(content.messages, log) < log.length) {
			memory.emptyView(id);
		}
		const conversation = new Conversation(memory, id, this.#counter);
		const target: Target = {
			store: memory,
			append: async (messages) => void conversation.append(...messages),
			read() {
				conversation.refresh();
				return conversation;
			},
		};
		const range = { start: conversation.log.length, end: content.messages.length };
		await this.#append(file, content, range, target, signal);
	}

	/** Appends to a conversation what its file has beyond it. @returns Not so when they went different ways. */
	async #goOn(
		file: OpenedFile,
		content: FileContent,
		signal: AbortSignal,
		settled: boolean,
	): Promise<boolean> {
		const { id } = file.about;
		const { messages } = content;
		const log = this.#store.log(id);
		const start = sharedBeginning(messages, log);
		if (start < log.length) {
			return start === messages.length;
		}
		const actor = this.#service.of(id);
		const target: Target = {
			store: this.#store,
			read: () => actor.read(),
			async append(more) {
				const end = await actor.append(more);
				if (end.kind === 'not-appended') {
					throw new NotLoaded(end.cause);
				}
			},
		};
		const end = settled ? settledLength(messages) : messages.length;
		if (start <= end) {
			await this.#append(file, content, { start, end }, target, signal);
		}
		this.#keepUsage(this.#store, id, content);
		return true;
	}

	/** What the assistant recorded counts for the context it had: the one of its own last compaction. */
	#keepUsage(store: SqliteStore, id: string, { usage: found }: FileContent): void {
		const stored = store.find(id);
		if (stored === undefined || (found?.atMessage ?? 0) > stored.messages) {
			// What was counted is not all held yet.
			return;
		}
		const { id: record } = store.records(id).findLast((each) => isImported(each.record)) ?? {};
		const usage =
			found === undefined
				? undefined
				: {
						used: found.usedTokens,
						...(found.windowTokens === undefined ? {} : { window: found.windowTokens }),
						at: found.atMessage,
						...(record === undefined ? {} : { record }),
					};
		const { usage: known, ...others } = stored.state;
		if (isDeepStrictEqual(usage, known)) {
			return;
		}
		const living = this.#service.living(id);
		if (living !== undefined) {
			living.recorded(usage);
			return;
		}
		store.saveState(id, usage === undefined ? others : { ...others, usage });
	}

	/** Appends messages to those before them, and the compactions on the way, each where it was made. */
	async #append(
		file: OpenedFile,
		{ messages, earlier }: FileContent,
		{ start, end }: LogRange,
		target: Target,
		signal: AbortSignal,
	): Promise<void> {
		const coming = earlier.filter(({ at }) => at >= start);
		for (let length = start; ; ) {
			for (let made = coming[0]; made?.at === length; made = coming[0]) {
				const message = this.#record(file, made, target);
				file.problems.push(...(message === undefined ? [] : [{ line: 1, message }]));
				coming.shift();
			}
			if (length >= end) {
				return;
			}
			const next = Math.min(end, length + appendedAtOnce, coming[0]?.at ?? end);
			await target.append(messages.slice(length, next));
			length = next;
			await pause(signal);
		}
	}

	/**
	 * Commits a compaction that the assistant made when the log had as many messages as it has now.
	 * @returns Why there is no record, for people; undefined where there is one.
	 */
	#record(
		{ about: { id, source } }: OpenedFile,
		earlier: EarlierCompaction,
		{ store, read }: Target,
	): string | undefined {
		const conversation = read();
		const { compaction: settings, recall } = this.#settingsOf(id);
		const outcome = earlierRecord(conversation, earlier, {
			assistant: source,
			counter: this.#counter,
			settings,
			...(recall ? { recallHandle: id } : {}),
		});
		switch (outcome.kind) {
			case 'known':
				return undefined;
			case 'refused':
				return `A compaction of ${source} was left out: the context would not have become smaller (${formatCount(outcome.before)} tokens before, ${formatCount(outcome.after)} after).`;
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
}

/**
 * Messages that nothing will be added to: lines that come may go on with the last message of the
 * assistant, and its results are not all there.
 */
function settledLength(messages: Messages): number {
	let end = messages.length;
	while (end > 0 && messages.slice(end - 1, end)[0]?.role === 'tool') {
		end -= 1;
	}
	return messages.slice(end - 1, end)[0]?.role === 'assistant' ? end - 1 : messages.length;
}

/** What making a record out of another assistant's compaction takes beside it. */
type ImportSettings = Pick<PlanInput, 'settings' | 'counter' | 'recallHandle'> & {
	/** The assistant's name. */
	readonly assistant: string;
};

/** What an assistant's own compaction comes to in a conversation. */
type EarlierOutcome =
	| {
			readonly kind: 'made';
			readonly record: CompactionRecord;
			readonly parent: number | undefined;
			/** It goes on from the active record; else the person has gone another way. */
			readonly goesOn: boolean;
	  }
	/** It is a record already. */
	| { readonly kind: 'known' }
	/** The context would not have become smaller. Tokens. */
	| { readonly kind: 'refused'; readonly before: number; readonly after: number };

/**
 * The record of a compaction that an assistant made itself, on top of the one before. Decides
 * nothing but that: whoever asks commits it.
 * @param conversation Its log has all messages there were when the compaction was made.
 */
function earlierRecord(
	{ log, records, activeId }: Conversation,
	{ range, at, summary, trigger = 'automatic', tokensBefore, time }: EarlierCompaction,
	{ assistant, ...settings }: ImportSettings,
): EarlierOutcome {
	const imported = records.all.filter(({ record }) => isImported(record));
	if (imported.some(({ record }) => record.logLength === at)) {
		return { kind: 'known' };
	}
	const latest = imported.findLast(({ record }) => record.logLength < at);
	const active = records.find(activeId);
	const goesOn = records.compactionOf(active)?.id === latest?.id;
	const parent = goesOn ? active : latest;
	const outcome = importCompaction(
		{
			...settings,
			log: log.slice(0, at),
			trigger,
			...(hasSummary(parent?.record)
				? { previous: parent.record, wishes: wishesOf(parent.record) }
				: {}),
		},
		{
			range,
			summary,
			assistant,
			reported: {
				...(time === undefined ? {} : { at: time }),
				...(tokensBefore === undefined ? {} : { tokensBefore }),
			},
		},
	);
	return outcome.kind === 'refused'
		? { kind: 'refused', before: outcome.before, after: outcome.after }
		: { kind: 'made', record: outcome.record, parent: parent?.id, goesOn };
}
