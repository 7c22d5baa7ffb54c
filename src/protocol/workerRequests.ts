import type { ItemChange, StoredItem } from '../compaction/changes.ts';
import type { RecallExchange } from '../compaction/recallExchange.ts';
import type { ExportFormat } from '../conversations/exports/exportText.ts';
import type { ExportedSession } from '../conversations/exports/session.ts';
import type { Source } from '../conversations/compacting.ts';
import type { RecallOutline } from '../conversations/recall/outline.ts';
import type { RecallEnd, MessageRange } from '../conversations/recall/reading.ts';
import type { RecallHits } from '../conversations/recall/searching.ts';
import type { ChangeEnd } from '../conversations/service/actor.ts';
import type { TurnContext } from '../conversations/service/ports.ts';
import type { PreviewEnd } from '../conversations/service/preview.ts';
import type { ReversalEnd } from '../conversations/service/actor.ts';
import type { SearchHit } from '../conversations/store/store.ts';
import type { Message } from '../messages/message.ts';
import type { Redacted } from '../redaction/redact.ts';
import type { StoreEnvironment } from '../transcripts/discovery/environment.ts';
import type { FoundSessions, RecognisedSession } from '../transcripts/discovery/findSessions.ts';
import type { TranscriptProblem } from '../transcripts/reader.ts';
import type { Method } from './channel.ts';
import type {
	ClientRequest,
	PreparedRequest,
	RequestEnd,
	RequestShape,
	ShorterRequest,
} from './clientRequests.ts';
import type { JobEnd } from '../conversations/service/job.ts';
import type {
	ConversationRow,
	ConversationView,
	HistoryView,
	RecordView,
} from './conversationView.ts';
import type { SummaryModels } from './hostRequests.ts';
import type { PlannedRequests, PreviewedSummaryEnd } from './previewView.ts';
import type { SessionRequests } from './session.ts';

/** A conversation found in an opened file. */
export interface OpenedConversation {
	readonly id: string;
	readonly title: string;
	/** Absent where counting them would mean to read them. */
	readonly messages?: number;
	/** What tells it from others of its file; absent where their number does. */
	readonly about?: string;
	/** What its file calls it, where the file has several; absent: their order tells them apart. */
	readonly inside?: string;
}

/** Asks for a compaction. */
export interface CompactRequest {
	readonly id: string;
	readonly focus?: Redacted;
	/** Absent: the present context. */
	readonly source?: Source;
	/** What requests look like, where a client leads the conversation; absent: as known. */
	readonly shape?: RequestShape;
	/** Absent: the person. */
	readonly askedBy?: 'extension';
}

/** A preview with its summary as the built-in summariser writes it, or why there is nothing to preview. */
type SummaryPreviewEnd =
	| (Extract<PreviewEnd, { readonly kind: 'preview' }> & {
			readonly summary: PreviewedSummaryEnd | undefined;
	  })
	| Exclude<PreviewEnd, { readonly kind: 'preview' }>;

interface ArchiveHit extends SearchHit {
	readonly title: string;
}

interface About {
	readonly id: string;
}

interface Recalling extends About {
	/** Models are told of this workspace's conversations and of those somebody opened in this window. */
	readonly anyWorkspace: boolean;
}

/**
 * How a compaction ended. `job`: the one that ran; absent: none did. `joined`: it ran already, and did what was
 * asked of it first.
 */
export type JoinedResult = JobEnd & { readonly job?: number; readonly joined?: true };

