import * as vscode from 'vscode';
import { restrictedSettings } from '../contributions.ts';
import { absence, features, isRestricted, missingFor, onTrusted } from '../hostApi.ts';

/** Says once, in the log, what is off in this window and why. What is asked for there says so again. */
export function tellLimitations(log: vscode.LogOutputChannel): vscode.Disposable {
	for (const feature of features) {
		const missing = missingFor(feature);
		if (missing.length > 0) {
			log.warn(`${absence(feature)} (${missing.join(', ')})`);
		}
	}
	const elsewhere = virtualFolders();
	if (elsewhere.length > 0) {
		log.warn(
			vscode.l10n.t(
				'Folders of this window are not on the disk of the machine Precis runs on: {0}. Transcripts in them cannot be opened; sessions are still found in the folders of assistants.',
				elsewhere.join(', '),
			),
		);
	}
	if (!isRestricted()) {
		return new vscode.Disposable(() => undefined);
	}
	log.warn(
		vscode.l10n.t(
			'This workspace is not trusted: its own values of these settings do not count, yours do: {0}',
			restrictedSettings.join(', '),
		),
	);
	return onTrusted(() => log.info(vscode.l10n.t('This workspace is trusted now.')));
}

function virtualFolders(): readonly string[] {
	return (vscode.workspace.workspaceFolders ?? [])
		.filter(({ uri }) => uri.scheme !== 'file')
		.map(({ uri }) => uri.toString());
}
