import { homedir } from 'node:os';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { diskFolders } from '../settings/workspace.ts';
import { candidatePaths, parseFileReference } from './filePaths.ts';
import type { Notifications } from '../notifications.ts';

/**
 * Opens a file of the workspace or of the transcript's folder, or reports that there is none.
 * @param text A path, optionally with `:line`.
 * @param transcript The file in which the path was found; undefined: none.
 */
export async function openNamedFile(
	text: string,
	transcript: string | undefined,
	notifications: Notifications,
): Promise<void> {
	const { path, line } = parseFileReference(text);
	const folder = transcript === undefined ? [] : [dirname(transcript)];
	for (const candidate of candidatePaths(path, [...diskFolders(), ...folder], homedir())) {
		const uri = vscode.Uri.file(candidate);
		if (await isFile(uri)) {
			await openFileAt(uri, line);
			return;
		}
	}
	notifications.inform(
		vscode.l10n.t('{0} is neither in this workspace nor next to the transcript.', path),
	);
}

/** Opens a file at a line, from 1. */
export async function openFileAt(uri: vscode.Uri, line = 1): Promise<void> {
	const start = new vscode.Position(Math.max(0, line - 1), 0);
	// Unlike showTextDocument, this also opens binary and very large files.
	await vscode.commands.executeCommand('vscode.open', uri, {
		selection: new vscode.Range(start, start),
	});
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
	try {
		const { type } = await vscode.workspace.fs.stat(uri);
		return (type & vscode.FileType.File) !== 0;
	} catch {
		return false;
	}
}
