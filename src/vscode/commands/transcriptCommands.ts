import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { sampleWindow } from '../transcripts/sampleWindow.ts';
import type { CommandServices } from './commandServices.ts';

/** The conversation that ships with the extension, to try things out. */
function sampleTranscript(extensionUri: vscode.Uri): vscode.Uri {
	return vscode.Uri.joinPath(extensionUri, 'media', 'sample', 'sample-session.jsonl');
}

/** Commands that open a saved session. */
export function registerTranscriptCommands({
	opener,
	context,
}: CommandServices): vscode.Disposable {
	const open = (uri: unknown): Promise<void> =>
		uri instanceof vscode.Uri ? opener.open(uri) : opener.choose();
	return vscode.Disposable.from(
		vscode.commands.registerCommand(commands.openTranscript, (uri?: unknown) => open(uri)),
		// The explorer passes the file.
		vscode.commands.registerCommand(commands.openWithPrecis, (uri?: unknown) => open(uri)),
		vscode.commands.registerCommand(commands.openSample, () =>
			opener.open(sampleTranscript(context.extensionUri), sampleWindow),
		),
	);
}
