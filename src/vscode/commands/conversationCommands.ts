import * as vscode from 'vscode';
import type { ConversationView, HistoryEntry } from '../../protocol/conversationView.ts';
import { chatButtons, commands, views } from '../contributions.ts';
import { reportReversal } from '../conversations/refusals.ts';
import { compareWithPrevious } from '../documents/precisDocuments.ts';
import { confirm } from '../notifications.ts';
import { recordTexts } from '../panel/rowTexts.ts';
import type { CommandRegistry, CommandServices } from './commandRegistry.ts';
import { focusFromSelection, type DocumentSymbolSpan } from './focusFromSelection.ts';

/** Longest title, characters. */
const longestTitle = 300;

/** How long the status bar shows what was toggled, milliseconds. */
const shownForMs = 6_000;

/** Commands that change one conversation or navigate its history. */
export function registerConversationCommands(
	registry: CommandRegistry,
	services: CommandServices,
): void {
	const { active, compactions, worker, exclusions, notifications, previews, sessions } = services;

	async function show(id: string): Promise<void> {
		active.show(await worker.call('view', { id }));
		await vscode.commands.executeCommand(`${views.summary}.focus`);
	}

	/** A command about the versions of a conversation, if it has any. */
	function aboutHistory(
		command: string,
		run: (view: ConversationView, record?: number) => Promise<void>,
	): void {
		registry.about(command, async (view, record) => {
			if (view.status.history.length === 0) {
				notifications.inform(vscode.l10n.t('Nothing has been compacted in this context yet.'));
			} else {
				await run(view, record);
			}
		});
	}

	/** A button of the chat passes the conversation's id; other callers can run its command, too. */
	function button(command: string, run: (id: string) => Promise<void>): void {
		registry.add(command, async (id) => {
			if (typeof id === 'string') {
				await show(id);
				await run(id);
			}
		});
	}

	registry.about(commands.compact, async ({ id }) => {
		await compactions.start(id);
	});
	registry.about(commands.compactWithFocusOnSelection, async ({ id }) => {
		const focus = await focusOfEditor(vscode.window.activeTextEditor);
		if (focus === undefined) {
			notifications.inform(vscode.l10n.t('Select the text or symbol to focus on.'));
		} else {
			await compactions.start(id, focus);
		}
	});
	registry.about(commands.cancelCompaction, async ({ id }) => compactions.cancel(id));
	registry.about(commands.previewCompaction, async ({ id }) => {
		await vscode.commands.executeCommand(`${views.summary}.focus`);
		await previews.show(id);
	});
	// Undoes the newest step: a change of an item or a compaction.
	registry.about(commands.undoStep, ({ id }) =>
		reportReversal(services, worker.call('undo', { id })),
	);
	registry.about(commands.redoCompaction, ({ id }) =>
		reportReversal(services, worker.call('redo', { id })),
	);
	aboutHistory(commands.restoreCompaction, async (view, named) => {
		const chosen = named ?? (await pickRecord(view));
		if (chosen !== undefined) {
			const record = chosen === 0 ? {} : { record: chosen };
			await reportReversal(services, worker.call('restore', { id: view.id, ...record }));
		}
	});
	aboutHistory(commands.rebuildSummary, async ({ id }) => {
		await compactions.rebuild(id);
	});
	aboutHistory(commands.compareSummaries, async ({ id, status }, named) => {
		const { history, active: now } = status;
		const summary = summaryIn(history, named ?? now);
		if (summary !== undefined) {
			const earlier = earlierSummaries(history, summary);
			await compareWithPrevious(services.notifications, id, earlier, summary);
		}
	});
	registry.about(commands.showSession, (view) => sessions.show(view));
	registry.about(commands.renameConversation, async ({ id, title }) => {
		const name = await vscode.window.showInputBox({
			title: vscode.l10n.t('Rename Conversation'),
			value: title,
			validateInput: (value) =>
				value.trim() === '' || value.length > longestTitle
					? vscode.l10n.t('Enter a name of at most {0} characters.', longestTitle)
					: undefined,
		});
		if (name !== undefined) {
			await worker.call('rename', { id, title: name.trim() });
		}
	});
	registry.about(commands.deleteConversation, async ({ id, title }) => {
		const isConfirmed = await confirm(
			vscode.l10n.t('Delete "{0}"?', title),
			vscode.l10n.t(
				'Its messages and compactions are deleted permanently. If it was opened from a file, the file is kept.',
			),
			vscode.l10n.t('Delete'),
		);
		if (isConfirmed) {
			await worker.call('delete', { id });
		}
	});
	registry.about(commands.toggleStored, async ({ id, title, status }) => {
		if (!status.kept) {
			// Before the exclusion ends: that alone also stores it, and a failure would be reported twice.
			await worker.call('keep', { id, keep: true });
			await exclusions.remove(id);
			return;
		}
		const isConfirmed = await confirm(
			vscode.l10n.t('Keep "{0}" in memory only?', title),
			vscode.l10n.t(
				'Precis deletes the stored copy, and the conversation is lost when the window closes. If it was opened from a file, the file is kept.',
			),
			vscode.l10n.t('Keep in Memory Only'),
		);
		if (isConfirmed) {
			await exclusions.add(id);
			await worker.call('keep', { id, keep: false });
		}
	});
	registry.about(commands.togglePause, async ({ id, status }) => {
		const { viewed, automatic } = status;
		const paused = !status.paused;
		if (!viewed) {
			await worker.call('pause', { id, paused });
		}
		vscode.window.setStatusBarMessage(automaticText(viewed, paused, automatic), shownForMs);
	});
	button(chatButtons.showConversation, async () => undefined);
	button(chatButtons.compact, async (id) => {
		await compactions.start(id);
	});
	button(chatButtons.undo, (id) => reportReversal(services, worker.call('undoCompaction', { id })));
}

