import { hasSummary } from '../../compaction/record.ts';
import type { IsVerbatim } from '../../conversations/recall/searching.ts';
import { readStore } from '../../conversations/store/openStore.ts';
import type { SqliteStore } from '../../conversations/store/sqliteStore.ts';
import type { StoredConversation } from '../../conversations/store/store.ts';
import { StoreError } from '../../conversations/store/storeError.ts';
import type { Log } from '../../messages/message.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { withoutControls } from '../../messages/withoutControls.ts';
import { redactedLine } from '../../summary/redactedLine.ts';
import { previewBytes, previewSession } from '../../transcripts/discovery/sessionPreview.ts';
import { TranscriptError } from '../../transcripts/reader.ts';
import type { Places } from '../places.ts';
import { ToolRefusal } from './refusal.ts';
import { SearchableSessions } from './searchableSessions.ts';
import { sessionsOf, type LiveSession } from './sessions.ts';

/** A conversation of the root. */
type KnownConversation =
	| { readonly kind: 'session'; readonly session: LiveSession }
	| { readonly kind: 'stored'; readonly stored: StoredConversation };

/** A result, and the conversation that it comes from. */
export interface ArchiveAnswer<Result> {
	readonly conversation: string;
	/** Without secrets. */
	readonly title: string;
	readonly result: Result;
}

/** The stored conversations of a root. */
interface StoredRoot {
	readonly conversations: readonly StoredConversation[];
	/** Why the store cannot be read; absent: it can. */
	readonly error?: StoreError;
}

/** The conversation that is queried. */
interface QueryTarget {
	readonly id: string;
	readonly log: Log;
	readonly store: Pick<SqliteStore, 'search'>;
	/** Which messages are still in the caller's context. */
	readonly isInContext?: IsVerbatim;
}

/** Maximum number of empty sessions that are skipped in the search for the caller's. */
const maxSkipped = 8;

/** All conversations of one root: sessions of assistants, and conversations that Precis stores. */
export class Archive {
	readonly places: Places;
	readonly #sessions = new SearchableSessions();

	constructor(places: Places) {
		this.places = places;
	}

	/** The conversation of a handle. @param handle Absent: the calling session. @throws {ToolRefusal} */
	async find(handle: string | undefined, call: ArchiveCall): Promise<KnownConversation> {
		const wantedHandle = handle ?? this.places.session;
		if (wantedHandle === undefined) {
			return { kind: 'session', session: await this.#calling(call) };
		}
		const { conversations, error } = await this.stored();
		const stored =
			conversations.find(({ id }) => id === wantedHandle) ??
			conversations.find(({ state }) => state.origins?.includes(wantedHandle) === true);
		if (stored !== undefined) {
			return { kind: 'stored', stored };
		}
		const sessions = await this.sessions(call.signal);
		const session = sessions.find(
			(each) => each.handle === wantedHandle || each.handle.endsWith(`:${wantedHandle}`),
		);
		if (session === undefined) {
			throw new ToolRefusal(
				'unknown-conversation',
				`No conversation of this folder has this handle. ${error === undefined ? 'list_conversations lists the conversations of this folder.' : missingText(error)}`,
			);
		}
		return { kind: 'session', session };
	}

	/**
	 * The sessions of assistants, newest first; of several copies of a session, only the newest.
	 * @param storeIds Ids of stores; absent: all.
	 */
	async sessions(
		signal: AbortSignal,
		storeIds?: readonly string[],
	): Promise<readonly LiveSession[]> {
		const { root, environment } = this.places;
		const seen = new Set<string>();
		return (await sessionsOf(root, environment, storeIds, signal)).filter(({ handle }) => {
			const isFirst = !seen.has(handle);
			seen.add(handle);
			return isFirst;
		});
	}

	/**
	 * The stored conversations of the root, newest first. Does not throw if the store cannot be read, because sessions of
	 * assistants are listed even then.
	 */
	async stored(): Promise<StoredRoot> {
		const conversations: StoredConversation[] = [];
		try {
			for (const each of readStore(this.places.storage, (store) => store.list()) ?? []) {
				if (await this.places.root.containsWorkspace(each.workspace)) {
					conversations.push(each);
				}
			}
		} catch (error) {
			if (error instanceof StoreError) {
				return { conversations: [], error };
			}
			throw error;
		}
		return { conversations };
	}

	/** Whether a stored conversation has a handoff. */
	isCompacted({ id, active }: StoredConversation): boolean {
		return (
			active !== undefined &&
			hasSummary(readStore(this.places.storage, (store) => store.record(id, active)?.record))
		);
	}

	/**
	 * The newest session of the calling assistant; of any assistant, if it has none or is unknown. Skips damaged and empty
	 * sessions. @throws {ToolRefusal}
	 */
	async #calling({ client, signal }: ArchiveCall): Promise<LiveSession> {
		const clientStores = storesOfClient(client);
		const own = clientStores === undefined ? [] : await this.sessions(signal, clientStores);
		const sessions = own.length === 0 ? await this.sessions(signal) : own;
		for (const session of sessions.slice(0, maxSkipped)) {
			if (await this.#hasUserMessage(session, signal)) {
				return session;
			}
		}
		const [newest] = sessions;
		if (newest === undefined) {
			throw new ToolRefusal(
				'no-session',
				'No session of an assistant was found for this folder. list_conversations lists what Precis keeps for it.',
			);
		}
		return newest;
	}

