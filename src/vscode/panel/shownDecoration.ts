import * as vscode from 'vscode';

/** Scheme of addresses that nobody opens: they carry the mark. */
const scheme = 'precis-shown';

/** The address that marks a row as the one that the Summary view is about. */
export function shownMark(conversation: string): vscode.Uri {
	return vscode.Uri.from({ scheme, path: `/${conversation}` });
}

/** Draws the mark, at the end of the row. */
export function registerShownDecoration(): vscode.Disposable {
	return vscode.window.registerFileDecorationProvider({
		provideFileDecoration: (uri) =>
			uri.scheme === scheme
				? new vscode.FileDecoration('●', vscode.l10n.t('Shown in Summary'))
				: undefined,
	});
}