/** State of automatic compaction after it was toggled for a conversation. */
function automaticText(viewed: boolean, paused: boolean, automatic: boolean): string {
	if (viewed) {
		return vscode.l10n.t('Precis never compacts an opened transcript automatically.');
	}
	if (paused) {
		return vscode.l10n.t('Automatic compaction is paused for this conversation.');
	}
	return automatic
		? vscode.l10n.t('Automatic compaction is on again for this conversation.')
		: vscode.l10n.t(
				'Automatic compaction is no longer paused for this conversation, but it is off for all conversations.',
			);
}

async function focusOfEditor(editor: vscode.TextEditor | undefined): Promise<string | undefined> {
	if (editor === undefined) {
		return undefined;
	}
	const { document, selection } = editor;
	const { start, end } = selection;
	// A selection of whole lines ends at the start of the next one.
	const last = end.character === 0 ? Math.max(start.line, end.line - 1) : end.line;
	const symbols = await vscode.commands.executeCommand<readonly DocumentSymbolSpan[] | undefined>(
		'vscode.executeDocumentSymbolProvider',
		document.uri,
	);
	return focusFromSelection(
		document.getText(selection),
		{ start, end: { line: last } },
		vscode.workspace.asRelativePath(document.uri),
		symbols ?? [],
	);
}

/** The summaries before this one, the nearest first. */
function earlierSummaries(
	history: readonly HistoryEntry[],
	summary: HistoryEntry,
): readonly HistoryEntry[] {
	// A summary that was made from the log has no parent.
	const before =
		summaryIn(history, summary.replaced ?? summary.parent) ??
		history.slice(0, history.indexOf(summary)).findLast(({ kind }) => kind !== 'prune');
	return before === undefined ? [] : [before, ...earlierSummaries(history, before)];
}

/** The entry with the record's summary: a pruning has that of its parent. */
function summaryIn(
	history: readonly HistoryEntry[],
	id: number | undefined,
): HistoryEntry | undefined {
	const entry = history.find((each) => each.id === id);
	return entry?.kind === 'prune' ? summaryIn(history, entry.parent) : entry;
}

/** @returns The id of a record; 0: the uncompacted log. */
async function pickRecord({
	status: { history, active },
	logTokens,
}: ConversationView): Promise<number | undefined> {
	const items = [...history.toReversed(), undefined].map((entry) => {
		const isActive = entry?.id === active;
		const { label, description } = recordTexts(entry, isActive, logTokens, Date.now());
		return {
			label,
			description: isActive ? `$(check) ${vscode.l10n.t('now')}` : '',
			detail: description,
			record: entry?.id ?? 0,
		};
	});
	const picked = await vscode.window.showQuickPick(items, {
		placeHolder: vscode.l10n.t('Which version should be active? Nothing is deleted.'),
		matchOnDetail: true,
	});
	return picked?.record;
}
