import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { Notifications } from '../notifications.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { CompactionPreviews } from '../documents/compactionPreviews.ts';
import type { SessionEditors } from '../documents/sessionEditors.ts';
import type { Models } from '../models/models.ts';
import type { ConversationsView } from '../panel/conversationsView.ts';
import type { SummaryViewProvider } from '../panel/summaryView.ts';
import type { MirroredModels } from '../provider/mirroredModels.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { Exclusions } from '../settings/exclusions.ts';
import type { TranscriptOpener } from '../transcripts/openTranscript.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

export interface CommandServices {
	readonly active: ActiveConversation;
	readonly compactions: Compactions;
	readonly configuration: Configuration;
	readonly context: vscode.ExtensionContext;
	readonly conversations: Conversations;
	readonly exclusions: Exclusions;
	/** Forgets what is remembered beside conversations. */
	readonly forgetState: () => Promise<void>;
	readonly list: ConversationsView;
	readonly log: vscode.LogOutputChannel;
	readonly mirrored: MirroredModels;
	readonly models: Models;
	readonly notifications: Notifications;
	readonly opener: TranscriptOpener;
	readonly previews: CompactionPreviews;
	readonly sessions: SessionEditors;
	readonly summary: SummaryViewProvider;
	readonly worker: WorkerClient;
}

/**
 * Registers commands. Nobody waits for one: what it throws is shown. One about a conversation is about the one
 * that its argument names, else about the active one, and says so when there is none.
 */
export class CommandRegistry implements vscode.Disposable {
	readonly #active: ActiveConversation;
	readonly #conversations: Conversations;
	readonly #notifications: Notifications;
	readonly #registered: vscode.Disposable[] = [];

	constructor({ active, conversations, notifications }: CommandServices) {
		this.#active = active;
		this.#conversations = conversations;
		this.#notifications = notifications;
	}

	/** @param run `record` is the one that the argument names, 0 for the log as it is. */
	about(command: string, run: (view: ConversationView, record?: number) => Promise<void>): void {
		this.add(command, async (argument) => {
			const named = namedBy(argument);
			const view =
				named === undefined
					? this.#active.view
					: await this.#conversations.view(named.conversation);
			if (view === undefined) {
				this.#notifications.inform(
					vscode.l10n.t('No conversation is open. Open a transcript first.'),
				);
			} else {
				await run(view, named?.record);
			}
		});
	}

	/** A command about no conversation in particular. @param run Gets what the caller passes, if any. */
	add(command: string, run: (...passed: readonly unknown[]) => Promise<unknown>): void {
		this.#registered.push(
			vscode.commands.registerCommand(command, async (...passed: readonly unknown[]) => {
				try {
					await run(...passed);
				} catch (error) {
					this.#notifications.failed(error, (cause) =>
						vscode.l10n.t('The action failed: {0}', cause),
					);
				}
			}),
		);
	}

	dispose(): void {
		vscode.Disposable.from(...this.#registered).dispose();
	}
}

/** What a command is about. */
export interface Named {
	readonly conversation: string;
	/** Id of its record, 0 for the log as it is; absent: the active one. */
	readonly record?: number;
}

/** The conversation or record that a command's argument names; others are undefined. */
export function namedBy(argument: unknown): Named | undefined {
	if (typeof argument !== 'object' || argument === null) {
		return undefined;
	}
	const { conversation, record } = argument as Partial<Record<string, unknown>>;
	return typeof conversation === 'string'
		? { conversation, ...(typeof record === 'number' ? { record } : {}) }
		: undefined;
}

/** One of several ways to do something. */
export interface Way extends vscode.QuickPickItem {
	readonly go: () => Promise<unknown>;
}

/** Asks which way is meant, and goes it. */
export async function pickWay(placeHolder: string, ways: readonly Way[]): Promise<void> {
	const way = await vscode.window.showQuickPick(ways, { placeHolder, matchOnDetail: true });
	await way?.go();
}
