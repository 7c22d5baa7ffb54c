import * as vscode from 'vscode';
import { maxFocusLength } from '../../protocol/fromPanel.ts';
import type { ActiveConversation } from '../activeConversation.ts';
import type { Compactions } from '../compactions.ts';
import { commands } from '../contributions.ts';
import { focusFromSelection } from '../focusFromSelection.ts';
import type { Notifications } from '../notifications.ts';
import type { RecentFocuses } from '../recentFocuses.ts';
import { spansOf } from '../documentSymbols.ts';

export interface CompactionCommandServices {
	readonly active: ActiveConversation;
	readonly compactions: Compactions;
	readonly recent: RecentFocuses;
	readonly notifications: Notifications;
}

/** Commands that compact the active conversation. */
export function registerCompactionCommands(services: CompactionCommandServices): vscode.Disposable {
	const { active, compactions, recent, notifications } = services;

	/** The active conversation; says so when there is none (keybindings ignore `enablement`). */
	function activeId(): string | undefined {
		if (active.view === undefined) {
			notifications.inform(vscode.l10n.t('Open a transcript first: no conversation is open.'));
		}
		return active.view?.id;
	}

	async function compact(): Promise<void> {
		const id = activeId();
		if (id !== undefined) {
			await compactions.start(id);
		}
	}

	async function compactWithFocus(): Promise<void> {
		const id = activeId();
		if (id === undefined) {
			return;
		}
		const focus = await askForFocus(recent.all[0]);
		if (focus !== undefined) {
			await compactions.start(id, focus);
		}
	}

	async function compactWithFocusOnSelection(): Promise<void> {
		const id = activeId();
		if (id === undefined) {
			return;
		}
		const focus = await focusOfEditor(vscode.window.activeTextEditor);
		if (focus === undefined) {
			notifications.inform(vscode.l10n.t('Select the text or symbol to focus on first.'));
			return;
		}
		await compactions.start(id, focus);
	}

	return vscode.Disposable.from(
		vscode.commands.registerCommand(commands.compact, compact),
		vscode.commands.registerCommand(commands.compactWithFocus, compactWithFocus),
		vscode.commands.registerCommand(
			commands.compactWithFocusOnSelection,
			compactWithFocusOnSelection,
		),
		vscode.commands.registerCommand(commands.cancelCompaction, () => {
			if (active.view !== undefined) {
				compactions.cancel(active.view.id);
			}
		}),
	);
}

async function askForFocus(last: string | undefined): Promise<string | undefined> {
	const focus = await vscode.window.showInputBox({
		title: vscode.l10n.t('Compact with Focus'),
		prompt: vscode.l10n.t('The summary gives most of its room to this topic.'),
		placeHolder: vscode.l10n.t('For example: the token refresh in src/auth'),
		...(last === undefined ? {} : { value: last }),
		validateInput(value) {
			if (value.trim() === '') {
				return vscode.l10n.t('Name a topic, a file or a symbol.');
			}
			return value.length > maxFocusLength
				? vscode.l10n.t('At most {0} characters.', maxFocusLength)
				: undefined;
		},
	});
	return focus?.trim();
}

async function focusOfEditor(editor: vscode.TextEditor | undefined): Promise<string | undefined> {
	if (editor === undefined) {
		return undefined;
	}
	const { document, selection } = editor;
	const { start, end } = selection;
	const focus = focusFromSelection(
		{
			text: document.getText(selection),
			startLine: start.line,
			// A selection of whole lines ends at the start of the next one.
			endLine: end.character === 0 ? Math.max(start.line, end.line - 1) : end.line,
			file: vscode.workspace.asRelativePath(document.uri),
		},
		await spansOf(document.uri),
	);
	return focus?.slice(0, maxFocusLength);
}
