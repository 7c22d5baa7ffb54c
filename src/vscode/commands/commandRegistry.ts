import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { Services } from '../conversations/services.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { CompactionPreviews } from '../documents/compactionPreviews.ts';
import type { SessionEditors } from '../documents/sessionEditors.ts';
import type { Models } from '../models/models.ts';
import type { ConversationsView } from '../panel/conversationsView.ts';
import type { SummaryViewProvider } from '../panel/summaryView.ts';
import type { MirroredModels } from '../provider/mirroredModels.ts';
import type { Exclusions } from '../settings/exclusions.ts';

export interface CommandServices extends Services {
	readonly compactions: Compactions;
	readonly context: vscode.ExtensionContext;
	readonly exclusions: Exclusions;
	/** Deletes stored state that belongs to no conversation. */
	readonly forgetState: () => Promise<void>;
	readonly list: ConversationsView;
	readonly mirrored: MirroredModels;
	readonly models: Models;
	readonly previews: CompactionPreviews;
	readonly sessions: SessionEditors;
	readonly summary: SummaryViewProvider;
}

/**
 * Registers commands and shows their errors. A command about a conversation applies to the one that its argument
 * names, otherwise to the active one, and reports when there is none.
 */
export class CommandRegistry implements vscode.Disposable {
	readonly #services: Services;
	readonly #registered: vscode.Disposable[] = [];

	constructor(services: Services) {
		this.#services = services;
	}

	/** @param run `record` comes from the argument; 0 means the uncompacted log. */
	about(command: string, run: (view: ConversationView, record?: number) => Promise<void>): void {
		this.add(command, async (argument) => {
			const { active, worker, notifications } = this.#services;
			const named = targetOf(argument);
			const view = named ? await worker.call('view', { id: named.conversation }) : active.view;
			if (view === undefined) {
				notifications.inform(vscode.l10n.t('No conversation is open. Open a transcript first.'));
			} else {
				await run(view, named?.record);
			}
		});
	}

	/** Registers a command that needs no conversation. @param run Gets the caller's arguments. */
	add(command: string, run: (...passed: readonly unknown[]) => Promise<unknown>): void {
		this.#registered.push(
			vscode.commands.registerCommand(command, async (...passed: readonly unknown[]) => {
				try {
					await run(...passed);
				} catch (error) {
					this.#services.notifications.actionFailed(error);
				}
			}),
		);
	}

	dispose(): void {
		vscode.Disposable.from(...this.#registered).dispose();
	}
}

/** The conversation or record that a command applies to. */
export interface CommandTarget {
	readonly conversation: string;
	/** Id of the record; 0: the uncompacted log; absent: the active record. */
	readonly record?: number;
}

/** The target in a command's argument; undefined if it names none. */
export function targetOf(argument: unknown): CommandTarget | undefined {
	if (typeof argument !== 'object' || argument === null) {
		return undefined;
	}
	const { conversation, record } = argument as Partial<Record<string, unknown>>;
	return typeof conversation === 'string'
		? { conversation, ...(typeof record === 'number' ? { record } : {}) }
		: undefined;
}

/** An entry of a picker, with its action. */
export interface PickerAction extends vscode.QuickPickItem {
	readonly run: () => Promise<unknown>;
}

/** Shows a picker and runs the chosen action. */
export async function pickAction(
	placeHolder: string,
	actions: readonly PickerAction[],
): Promise<void> {
	const action = await vscode.window.showQuickPick(actions, { placeHolder, matchOnDetail: true });
	await action?.run();
}
