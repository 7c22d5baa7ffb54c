import * as vscode from 'vscode';
import type { HistoryEntry } from '../../protocol/conversationView.ts';
import { documentUri } from './documentPlaces.ts';

/** Shows in VS Code's diff editor what two summaries of a conversation differ in. @param before Undefined: the log as it is. */
export async function compareRecords(
	conversation: string,
	before: HistoryEntry | undefined,
	after: HistoryEntry,
): Promise<void> {
	const uriOf = (entry: HistoryEntry | undefined): vscode.Uri =>
		documentUri(
			{ kind: 'handoff', conversation, record: entry?.id ?? 0 },
			entry === undefined
				? vscode.l10n.t('No Summary')
				: vscode.l10n.t('Summary {0}', entry.number),
		);
	const name =
		before === undefined || before.number === after.number - 1
			? vscode.l10n.t('Version {0} and Previous Summary', after.number)
			: vscode.l10n.t('Version {0} ↔ Version {1}', before.number, after.number);
	await vscode.commands.executeCommand('vscode.diff', uriOf(before), uriOf(after), name);
}
