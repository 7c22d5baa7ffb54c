import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { focusFromSelection, type SymbolSpan } from '../documents/focusFromSelection.ts';
import type { CommandServices } from './commandServices.ts';

/** Commands that compact the active conversation. */
export function registerCompactionCommands(services: CommandServices): vscode.Disposable {
	const { onActive, compactions, notifications } = services;
	return vscode.Disposable.from(
		onActive.register(commands.compact, async ({ id }) => {
			await compactions.start(id);
		}),
		onActive.register(commands.compactWithFocusOnSelection, async ({ id }) => {
			const focus = await focusOfEditor(vscode.window.activeTextEditor);
			if (focus === undefined) {
				notifications.inform(vscode.l10n.t('Select the text or symbol to focus on.'));
				return;
			}
			await compactions.start(id, focus);
		}),
		onActive.register(commands.cancelCompaction, async ({ id }) => compactions.cancel(id)),
	);
}

async function focusOfEditor(editor: vscode.TextEditor | undefined): Promise<string | undefined> {
	if (editor === undefined) {
		return undefined;
	}
	const { document, selection } = editor;
	const { start, end } = selection;
	return focusFromSelection(
		{
			text: document.getText(selection),
			startLine: start.line,
			// A selection of whole lines ends at the start of the next one.
			endLine: end.character === 0 ? Math.max(start.line, end.line - 1) : end.line,
			file: vscode.workspace.asRelativePath(document.uri),
		},
		await spansOf(document.uri),
	);
}

/** The symbols of a document; none where no language extension knows them. */
async function spansOf(uri: vscode.Uri): Promise<readonly SymbolSpan[]> {
	const symbols = await vscode.commands.executeCommand<
		readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
	>('vscode.executeDocumentSymbolProvider', uri);
	return (symbols ?? []).map(span);
}

function span(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): SymbolSpan {
	const range = 'range' in symbol ? symbol.range : symbol.location.range;
	const children = 'children' in symbol ? symbol.children.map(span) : [];
	return { name: symbol.name, startLine: range.start.line, endLine: range.end.line, children };
}
