import type { ItemChange, StoredItem } from '../compaction/changes.ts';
import type { PlanOutcome, Preview } from '../compaction/plan.ts';
import type { RecallExchange } from '../compaction/recallExchange.ts';
import type { ExportFormat } from '../conversations/exports/exportText.ts';
import type { ExportedSession } from '../conversations/exports/session.ts';
import type { Source } from '../conversations/compacting.ts';
import type { RecallOutline } from '../conversations/recall/outline.ts';
import type { RecallResult, MessageRange } from '../conversations/recall/reading.ts';
import type { FoundMessages } from '../conversations/recall/searching.ts';
import type { TurnContext } from '../conversations/service/ports.ts';
import type { ItemChangeResult, ReversalResult } from '../conversations/service/actor.ts';
import type { SearchHit } from '../conversations/store/store.ts';
import type { Message } from '../messages/message.ts';
import type { Redacted } from '../redaction/redact.ts';
import type { StoreEnvironment } from '../transcripts/discovery/environment.ts';
import type { RecognisedSession } from '../transcripts/discovery/findSessions.ts';
import type { FoundSessions } from '../transcripts/discovery/sessionSearch.ts';
import type { TranscriptProblem } from '../transcripts/reader.ts';
import type { Method } from './channel.ts';
import type {
	ClientRequest,
	PreparedRequest,
	RequestShape,
	ShorterRequest,
} from './clientRequests.ts';
import type { JobResult } from '../conversations/service/job.ts';
import type {
	ConversationRow,
	ConversationView,
	RecordView,
	StatusView,
} from './conversationView.ts';
import type { SummaryModels } from './hostRequests.ts';
import type { PlannedRequests, PreviewedSummaryResult } from './previewView.ts';
import type { SessionRequests } from './session.ts';

/** A conversation found in an opened file. */
export interface OpenedConversation {
	readonly id: string;
	readonly title: string;
	/** Absent if counting them requires reading them. */
	readonly messages?: number;
	/** Distinguishes it from others of its file; absent if their number does. */
	readonly about?: string;
	/** Its name in the file, if the file contains several; absent: their order distinguishes them. */
	readonly inside?: string;
}

/** A request for a compaction. */
export interface CompactRequest {
	readonly id: string;
	readonly focus?: Redacted;
	/** Absent: the present context. */
	readonly source?: Source;
	/** Properties of its requests, if a client leads the conversation; absent: as known. */
	readonly shape?: RequestShape;
	/** Absent: the user. */
	readonly askedBy?: 'extension';
}

/** A preview with the built-in summariser's summary, or why there is nothing to preview. */
type PreviewResult =
	| {
			readonly kind: 'preview';
			readonly preview: Preview;
			readonly summary: PreviewedSummaryResult;
	  }
	| Exclude<PlanOutcome, { readonly kind: 'plan' }>;

interface ArchiveHit extends SearchHit {
	readonly title: string;
}

interface ConversationRef {
	readonly id: string;
}

interface RecallRequest extends ConversationRef {
	/** False: models can access only conversations of this workspace and those that were opened in this window. */
	readonly anyWorkspace: boolean;
}

/**
 * Result of a compaction. `job`: its id; absent: there was none. `joined`: it was already running, and completed its
 * original request first.
 */
export type JoinedResult = JobResult & { readonly job?: number; readonly joined?: true };

