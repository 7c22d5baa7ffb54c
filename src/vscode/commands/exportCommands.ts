import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import * as vscode from 'vscode';
import { exportFormats, type ExportFormat } from '../../conversations/exports/exportText.ts';
import { sessionPlace } from '../../conversations/exports/places.ts';
import { sessionFolder } from '../../transcripts/discovery/findSessions.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { commands } from '../contributions.ts';
import { diskFolders } from '../settings/workspace.ts';
import { fileNameOf } from './fileName.ts';
import { folderForDialog } from './folderForDialog.ts';
import type { Notifications } from '../notifications.ts';
import type { CommandServices } from './commandServices.ts';

/** Commands that write a context as a file of another tool. */
export function registerExportCommands(services: CommandServices): vscode.Disposable {
	const { onActive, conversations, notifications } = services;
	return onActive.register(commands.exportCompacted, async ({ id, title, standing, file }) => {
		const format = await pickFormat(standing);
		if (format === undefined) {
			return;
		}
		const session = { id: randomUUID(), cwd: await workingFolder(file), now: Date.now() };
		const place = sessionPlace(format, session, { home: homedir(), env: process.env });
		const proposed = place?.path ?? join(session.cwd, `${fileNameOf(title)}.${format}.json`);
		const takeBack = await folderForDialog(dirname(proposed));
		let path: string | undefined;
		try {
			path = await askForFile(format, proposed);
			if (path === undefined) {
				return;
			}
			await conversations.ask('exportContext', { id, format, path, session });
		} finally {
			await takeBack();
		}
		if (place === undefined) {
			notifications.inform(vscode.l10n.t('Exported with secrets redacted: {0}', path));
		} else if (path === place.path) {
			await tellHowToResume(place.command, session.cwd, notifications);
		} else {
			notifications.inform(
				vscode.l10n.t(
					'Exported with secrets redacted: {0}. To resume the session, move the file to {1}',
					path,
					place.path,
				),
			);
		}
	});
}

async function pickFormat({
	active,
}: ConversationView['standing']): Promise<ExportFormat | undefined> {
	const picked = await vscode.window.showQuickPick(
		exportFormats.map((format) => ({ format, ...textsOf(format) })),
		{
			title: vscode.l10n.t('Export Compacted Conversation'),
			placeHolder:
				active === undefined
					? vscode.l10n.t(
							'The conversation is not compacted yet, so all its messages are exported. Choose a format.',
						)
					: vscode.l10n.t(
							'Exports what is sent to a model now, with secrets redacted. Choose a format.',
						),
		},
	);
	return picked?.format;
}

function textsOf(format: ExportFormat): Pick<vscode.QuickPickItem, 'label' | 'detail'> {
	return {
		openai: {
			label: vscode.l10n.t('OpenAI Messages'),
			detail: vscode.l10n.t('Messages for Chat Completions, the format that most programs read'),
		},
		anthropic: {
			label: vscode.l10n.t('Anthropic Messages'),
			detail: vscode.l10n.t('System prompt and messages of a request'),
		},
		'claude-code': {
			label: vscode.l10n.t('Claude Code Session'),
			detail: vscode.l10n.t(
				'Continue with {0}, which uses its own system prompt',
				'claude --resume',
			),
		},
		codex: {
			label: vscode.l10n.t('Codex Session'),
			detail: vscode.l10n.t('Continue with {0}, which uses its own system prompt', 'codex resume'),
		},
	}[format];
}

/** Where assistants would go on with the work. @param file Of the saved session, if it is one. */
async function workingFolder(file: string | undefined): Promise<string> {
	const told = file === undefined ? undefined : await sessionFolder(file);
	return told ?? diskFolders()[0] ?? homedir();
}

/** @returns The path that the person has chosen. */
async function askForFile(format: ExportFormat, proposed: string): Promise<string | undefined> {
	const target = await vscode.window.showSaveDialog({
		title: vscode.l10n.t('Export Compacted Conversation'),
		saveLabel: vscode.l10n.t('Export'),
		defaultUri: vscode.Uri.file(proposed),
		filters: { [textsOf(format).label]: [extname(proposed).slice(1)] },
	});
	return target?.fsPath;
}

async function tellHowToResume(
	command: string,
	cwd: string,
	notifications: Notifications,
): Promise<void> {
	const copy = vscode.l10n.t('Copy Command');
	const run = vscode.l10n.t('Run in Terminal');
	const message = vscode.l10n.t(
		'Exported with secrets redacted. To continue, run in {0}: {1}',
		cwd,
		command,
	);
	const answer = await notifications.ask(message, run, copy);
	if (answer === copy) {
		await vscode.env.clipboard.writeText(command);
	} else if (answer === run) {
		const terminal = vscode.window.createTerminal({ cwd });
		terminal.show();
		terminal.sendText(command);
	}
}
