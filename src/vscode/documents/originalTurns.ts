import * as vscode from 'vscode';
import { documentScheme, documentUri } from './documentPlaces.ts';

/** Shows the turn a message belongs to, at the message. @param options Of the editor. */
export async function showTurn(
	conversation: string,
	number: number,
	options: Pick<vscode.TextDocumentShowOptions, 'viewColumn' | 'preserveFocus'> = {},
): Promise<void> {
	const name = vscode.l10n.t('Message {0}', number);
	const uri = documentUri({ kind: 'turn', conversation, number }, name);
	const document = await vscode.workspace.openTextDocument(uri);
	const heading = `### ${number} · `;
	const at = Math.max(
		0,
		document
			.getText()
			.split('\n')
			.findIndex((line) => line.startsWith(heading)),
	);
	await vscode.window.showTextDocument(document, {
		...options,
		preview: true,
		selection: new vscode.Range(at, 0, at, 0),
	});
}

/** Beside what is being worked on, in one column for all that is read on the way. */
export function columnBeside(): vscode.ViewColumn {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	const open = all.find(
		({ activeTab }) =>
			activeTab?.input instanceof vscode.TabInputText &&
			activeTab.input.uri.scheme === documentScheme,
	);
	if (open !== undefined) {
		return open.viewColumn;
	}
	return activeTabGroup.tabs.length === 0 ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}