/** The host's requests to the worker, with the results. */
export interface WorkerRequests extends SessionSearches, SessionRequests {
	/**
	 * Reads a saved session; reopening the same path leads to the same conversation. `window`: of a model that its
	 * conversations are meant for, tokens; if it is absent or larger than in the settings, those apply.
	 */
	readonly open: Method<
		{ readonly path: string; readonly window?: number },
		{
			readonly source: string;
			readonly conversations: readonly OpenedConversation[];
			readonly problems: readonly TranscriptProblem[];
		}
	>;
	/** Discards a conversation that was opened, is no longer wanted and is not stored. */
	readonly close: Method<ConversationRef>;
	/** Newest first. */
	readonly list: Method<null, readonly ConversationRow[]>;
	readonly view: Method<ConversationRef, ConversationView>;
	/** A record of the history; undefined: it does not exist. */
	readonly recordView: Method<
		ConversationRef & { readonly record: number },
		RecordView | undefined
	>;
	/** Reads only the records; none if the conversation does not exist. */
	readonly history: Method<ConversationRef, Pick<StatusView, 'history' | 'active'>>;
	/** Compacts, or joins the running compaction; aborting stops waiting. */
	readonly compact: Method<CompactRequest, JoinedResult>;
	/**
	 * The same for a user who is watching: the built-in summary is shown until a model has written one. If little would be
	 * saved, nothing is done without the user's confirmation. Sizes of the context are tokens.
	 */
	readonly compactInView: Method<
		Pick<CompactRequest, 'id' | 'focus'> & { readonly isWanted: boolean },
		| JoinedResult
		| { readonly kind: 'saves-little'; readonly before: number; readonly after: number }
	>;
	readonly cancelCompaction: Method<ConversationRef>;
	/** What a compaction now would do. */
	readonly preview: Method<Pick<CompactRequest, 'id' | 'focus'>, PreviewResult>;
	/** What it would send to models; undefined: there is nothing to compact, or no model. */
	readonly previewRequests: Method<
		Pick<CompactRequest, 'id' | 'focus'> & { readonly models: SummaryModels },
		PlannedRequests | undefined
	>;
	readonly applyProposal: Method<ConversationRef, JobResult>;
	readonly discardProposal: Method<ConversationRef>;
	/** Undoes the latest step: the user's change to the summary, or the compaction. */
	readonly undo: Method<ConversationRef, ReversalResult>;
	/** Undoes the newest compaction, but keeps the user's changes since. */
	readonly undoCompaction: Method<ConversationRef, ReversalResult>;
	readonly redo: Method<ConversationRef, ReversalResult>;
	/** `record` absent: the uncompacted log. */
	readonly restore: Method<ConversationRef & { readonly record?: number }, ReversalResult>;
	/** The user pins, edits or removes an item of the active summary. */
	readonly changeItem: Method<
		ConversationRef & { readonly place: StoredItem; readonly change: ItemChange },
		ItemChangeResult
	>;
	readonly pause: Method<ConversationRef & { readonly paused: boolean }>;
	/** Creates a conversation, stored according to the settings. */
	readonly create: Method<
		{
			/** The extension's key for it; an existing conversation stays unchanged. Absent: always a new one. */
			readonly key?: string;
			readonly title: string;
			readonly source: string;
			/** Its first messages. */
			readonly messages: readonly Message[];
		},
		ConversationRef
	>;
	/** Creates a conversation that shares the first messages of another, and the records within them. */
	readonly fork: Method<ConversationRef & { readonly messages: number }, ConversationRef>;
	/** Appends messages, durable on return. Returns how many messages the log has now. */
	readonly append: Method<
		ConversationRef & { readonly messages: readonly Message[] },
		{ readonly messages: number }
	>;
	/**
	 * What is sent to the model of a conversation that a client leads; compacts if it is too full. Aborting stops waiting,
	 * but does not cancel a compaction.
	 */
	readonly context: Method<ConversationRef & { readonly shape?: RequestShape }, TurnContext>;
	/** The same after the provider rejected it as too long; undefined: it cannot be made shorter. */
	readonly shorterContext: Method<ConversationRef, TurnContext | undefined>;
	/** Sets the properties of a conversation's requests from now on. */
	readonly shape: Method<ConversationRef & { readonly shape: RequestShape }>;
	/** What a client's request is sent with; aborting stops waiting, but does not cancel a compaction. */
	readonly prepare: Method<ClientRequest, PreparedRequest>;
	/** The same after the provider rejected it as too long. */
	readonly prepareShorter: Method<ClientRequest, ShorterRequest>;
	/** The provider's count of the last prepared prompt, and of its cached part. Tokens. */
	readonly promptTokens: Method<
		ConversationRef & { readonly tokens: number; readonly cached?: number }
	>;
	/** The last prepared request has ended. `callsTools`: the client continues with the results of its reply's calls. */
	readonly requestEnded: Method<ConversationRef & { readonly callsTools: boolean }>;
	/** The model requests a compaction at the end of its turn. Returns whether one is expected. */
	readonly requestCompaction: Method<ConversationRef & { readonly focus: Redacted }, boolean>;
	/** Look-ups within the reply to the last prepared request. */
	readonly keepRecall: Method<ConversationRef & { readonly exchange: RecallExchange }>;
	/** A handoff; undefined before the first. @param record Absent: the active one's. */
	readonly handoff: Method<ConversationRef & { readonly record?: number }, string | undefined>;
	/** A self-contained handoff with the messages since; parameters and result as for `handoff`. */
	readonly handover: Method<ConversationRef & { readonly record?: number }, string | undefined>;
	/** A session in JSON, made from text of a repository; undefined: it is not a handoff of Precis. */
	readonly receivedSession: Method<
		{ readonly title: string; readonly handoff: Uint8Array },
		string | undefined
	>;
	/** Originals for a model: redacted, a page below 8 KiB. */
	readonly recall: Method<RecallRequest & MessageRange, RecallResult>;
	/** An overview of the requests; undefined: there is no such page. @param page From 1. */
	readonly recallOutline: Method<
		RecallRequest & { readonly page?: number },
		RecallOutline | undefined
	>;
	/**
	 * Searches one conversation for a model: redacted, below 8 KiB.
	 * @param from Hits to skip.
	 * @param inContext The model receives the conversation's context: messages that are still in it are left out.
	 */
	readonly recallSearch: Method<
		RecallRequest & { readonly text: string; readonly from?: number; readonly inContext?: boolean },
		FoundMessages
	>;
	readonly search: Method<{ readonly text: string; readonly limit: number }, readonly ArchiveHit[]>;
	readonly rename: Method<ConversationRef & { readonly title: string }>;
	readonly delete: Method<ConversationRef>;
	readonly deleteAll: Method<null>;
	/**
	 * Writes the present context to a file that other tools read: without secrets, and never over an existing file (code
	 * `exists`).
	 */
	readonly exportContext: Method<
		ConversationRef & {
			readonly format: ExportFormat;
			readonly path: string;
			readonly session: Pick<ExportedSession, 'id' | 'cwd' | 'now'>;
		}
	>;
	/** Stores a conversation on disk, or removes it from there. */
	readonly keep: Method<ConversationRef & { readonly keep: boolean }>;
	/** Bytes on disk, and how many conversations. */
	readonly size: Method<null, { readonly bytes: number; readonly conversations: number }>;
}

/** The name of a request. */
export type WorkerMethod = keyof WorkerRequests;

/** Requests about sessions that other assistants store on this machine; nothing is read without a request. */
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
	/** Titles of sessions, in their order, derived from their beginnings; empty if there is none. */
	readonly titles: Method<
		{ readonly sessions: readonly { readonly path: string; readonly store: string }[] },
		readonly string[]
	>;
}
