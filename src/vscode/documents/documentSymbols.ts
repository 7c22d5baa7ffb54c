import * as vscode from 'vscode';
import type { SymbolSpan } from './focusFromSelection.ts';

/** The symbols of a document; none where no language extension knows them. */
export async function spansOf(uri: vscode.Uri): Promise<readonly SymbolSpan[]> {
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
