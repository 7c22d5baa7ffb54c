import * as vscode from 'vscode';
import { apiSource, chatSource, providerSource } from '../../conversations/sources.ts';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import { commands, treeCommands } from '../contributions.ts';
import { escaped } from '../plainText.ts';
import { shownMark } from './shownDecoration.ts';
import { RowLanguage } from './rowLanguage.ts';
import {
	conversationTexts,
	logTexts,
	recordTexts,
	sharedTexts,
	unlistedText,
	type RowStanding,
	type RowTexts,
} from './rowTexts.ts';
import {
	idOf,
	type ConversationElement,
	type ElsewhereElement,
	type MoreElement,
	type RecordElement,
	type RepositoryElement,
	type SharedElement,
} from './treeElement.ts';

/** Rows of the Conversations view as VS Code draws them. */

const language = new RowLanguage(vscode.l10n, vscode.env.language);

/** The row of a conversation. */
export function conversationItem(
	element: ConversationElement,
	standing: RowStanding,
): vscode.TreeItem {
	const { row } = element;
	const { isShown, isCompacting } = standing;
	const texts = conversationTexts(row, standing, language);
	const item = itemWith(
		texts,
		idOf(element),
		row.records === 0
			? vscode.TreeItemCollapsibleState.None
			: vscode.TreeItemCollapsibleState.Collapsed,
	);
	if (isShown) {
		item.resourceUri = shownMark(row.id);
	}
	item.iconPath = new vscode.ThemeIcon(isCompacting ? 'sync~spin' : iconOf(row));
	item.contextValue = [
		'conversation',
		...(row.hasHandoff ? ['handoff'] : []),
		isCompacting ? 'compacting' : 'idle',
	].join(' ');
	item.command = {
		command: commands.openConversation,
		title: vscode.l10n.t('Open'),
		arguments: [element],
	};
	return item;
}

/**
 * The row of a record, or of the log.
 * @param now Milliseconds since the epoch.
 */
export function recordItem(element: RecordElement, now: number): vscode.TreeItem {
	const { entry, isActive, logTokens } = element;
	const texts =
		entry === undefined
			? logTexts(logTokens, isActive, language)
			: recordTexts(entry, isActive, now, language);
	const item = itemWith(texts, idOf(element), vscode.TreeItemCollapsibleState.None);
	item.iconPath = new vscode.ThemeIcon(isActive ? 'check' : iconOfEntry(entry));
	item.contextValue = [
		'record',
		...(entry === undefined ? [] : ['handoff']),
		isActive ? 'active' : 'inactive',
	].join(' ');
	if (entry !== undefined) {
		item.command = {
			command: treeCommands.showRecord,
			title: vscode.l10n.t('Open Handoff as Document'),
			arguments: [element],
		};
	}
	return item;
}

/** The row that holds the conversations of other workspaces. */
export function elsewhereItem(element: ElsewhereElement): vscode.TreeItem {
	const item = groupItem(element, vscode.l10n.t('Other workspaces'));
	item.iconPath = new vscode.ThemeIcon('folder-library');
	return item;
}

/** The row that holds the handoffs of the workspace's repositories. */
export function repositoryItem(element: RepositoryElement): vscode.TreeItem {
	const item = groupItem(element, vscode.l10n.t('From the repository'));
	item.iconPath = new vscode.ThemeIcon('repo');
	if (element.unlisted > 0) {
		item.description = `${element.count} · ${unlistedText(element.unlisted, language)}`;
	}
	return item;
}

/**
 * The row of a handoff that somebody shared.
 * @param now Milliseconds since the epoch.
 */
export function sharedItem(element: SharedElement, now: number): vscode.TreeItem {
	const texts = sharedTexts(element.handoff, element.folder, now, language);
	const item = itemWith(texts, idOf(element), vscode.TreeItemCollapsibleState.None);
	item.iconPath = new vscode.ThemeIcon('git-commit');
	item.contextValue = element.kind;
	item.command = {
		command: treeCommands.openShared,
		title: vscode.l10n.t('Open'),
		arguments: [idOf(element)],
	};
	return item;
}

/** The row behind which there are more. */
export function moreItem(element: MoreElement): vscode.TreeItem {
	const item = new vscode.TreeItem(vscode.l10n.t('Show more…'));
	item.id = idOf(element);
	item.description = vscode.l10n.t('{0} not shown', element.hidden);
	item.contextValue = element.kind;
	item.command = {
		command: treeCommands.showMore,
		title: vscode.l10n.t('Show more…'),
		arguments: [element],
	};
	return item;
}

function groupItem(element: ElsewhereElement | RepositoryElement, label: string): vscode.TreeItem {
	const item = new vscode.TreeItem(
		label,
		element.isAlone
			? vscode.TreeItemCollapsibleState.Expanded
			: vscode.TreeItemCollapsibleState.Collapsed,
	);
	item.id = idOf(element);
	item.description = String(element.count);
	item.contextValue = element.kind;
	return item;
}

function itemWith(
	{ label, description, details, spoken }: RowTexts,
	id: string,
	state: vscode.TreeItemCollapsibleState,
): vscode.TreeItem {
	const item = new vscode.TreeItem(label, state);
	item.id = id;
	item.description = description;
	item.accessibilityInformation = { label: spoken };
	item.tooltip = new vscode.MarkdownString(details.map(escaped).join('  \n'));
	return item;
}

function iconOf({ source, viewed }: ConversationRow): string {
	if (viewed) {
		return 'eye';
	}
	switch (source) {
		case chatSource:
			return 'comment-discussion';
		case providerSource:
			return 'hubot';
		case apiSource:
			return 'extensions';
		default:
			return 'book';
	}
}

function iconOfEntry(entry: HistoryEntry | undefined): string {
	switch (entry?.kind) {
		case 'compaction':
			return 'fold';
		case 'prune':
			return 'filter';
		case 'pin':
			return 'pin';
		case 'edit':
			return 'edit';
		case 'remove':
			return 'remove';
		case undefined:
			return 'list-unordered';
	}
}
