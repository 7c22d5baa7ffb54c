import * as vscode from 'vscode';
import { restrictedSettings } from '../contributions.ts';
import { absenceNotice, features, isRestricted, missingApi, onTrusted } from '../hostApi.ts';

/** Logs once which features are off in this window, and why. */
export function logLimitations(log: vscode.LogOutputChannel): vscode.Disposable {
	for (const feature of features) {
		const missing = missingApi(feature);
		if (missing.length > 0) {
			log.warn(`${absenceNotice(feature)} (${missing.join(', ')})`);
		}
	}
	const elsewhere = virtualFolders();
	if (elsewhere.length > 0) {
		log.warn(
			vscode.l10n.t(
				'These folders are not on the machine where Precis runs: {0}. Precis cannot open transcripts in them, but it still finds sessions in the folders of assistants.',
				elsewhere.join(', '),
			),
		);
	}
	if (!isRestricted()) {
		return new vscode.Disposable(() => undefined);
	}
	log.warn(
		vscode.l10n.t(
			'This workspace is not trusted. Precis ignores the workspace values of these settings and uses your user values: {0}',
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
