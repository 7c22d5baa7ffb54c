import type { RecallExchange } from '../compaction/recallExchange.ts';
import type { ExportFormat } from '../conversations/exports/exportText.ts';
import type { ExportedSession } from '../conversations/exports/session.ts';
import type { Source } from '../conversations/conversation.ts';
import type { TurnContext } from '../conversations/service/ports.ts';
import type { PreviewEnd } from '../conversations/service/preview.ts';
import type { RecallOutline } from '../conversations/recall/outline.ts';
import type { RecallEnd, RecallWish } from '../conversations/recall/reading.ts';
import type { RecallHits } from '../conversations/recall/searching.ts';
import type { TurnEnd } from '../conversations/service/submission.ts';
import type { AssistantMessage, Content, Message, ToolMessage } from '../messages/message.ts';
import type { SummaryModels } from './hostRequests.ts';
import type { Breakdown } from './breakdownView.ts';
import type {
	ClientRequest,
	PreparedRequest,
	RequestEnd,
	RequestShape,
	ShorterRequest,
} from './clientRequests.ts';
import type { CompactedMessages, MessagesToCompact } from './compactedMessages.ts';
import type { JobResult } from './conversationEvents.ts';
import type {
	ConversationRow,
	ConversationView,
	HistoryView,
	ProblemView,
	RecordView,
} from './conversationView.ts';
import type { SessionSearches } from './foundSessions.ts';
import type { PlannedRequests } from './plannedRequests.ts';
import type { SessionRequests } from './session.ts';
import type { PreviewedSummaryEnd } from './previewView.ts';
import type { ItemChange, ItemChangeResult, ItemPlace } from './summaryChanges.ts';

/** Everything the extension host can ask of the worker thread. */

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
export interface CompactWish {
	readonly id: string;
	readonly focus?: string;
	/** Absent: the present context. */
	readonly source?: Source;
	/** What requests look like, where a client leads the conversation; absent: as known. */
	readonly shape?: RequestShape;
}

/** How an undo, redo or restore ended. */
export type ReversalResult =
	| { readonly kind: 'activated' }
	| {
			readonly kind: 'refused';
			readonly reason: 'nothing-to-undo' | 'nothing-to-redo' | 'not-there';
	  };

/** A place in the archive. */
interface ArchiveHit {
	readonly conversation: string;
	readonly title: string;
	/** Number of the message, from 1. */
	readonly number: number;
	/** As it was said, with `⟦` and `⟧` around what matches. */
	readonly excerpt: string;
}

interface About {
	readonly id: string;
}

interface Recalling extends About {
	/** Models are told of this workspace's conversations and of those somebody opened in this window. */
	readonly anyWorkspace: boolean;
}

