import * as vscode from 'vscode';
import type { ConversationView, HistoryEntry } from '../../protocol/conversationView.ts';
import { documentUri } from './documentPlaces.ts';

/** Shows in VS Code's diff editor what two summaries of a conversation differ in. @param before Undefined: the log as it is. */
export async function compareRecords(
	{ id, title }: Pick<ConversationView, 'id' | 'title'>,
	before: HistoryEntry | undefined,
	after: HistoryEntry,
): Promise<void> {
	const uriOf = (entry: HistoryEntry | undefined): vscode.Uri =>
		documentUri(
			{ kind: 'handoff', conversation: id, record: entry?.id ?? 0 },
			entry === undefined ? title : `${title} #${entry.number}`,
		);
	const name =
		before === undefined || before.number === after.number - 1
			? vscode.l10n.t('{0}: summary #{1} and the one before', title, after.number)
			: vscode.l10n.t('{0}: summaries #{1} and #{2}', title, before.number, after.number);
	await vscode.commands.executeCommand('vscode.diff', uriOf(before), uriOf(after), name);
}
