import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import type { TranscriptOpener } from '../transcripts/openTranscript.ts';
import { sampleWindow } from '../transcripts/sampleWindow.ts';
import type { SessionPicker } from '../transcripts/sessionPicker.ts';

/** The conversation that ships with the extension, to try things out. */
function sampleTranscript(extensionUri: vscode.Uri): vscode.Uri {
	return vscode.Uri.joinPath(extensionUri, 'media', 'sample', 'sample-session.jsonl');
}

/** Commands that open a saved session. @param picker Loads what only the list of sessions needs. */
export function registerTranscriptCommands(
	opener: TranscriptOpener,
	picker: () => Promise<Pick<SessionPicker, 'show'>>,
	extensionUri: vscode.Uri,
): vscode.Disposable {
	const open = (uri: unknown): Promise<void> =>
		uri instanceof vscode.Uri ? opener.open(uri) : opener.choose();
	return vscode.Disposable.from(
		vscode.commands.registerCommand(commands.openTranscript, (uri?: unknown) => open(uri)),
		// The explorer passes the file.
		vscode.commands.registerCommand(commands.openWithPrecis, (uri?: unknown) => open(uri)),
		vscode.commands.registerCommand(commands.openSample, () =>
			opener.open(sampleTranscript(extensionUri), sampleWindow),
		),
		vscode.commands.registerCommand(commands.importSessions, async () => (await picker()).show()),
	);
}