/** What the host can ask of the worker, with the results. */
export interface WorkerRequests extends SessionSearches, SessionRequests {
	/**
	 * Reads a saved session; the same path opened again is the same conversation. `window`: of a model that its
	 * conversations are meant for, tokens; absent, or larger than what the settings say: as those say.
	 */
	readonly open: Method<
		{ readonly path: string; readonly window?: number },
		{
			readonly source: string;
			readonly conversations: readonly OpenedConversation[];
			readonly problems: readonly TranscriptProblem[];
		}
	>;
	/** Reads what is appended to the file of a conversation as it comes, and of no other. Absent: of none. */
	readonly follow: Method<Partial<About>>;
	/** Forgets a conversation that was opened, is not wanted and not kept. */
	readonly close: Method<About>;
	/** Newest first. */
	readonly list: Method<null, readonly ConversationRow[]>;
	readonly view: Method<About, ConversationView>;
	/** A record of the history; undefined: it is not there. */
	readonly recordView: Method<About & { readonly record: number }, RecordView | undefined>;
	/** Reads the records and nothing else; of a conversation that is not there: none. */
	readonly history: Method<About, HistoryView>;
	/** Compacts, or joins the compaction that runs; aborting it ends the waiting. */
	readonly compact: Method<CompactRequest, JoinedResult>;
	/**
	 * Likewise for a person who looks on: the built-in summary is shown until a model has written. Where that saves
	 * little, nothing is done unless they want it all the same. Sizes of the context are tokens.
	 */
	readonly compactInView: Method<
		Pick<CompactRequest, 'id' | 'focus'> & { readonly isWanted: boolean },
		| JoinedResult
		| { readonly kind: 'saves-little'; readonly before: number; readonly after: number }
	>;
	readonly cancelCompaction: Method<About>;
	/** Plans a compaction. A newer preview takes the place of the one before. */
	readonly preview: Method<Pick<CompactRequest, 'id' | 'focus'>, SummaryPreviewEnd>;
	/** What models would be sent for a preview; undefined: there is no such preview, or no model. */
	readonly previewRequests: Method<
		About & { readonly preview: number; readonly models: SummaryModels },
		PlannedRequests | undefined
	>;
	/** Undefined: there is no such preview any more. */
	readonly applyPreview: Method<About & { readonly preview: number }, JoinedResult | undefined>;
	readonly applyProposal: Method<About, JobEnd>;
	readonly discardProposal: Method<About>;
	/** Compacts again what a crash or a shutdown interrupted; undefined: nothing was. */
	readonly resume: Method<About, JoinedResult | undefined>;
	readonly dismiss: Method<About>;
	/** Takes back the newest step: a person's change to the summary, or the compaction. */
	readonly undo: Method<About, ReversalEnd>;
	/** Goes below the newest compaction, with what a person has changed since. */
	readonly undoCompaction: Method<About, ReversalEnd>;
	readonly redo: Method<About, ReversalEnd>;
	/** `record` absent: the log as it is. */
	readonly restore: Method<About & { readonly record?: number }, ReversalEnd>;
	/** A person pins, edits or removes an item of the active summary. */
	readonly changeItem: Method<
		About & { readonly place: StoredItem; readonly change: ItemChange },
		ChangeEnd
	>;
	readonly pause: Method<About & { readonly paused: boolean }>;
	/** A new conversation, kept where conversations are kept. */
	readonly create: Method<
		{
			/** What an extension finds it by; one that is there already stays as it is. Absent: a new one. */
			readonly key?: string;
			readonly title: string;
			readonly source: string;
			/** What it begins with. */
			readonly messages: readonly Message[];
		},
		About
	>;
	/** A conversation that shares the first messages of another, and the records that lie within. */
	readonly fork: Method<About & { readonly messages: number }, About>;
	/** Appends what was said, durable when it returns. Returns how many messages the log has now. */
	readonly append: Method<
		About & { readonly messages: readonly Message[] },
		{ readonly messages: number }
	>;
	/**
	 * What a client that leads a conversation sends its model now; compacts where it is too full. Aborting it ends the
	 * waiting, not a compaction.
	 */
	readonly context: Method<About & { readonly shape?: RequestShape }, TurnContext>;
	/** Likewise after the provider refused it as too long; undefined: it cannot be made shorter. */
	readonly shorterContext: Method<About, TurnContext | undefined>;
	/** What requests of a conversation look like from now on. */
	readonly shape: Method<About & { readonly shape: RequestShape }>;
	/** What a client's request is sent with; aborting it ends the waiting, not a compaction. */
	readonly prepare: Method<ClientRequest, PreparedRequest>;
	/** Likewise after the provider refused it as too long. */
	readonly prepareShorter: Method<ClientRequest, ShorterRequest>;
	/** The provider's count of the prompt that was prepared last, and of what it had cached. Tokens. */
	readonly promptTokens: Method<About & { readonly tokens: number; readonly cached?: number }>;
	/** The request that was prepared last is over. */
	readonly requestEnded: Method<About & RequestEnd>;
	/** The model asks for a compaction at the end of its turn. Returns whether there will be one, as far as is known. */
	readonly wishCompaction: Method<About & { readonly focus: Redacted }, boolean>;
	/** What was looked up within the reply to the request that was prepared last. */
	readonly keepRecall: Method<About & { readonly exchange: RecallExchange }>;
	/** A handoff; undefined before the first. @param record Absent: the active one's. */
	readonly handoff: Method<About & { readonly record?: number }, string | undefined>;
	/** A handoff with what was said since, for somebody who has nothing else; likewise. */
	readonly handover: Method<About & { readonly record?: number }, string | undefined>;
	/** What was fetched from a repository as a session in JSON; undefined: it is no handoff of Precis. */
	readonly receivedSession: Method<
		{ readonly title: string; readonly handoff: Uint8Array },
		string | undefined
	>;
	/** Originals for a model: redacted, a page below 8 KiB. */
	readonly recall: Method<Recalling & MessageRange, RecallEnd>;
	/** What was asked where; undefined: there is no such page. @param page From 1. */
	readonly recallOutline: Method<Recalling & { readonly page?: number }, RecallOutline | undefined>;
	/**
	 * Searches one conversation for a model: redacted, below 8 KiB.
	 * @param from Hits to pass over.
	 * @param inContext The model is sent the conversation's context: what that still has is left out.
	 */
	readonly recallSearch: Method<
		Recalling & { readonly text: string; readonly from?: number; readonly inContext?: boolean },
		RecallHits
	>;
	readonly search: Method<{ readonly text: string; readonly limit: number }, readonly ArchiveHit[]>;
	readonly rename: Method<About & { readonly title: string }>;
	readonly delete: Method<About>;
	readonly deleteAll: Method<null>;
	/**
	 * Writes what is sent to a model now as a file that other tools read: without secrets, and never
	 * over a file that is there (code `exists`).
	 */
	readonly exportContext: Method<
		About & {
			readonly format: ExportFormat;
			readonly path: string;
			readonly session: Pick<ExportedSession, 'id' | 'cwd' | 'now'>;
		}
	>;
	/** Keeps a conversation beyond this window, or does not any more. */
	readonly keep: Method<About & { readonly keep: boolean }>;
	/** Bytes on disk, and how many conversations. */
	readonly size: Method<null, { readonly bytes: number; readonly conversations: number }>;
}

/** The name of a request. */
export type WorkerMethod = keyof WorkerRequests;

/** Requests about sessions that other assistants keep on this machine; nothing is read unasked. */
export interface SessionSearches {
	/** Those of one assistant, without their titles. @param store Its id. */
	readonly findSessions: Method<
		{ readonly store: string; readonly environment: StoreEnvironment },
		FoundSessions
	>;
	readonly findSessionsBelow: Method<
		{ readonly folder: string; readonly home: string },
		FoundSessions<RecognisedSession>
	>;
	/** What sessions are called, in their order, read off their beginnings; empty where nothing tells. */
	readonly titles: Method<
		{ readonly sessions: readonly { readonly path: string; readonly store: string }[] },
		readonly string[]
	>;
}