	async #hasUserMessage(session: LiveSession, signal: AbortSignal): Promise<boolean> {
		if (session.inside !== undefined) {
			return true;
		}
		const preview = await previewSession(session.path, signal);
		if (preview?.isAsked === true || session.size <= previewBytes) {
			return preview?.isAsked === true;
		}
		// The dialogue may come after a long system prompt or attachments.
		try {
			const { log } = await this.#sessions.read(session, signal);
			return log.some(({ message }) => isFromPerson(message));
		} catch (error) {
			if (error instanceof TranscriptError) {
				return error.code === 'too-large';
			}
			throw error;
		}
	}

	/** Queries a conversation. @param handle Absent: the calling session. @throws {ToolRefusal} */
	async query<Result>(
		handle: string | undefined,
		call: ArchiveCall,
		work: (target: QueryTarget) => Result,
	): Promise<ArchiveAnswer<Result>> {
		const found = await this.find(handle, call);
		if (found.kind === 'session') {
			const { isInContext, ...session } = await this.#sessions.read(found.session, call.signal);
			// Only the context of the calling session is known.
			const isCalling = handle === undefined && isInContext !== undefined;
			return {
				conversation: found.session.handle,
				title: titleLine(session.title),
				result: work(isCalling ? { ...session, isInContext } : session),
			};
		}
		const { id, title } = found.stored;
		const answer = readStore(this.places.storage, (store) => ({
			result: work({ store, id, log: store.log(id) }),
		}));
		if (answer === undefined) {
			throw new ToolRefusal('unknown-conversation', 'This conversation is no longer stored.');
		}
		return { conversation: id, title: titleLine(title), ...answer };
	}
}

/** Maximum length of a title, characters. */
const longestTitle = 120;

/** A title on one line, without secrets and control characters, for use within text of Precis. */
export function titleLine(title: string): string {
	return withoutControls(redactedLine(title, longestTitle));
}

/** Explains why results are incomplete. */
export function missingText({ message }: StoreError): string {
	return `What Precis keeps cannot be read and is missing: ${message}`;
}

/** Words in the names that clients report, each with the stores of the client's sessions. */
const storesOfClients: readonly (readonly [word: string, ...stores: readonly string[]])[] = [
	['claude', 'claude-code'],
	['codex', 'codex'],
	// Kilo is a fork of OpenCode, and may use the same name.
	['opencode', 'opencode', 'kilo'],
	['kilo', 'kilo', 'kilo-tasks'],
	['gemini', 'gemini-cli'],
	['qwen', 'qwen-code'],
	['cline', 'cline-sessions', 'cline-tasks'],
	['copilot', 'copilot-cli'],
	['visual studio code', 'copilot-chat'],
	['continue', 'continue'],
	['cursor', 'cursor'],
];

/** The stores of a client's sessions; undefined: unknown. @param name The name that the client reports. */
function storesOfClient(name = ''): readonly string[] | undefined {
	return storesOfClients.find(([word]) => name.toLowerCase().includes(word))?.slice(1);
}

/** The caller of a tool, and its cancellation. */
export interface ArchiveCall {
	/** The name that the client reports. */
	readonly client: string | undefined;
	/** Stops the work; the promise rejects with the signal's reason. */
	readonly signal: AbortSignal;
}
