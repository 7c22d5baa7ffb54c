import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IsVerbatim } from '../../conversations/recall/searching.ts';
import { importCompactions } from '../../conversations/importCompactions.ts';
import { memoryStore } from '../../conversations/store/openStore.ts';
import type { SqliteStore } from '../../conversations/store/sqliteStore.ts';
import type { SearchHit, SearchQuery } from '../../conversations/store/store.ts';
import type { Log, Message } from '../../messages/message.ts';
import { fileSource } from '../../transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../transcripts/open.ts';
import type { TranscriptConversation } from '../../transcripts/reader.ts';
import { loadTokenCounter } from '../../worker/tokenCounter.ts';
import { ToolRefusal } from './refusal.ts';
import type { LiveSession } from './sessions.ts';

/** A searchable session, whose messages have the same numbers as in its handoffs. */
interface SearchableSession {
	readonly id: string;
	readonly title: string;
	readonly log: Log;
	readonly store: Pick<SqliteStore, 'search'>;
	/** Which messages are in its context; absent: unknown, or its assistant compacted nothing. */
	readonly isInContext?: IsVerbatim;
}

/** A session's location and version. */
type SessionFile = Pick<LiveSession, 'handle' | 'path' | 'inside' | 'size' | 'modified'>;

/** Reads session files. The latest one is cached for a while, until its file changes. */
export class SearchableSessions {
	#last: { readonly version: string; readonly conversation: SearchableSession } | undefined;
	#turn: Promise<unknown> = Promise.resolve();
	#drop: NodeJS.Timeout | undefined;
	readonly #keptFor: number;

	/** @param keptFor How long an unused session stays in memory, milliseconds: a file of 200 MB takes 0.9 GB. */
	constructor(keptFor = 60_000) {
		this.#keptFor = keptFor;
	}

	/**
	 * Reads a session. Calls run one after the other, so that concurrent calls for a session read it once.
	 * @param signal Stops reading; the promise rejects with the signal's reason.
	 * @throws {ToolRefusal} @throws {TranscriptError}
	 */
	read(session: SessionFile, signal: AbortSignal): Promise<SearchableSession> {
		const reading = this.#turn.then(() => this.#read(session, signal));
		this.#turn = reading.then(
			() => this.#dropLater(),
			() => this.#dropLater(),
		);
		return reading;
	}

	#dropLater(): void {
		clearTimeout(this.#drop);
		this.#drop = setTimeout(() => {
			this.#last = undefined;
			collectGarbage();
		}, this.#keptFor).unref();
	}

	async #read(session: SessionFile, signal: AbortSignal): Promise<SearchableSession> {
		signal.throwIfAborted();
		const { handle, path, inside, size, modified } = session;
		const version = `${path} ${inside ?? ''} ${size} ${modified}`;
		if (this.#last?.version === version) {
			return this.#last.conversation;
		}
		this.#last = undefined;
		const { conversations } = await openTranscript(await fileSource(path), signal);
		const found =
			inside === undefined ? conversations[0] : conversations.find(({ id }) => id === inside);
		if (found === undefined) {
			throw new ToolRefusal('unknown-conversation', `The session ${handle} no longer exists.`);
		}
		await found.load?.(signal);
		const conversation = await searchable(found);
		this.#last = { version, conversation };
		return conversation;
	}
}

/** Without this, an idle server would keep the memory: V8 collects garbage only when something is allocated. */
function collectGarbage(): void {
	v8.setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}

async function searchable(conversation: TranscriptConversation): Promise<SearchableSession> {
	const { id = '', title } = conversation;
	const { messages, isInContext } = await numbered(conversation);
	// Token counts are not used here.
	const log = messages.map((message) => ({ message, tokens: 0 }));
	let indexed: SqliteStore | undefined;
	const store = {
		search: (query: SearchQuery): readonly SearchHit[] =>
			(indexed ??= indexOf(id, log)).search(query),
	};
	return { id, title, log, store, ...(isInContext === undefined ? {} : { isInContext }) };
}

/** A store in memory with the search index of a session. */
function indexOf(id: string, log: Log): SqliteStore {
	const store = memoryStore(Date.now);
	store.create({ id, title: '', source: '' });
	store.append(
		id,
		log.map((entry) => ({ ...entry, counter: '' })),
	);
	return store;
}

/** The messages with the numbers of an imported session, where a summary that saved nothing is a message. */
async function numbered(
	conversation: TranscriptConversation,
): Promise<{ readonly messages: readonly Message[]; readonly isInContext?: IsVerbatim }> {
	const { messages, earlier = [] } = conversation;
	const last = earlier.at(-1);
	if (last === undefined) {
		return { messages };
	}
	const kept = importCompactions(conversation, await loadTokenCounter());
	const record = kept.earlier.at(-1);
	// If the latest compaction was not imported, the numbers of later messages are unknown.
	return record === undefined || record.summary !== last.summary
		? { messages: kept.messages }
		: { messages: kept.messages, isInContext: (number) => number > record.range.end };
}
