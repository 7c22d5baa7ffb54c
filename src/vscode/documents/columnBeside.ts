import * as vscode from 'vscode';
import { sessionEditor } from '../contributions.ts';
import { documentScheme } from './documentPlaces.ts';

/** Beside what is being worked on, in one column for all that is read on the way. */
export function columnBeside(): vscode.ViewColumn {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	const open = all.find(({ activeTab }) => isReadOnTheWay(activeTab?.input));
	if (open !== undefined) {
		return open.viewColumn;
	}
	return activeTabGroup.tabs.length === 0 ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}

function isReadOnTheWay(input: unknown): boolean {
	return input instanceof vscode.TabInputText
		? input.uri.scheme === documentScheme
		: input instanceof vscode.TabInputCustom && input.viewType === sessionEditor;
}
