import type * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { CompactionPreviews } from '../documents/compactionPreviews.ts';
import type { SessionEditors } from '../documents/sessionEditors.ts';
import type { Models } from '../models/models.ts';
import type { Notifications } from '../notifications.ts';
import type { ConversationsView } from '../panel/conversationsView.ts';
import type { SharedList } from '../panel/sharedList.ts';
import type { SummaryViewProvider } from '../panel/summaryView.ts';
import type { MirroredModels } from '../provider/mirroredModels.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { Exclusions } from '../settings/exclusions.ts';
import type { RecentFocuses } from '../settings/recentFocuses.ts';
import type { RedactedLog } from '../status/redactedLog.ts';
import type { TranscriptOpener } from '../transcripts/openTranscript.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import type { ActiveCommands } from './activeCommands.ts';

export interface CommandServices {
	readonly onActive: ActiveCommands;
	readonly active: ActiveConversation;
	readonly compactions: Compactions;
	readonly configuration: Configuration;
	readonly context: vscode.ExtensionContext;
	readonly conversations: Conversations;
	readonly exclusions: Exclusions;
	/** Forgets what is remembered beside conversations. */
	readonly forgetState: () => Promise<void>;
	readonly list: ConversationsView;
	readonly log: RedactedLog;
	readonly mirrored: MirroredModels;
	readonly models: Models;
	readonly notifications: Notifications;
	readonly opener: TranscriptOpener;
	readonly previews: CompactionPreviews;
	readonly recent: RecentFocuses;
	readonly sessions: SessionEditors;
	readonly shared: SharedList;
	readonly summary: SummaryViewProvider;
	readonly worker: WorkerClient;
}