/** What the host can ask of the worker, with the results. */
export interface WorkerRequests extends SessionSearches, SessionRequests {
	/**
	 * Reads a saved session; the same path opened again is the same conversation. `window`: of a model that its
	 * conversations are meant for, tokens; absent, or larger than what the settings say: as those say.
	 */
	readonly open: {
		readonly parameters: { readonly path: string; readonly window?: number };
		readonly result: {
			readonly source: string;
			readonly conversations: readonly OpenedConversation[];
			readonly problems: readonly ProblemView[];
		};
	};
	/** Reads what is appended to the file of a conversation as it comes, and of no other. Absent: of none. */
	readonly follow: {
		readonly parameters: Partial<About>;
		readonly result: undefined;
	};
	/** Forgets a conversation that was opened, is not wanted and not kept. */
	readonly close: { readonly parameters: About; readonly result: undefined };
	/** Newest first. */
	readonly list: { readonly parameters: null; readonly result: readonly ConversationRow[] };
	readonly view: { readonly parameters: About; readonly result: ConversationView };
	/** A record of the history; undefined: it is not there. */
	readonly recordView: {
		readonly parameters: About & { readonly record: number };
		readonly result: RecordView | undefined;
	};
	/** Where the tokens of its messages went. */
	readonly breakdown: { readonly parameters: About; readonly result: Breakdown };
	/** Reads the records and nothing else; of a conversation that is not there: none. */
	readonly history: { readonly parameters: About; readonly result: HistoryView };
	/** Compacts, or joins the compaction that runs; aborting it ends the waiting. */
	readonly compact: {
		readonly parameters: CompactWish;
		/** `joined`: it ran already, and did what was asked of it first. */
		readonly result: JobResult & { readonly joined?: true };
	};
	readonly cancelCompaction: { readonly parameters: About; readonly result: undefined };
	readonly preview: {
		readonly parameters: Pick<CompactWish, 'id' | 'focus' | 'shape'>;
		readonly result: PreviewEnd;
	};
	/** What models would be sent for a preview; undefined: there is no such preview, or no model. */
	readonly previewRequests: {
		readonly parameters: About & { readonly preview: number; readonly models: SummaryModels };
		readonly result: PlannedRequests | undefined;
	};
	/** The summary of a preview as the built-in summariser writes it; undefined: there is no such preview. */
	readonly previewSummary: {
		readonly parameters: About & { readonly preview: number };
		readonly result: PreviewedSummaryEnd | undefined;
	};
	/** Undefined: there is no such preview any more. */
	readonly applyPreview: {
		readonly parameters: About & { readonly preview: number };
		readonly result: JobResult | undefined;
	};
	readonly discardPreview: {
		readonly parameters: About & { readonly preview: number };
		readonly result: undefined;
	};
	readonly applyProposal: { readonly parameters: About; readonly result: JobResult };
	readonly discardProposal: { readonly parameters: About; readonly result: undefined };
	/** Compacts again what a crash or a shutdown interrupted; undefined: nothing was. */
	readonly resume: { readonly parameters: About; readonly result: JobResult | undefined };
	readonly dismiss: { readonly parameters: About; readonly result: undefined };
	/** Takes back the newest step: a person's change to the summary, or the compaction. */
	readonly undo: { readonly parameters: About; readonly result: ReversalResult };
	/** Goes below the newest compaction, with what a person has changed since. */
	readonly undoCompaction: { readonly parameters: About; readonly result: ReversalResult };
	readonly redo: { readonly parameters: About; readonly result: ReversalResult };
	/** `record` absent: the log as it is. */
	readonly restore: {
		readonly parameters: About & { readonly record?: number };
		readonly result: ReversalResult;
	};
	/** A person pins, edits or removes an item of the active summary. */
	readonly changeItem: {
		readonly parameters: About & { readonly place: ItemPlace; readonly change: ItemChange };
		readonly result: ItemChangeResult;
	};
	readonly pause: {
		readonly parameters: About & { readonly paused: boolean };
		readonly result: undefined;
	};
	/** A new conversation, kept where conversations are kept. */
	readonly create: {
		readonly parameters: {
			/** What an extension finds it by; one that is there already stays as it is. Absent: a new one. */
			readonly key?: string;
			readonly title: string;
			readonly source: string;
			/** What it begins with. */
			readonly messages: readonly Message[];
		};
		readonly result: About;
	};
	/** A conversation that shares the first messages of another, and the records that lie within. */
	readonly fork: {
		readonly parameters: About & { readonly messages: number };
		readonly result: About;
	};
	/** Appends messages without having them answered, after the turn that runs. */
	readonly append: {
		readonly parameters: About & { readonly messages: readonly Message[] };
		/** Messages of the log now. */
		readonly result: { readonly messages: number };
	};
	/** What a client that leads a conversation sends its model now; compacts where it is too full. */
	readonly context: {
		readonly parameters: About & { readonly shape?: RequestShape };
		readonly result: TurnContext;
	};
	/** What requests of a conversation look like from now on. */
	readonly shape: {
		readonly parameters: About & { readonly shape: RequestShape };
		readonly result: undefined;
	};
	/** Compacts messages that belong to no conversation, with the built-in summariser; keeps nothing. */
	readonly compactMessages: {
		readonly parameters: MessagesToCompact;
		readonly result: CompactedMessages;
	};
	/** Has a message of the person answered, when its turn comes; aborting it takes it back. */
	readonly submit: {
		readonly parameters: About & {
			readonly content: Content;
			/** Who is to answer, for the question `turn`; absent: the main model. */
			readonly answerer?: string;
			/** What requests of the answerer look like. */
			readonly shape?: RequestShape;
		};
		readonly result: TurnEnd;
	};
	/** Has the last message answered, where it was not. */
	readonly answerLast: { readonly parameters: About; readonly result: TurnEnd };
	/** Sends the messages that waited when Precis last ended; does not wait for their answers. */
	readonly sendUnsent: { readonly parameters: About; readonly result: undefined };
	readonly dismissUnsent: { readonly parameters: About; readonly result: undefined };
	/** Stops the answer that is being given; what is queued stays queued. */
	readonly stop: { readonly parameters: About; readonly result: undefined };
	/** What a client's request is sent with; aborting it ends the waiting, not a compaction. */
	readonly prepare: { readonly parameters: ClientRequest; readonly result: PreparedRequest };
	/** Likewise after the provider refused it as too long. */
	readonly prepareShorter: { readonly parameters: ClientRequest; readonly result: ShorterRequest };
	/** The provider's count of the prompt that was prepared last, and of what it had cached. Tokens. */
	readonly promptTokens: {
		readonly parameters: About & { readonly tokens: number; readonly cached?: number };
		readonly result: undefined;
	};
	/** The request that was prepared last is over. */
	readonly requestEnded: { readonly parameters: About & RequestEnd; readonly result: undefined };
	/** What was looked up within the reply to the request that was prepared last. */
	readonly keepRecall: {
		readonly parameters: About & { readonly exchange: RecallExchange };
		readonly result: undefined;
	};
	readonly turnAppend: {
		readonly parameters: {
			readonly turn: number;
			readonly messages: readonly (AssistantMessage | ToolMessage)[];
		};
		readonly result: undefined;
	};
	readonly turnPrompt: {
		readonly parameters: { readonly turn: number; readonly tokens: number };
		readonly result: undefined;
	};
	readonly turnContext: {
		readonly parameters: { readonly turn: number };
		readonly result: TurnContext;
	};
	/** A handoff; undefined before the first. @param record Absent: the active one's. */
	readonly handoff: {
		readonly parameters: About & { readonly record?: number };
		readonly result: string | undefined;
	};
	/** A handoff with what was said since, for somebody who has nothing else; likewise. */
	readonly handover: {
		readonly parameters: About & { readonly record?: number };
		readonly result: string | undefined;
	};
	/** What was fetched from a repository as a session in JSON; undefined: it is no handoff of Precis. */
	readonly receivedSession: {
		readonly parameters: {
			readonly title: string;
			readonly handoff: Uint8Array;
			readonly conversation?: Uint8Array;
		};
		readonly result: string | undefined;
	};
	/** Originals for a model: redacted, a page below 8 KiB. */
	readonly recall: {
		readonly parameters: Recalling & RecallWish;
		readonly result: RecallEnd;
	};
	/** What was asked where; undefined: there is no such page. @param page From 1. */
	readonly recallOutline: {
		readonly parameters: Recalling & { readonly page?: number };
		readonly result: RecallOutline | undefined;
	};
	/**
	 * Searches one conversation for a model: redacted, below 8 KiB.
	 * @param from Hits to pass over.
	 * @param inContext The model is sent the conversation's context: what that still has is left out.
	 */
	readonly recallSearch: {
		readonly parameters: Recalling & {
			readonly text: string;
			readonly from?: number;
			readonly inContext?: boolean;
		};
		readonly result: RecallHits;
	};
	readonly search: {
		readonly parameters: { readonly text: string; readonly limit: number };
		readonly result: readonly ArchiveHit[];
	};
	readonly rename: {
		readonly parameters: About & { readonly title: string };
		readonly result: undefined;
	};
	readonly delete: { readonly parameters: About; readonly result: undefined };
	readonly deleteAll: { readonly parameters: null; readonly result: undefined };
	/** Writes a conversation as JSON into a new or existing file. */
	readonly export: {
		readonly parameters: About & { readonly path: string };
		readonly result: undefined;
	};
	/**
	 * Writes what is sent to a model now as a file that other tools read: without secrets, and never
	 * over a file that is there (code `exists`).
	 */
	readonly exportContext: {
		readonly parameters: About & {
			readonly format: ExportFormat;
			readonly path: string;
			readonly session: Pick<ExportedSession, 'id' | 'cwd' | 'now'>;
		};
		readonly result: undefined;
	};
	readonly import: { readonly parameters: { readonly path: string }; readonly result: About };
	/** Keeps a conversation beyond this window, or does not any more. */
	readonly keep: {
		readonly parameters: About & { readonly keep: boolean };
		readonly result: undefined;
	};
	/** Bytes on disk, and how many conversations. */
	readonly size: {
		readonly parameters: null;
		readonly result: { readonly bytes: number; readonly conversations: number };
	};
}

/** The name of a request. */
export type WorkerMethod = keyof WorkerRequests;
