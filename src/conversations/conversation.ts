import type { PlanInput } from '../compaction/plan.ts';
import type { CompactionRecord } from '../compaction/record.ts';
import { renderContext, type RenderedContext } from '../compaction/render.ts';
import type { Log, LogEntry, Message } from '../messages/message.ts';
import { logEntry, type TokenCounter } from '../messages/tokens.ts';
import type { Summariser } from '../models/summariser.ts';
import { compactLog, type CompactLogOutcome } from './compactLog.ts';

/** A record and the one it was made from. */
interface RecordNode {
	readonly record: CompactionRecord;
	readonly parent: RecordNode | undefined;
}

/** What one compaction is asked for, and who writes its summary. */
export type CompactOptions = Pick<PlanInput, 'trigger' | 'settings'> & {
	readonly focus?: string;
	readonly summariser: Summariser;
};

/** A log that only grows, and the records that say how its context is derived. */
export class Conversation {
	readonly #counter: TokenCounter;
	readonly #now: () => number;
	readonly #log: LogEntry[] = [];
	#logTokens = 0;
	#active: RecordNode | undefined;
	#compactions = 0;

	/** @param now Milliseconds of a clock that does not run backwards. */
	constructor(counter: TokenCounter, now: () => number) {
		this.#counter = counter;
		this.#now = now;
	}

	get log(): Log {
		return this.#log;
	}

	/** Tokens of all messages of the log. */
	get logTokens(): number {
		return this.#logTokens;
	}

	/** The compaction the context is derived from; undefined before the first. */
	get active(): CompactionRecord | undefined {
		return this.#active?.record;
	}

	/** Compactions made so far. */
	get compactions(): number {
		return this.#compactions;
	}

	/** What a model would be sent now. */
	get context(): RenderedContext {
		return renderContext(this.#log, this.#active?.record);
	}

	append(message: Message): void {
		const entry = logEntry(message, this.#counter);
		this.#log.push(entry);
		this.#logTokens += entry.tokens;
	}

	/**
	 * Compacts the context. A focus on a conversation without new turns, or with too few for the
	 * context to shrink, gets a summary made afresh from the originals in place of the active one.
	 */
	async compact(options: CompactOptions, signal: AbortSignal): Promise<CompactLogOutcome> {
		const updated = await this.#compactFrom(this.#active, options, signal);
		if (updated.kind === 'compacted' || options.focus === undefined || this.#active === undefined) {
			return updated;
		}
		return this.#compactFrom(this.#active.parent, options, signal);
	}

	/**
	 * Writes the active summary again from the originals, in place of the active one: a model that
	 * was not there may be there now. Without one this is a first compaction.
	 */
	rewrite(
		options: Omit<CompactOptions, 'focus' | 'trigger'>,
		signal: AbortSignal,
	): Promise<CompactLogOutcome> {
		const { record, parent } = this.#active ?? { record: undefined, parent: undefined };
		const focus = record?.focus === undefined ? {} : { focus: record.focus };
		return this.#compactFrom(parent, { ...options, ...focus, trigger: 'manual' }, signal);
	}

	async #compactFrom(
		parent: RecordNode | undefined,
		{ summariser, ...options }: CompactOptions,
		signal: AbortSignal,
	): Promise<CompactLogOutcome> {
		const input: PlanInput = {
			// A snapshot: what is appended while the summary is written stays in the tail.
			log: this.#log.slice(),
			...(parent === undefined ? {} : { previous: parent.record }),
			...options,
			counter: this.#counter,
		};
		const outcome = await compactLog(input, summariser, this.#now, signal);
		if (outcome.kind === 'compacted') {
			this.#active = { record: outcome.record, parent };
			this.#compactions += 1;
		}
		return outcome;
	}
}
