import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exportFormats, type ExportFormat } from '../../conversations/exports/exportText.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import { sessionPlace, type ResumableFile } from '../../conversations/exports/sessionPaths.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { sessionFolder } from '../../transcripts/discovery/findSessions.ts';
import { commands, treeCommands } from '../contributions.ts';
import { documentUri } from '../documents/precisDocuments.ts';
import { openChat } from '../participant/chatView.ts';
import { formatUsed, whole } from '../formats.ts';
import { diskFolders } from '../settings/workspace.ts';
import { isOnPath } from './programOnPath.ts';
import {
	pickAction,
	type CommandRegistry,
	type CommandServices,
	type CommandTarget,
} from './commandRegistry.ts';

/** How long the status bar confirms a copy, milliseconds. */
const copiedNoticeMs = 4_000;

/** *Hand Over…*, *Export…*, and commands that show or copy a handoff. */
export function registerHandOver(registry: CommandRegistry, services: CommandServices): void {
	const { worker, notifications } = services;

	/** Includes the later messages: the reader has nothing else of the conversation. */
	async function handoffOf({
		conversation: id,
		record,
	}: CommandTarget): Promise<string | undefined> {
		const text = await worker.call('handover', {
			id,
			...(record === undefined ? {} : { record }),
		});
		if (text === undefined) {
			notifications.inform(noHandoff());
		}
		return text;
	}

	async function copy(named: CommandTarget): Promise<boolean> {
		const text = await handoffOf(named);
		if (text === undefined) {
			return false;
		}
		await vscode.env.clipboard.writeText(text);
		const tokens = formatUsed({}, whole(estimatedTokens.count(text)));
		vscode.window.setStatusBarMessage(
			vscode.l10n.t('$(check) Handoff copied: {0} tokens', tokens),
			copiedNoticeMs,
		);
		return true;
	}

	async function continueInChat(named: CommandTarget, address: vscode.Uri): Promise<void> {
		const request = vscode.l10n.t('Continue the work that the attached handoff describes.');
		if (!(await openChat(request, 'new', [address])) && (await copy(named))) {
			notifications.inform(
				vscode.l10n.t(
					'This editor has no chat that Precis can write to. The handoff is copied: paste it where you continue.',
				),
			);
		}
	}

	/** Writes the compacted conversation to the assistant's session folder and runs the assistant. */
	async function continueInTerminal(
		{ id, file }: ConversationView,
		format: ExportFormat,
	): Promise<void> {
		const session = await newSession(file);
		const place = placeOf(format, session);
		if (place !== undefined) {
			await worker.call('exportContext', { id, format, path: place.path, session });
			const terminal = vscode.window.createTerminal({ cwd: session.cwd });
			terminal.show();
			terminal.sendText(place.command);
		}
	}

	async function share(title: string, named: CommandTarget): Promise<void> {
		const { RepositoryHandoffs } = await import('./repositoryHandoffs.ts');
		const text = await handoffOf(named);
		if (text !== undefined) {
			await new RepositoryHandoffs(services).share({ title, handoff: `${text}\n` });
		}
	}

	/**
	 * Assistants that resume a saved session, and whether each is installed; the conversation's own assistant comes first.
	 */
	async function terminalActions(view: ConversationView) {
		const now = Date.now();
		const actions = await Promise.all(
			exportFormats.map(async (format) => {
				const place = placeOf(format, { id: '…', cwd: homedir(), now });
				if (place === undefined) {
					return undefined;
				}
				const name = nameOf(format);
				const [program = ''] = place.command.split(' ', 1);
				const isInstalled = await isOnPath(program, process.env);
				return {
					label: `$(terminal) ${vscode.l10n.t('Continue in {0}', name)}`,
					detail: isInstalled
						? vscode.l10n.t('{0}, in a terminal; secrets are redacted', place.command)
						: vscode.l10n.t(
								'{0} was not found on the PATH. If a terminal does not find it either, install {1}.',
								program,
								name,
							),
					isInstalled,
					run: () => continueInTerminal(view, format),
				};
			}),
		);
		return actions
			.filter((action) => action !== undefined)
			.toSorted(
				(a, b) => Number(b.label.includes(view.source)) - Number(a.label.includes(view.source)),
			);
	}

	registry.about(commands.handOver, async (view, record = view.status.active) => {
		const entry = view.status.history.find(({ id }) => id === record);
		if (entry === undefined) {
			notifications.inform(noHandoff());
			return;
		}
		const named = { conversation: view.id, record: entry.id };
		const address = addressOf(named, entry.number);
		// Only the active context is exported.
		const terminal = entry.id === view.status.active ? await terminalActions(view) : [];
		await pickAction(vscode.l10n.t('Where do you want to continue?'), [
			...terminal.filter(({ isInstalled }) => isInstalled),
			{
				label: vscode.l10n.t('$(copy) Copy'),
				detail: vscode.l10n.t('To paste: the summary and the recent messages, long ones shortened'),
				run: () => copy(named),
			},
			{
				label: vscode.l10n.t('$(comment-discussion) New Chat'),
				detail: vscode.l10n.t('Opens a chat with the handoff attached; you send the message'),
				run: () => continueInChat(named, address),
			},
			{
				label: vscode.l10n.t('$(go-to-file) Document'),
				detail: vscode.l10n.t('Opens the handoff in an editor, to read or to save it'),
				run: () => open(address),
			},
			{
				label: vscode.l10n.t('$(repo-push) Through the Repository…'),
				detail: vscode.l10n.t('Pushes the handoff with git, for another machine or person'),
				run: () => share(view.title, named),
			},
			...terminal.filter(({ isInstalled }) => !isInstalled),
		]);
	});
	registry.about(treeCommands.showHandoff, async ({ id, status }, record = status.active) => {
		const entry = status.history.find((each) => each.id === record);
		if (entry !== undefined) {
			await open(addressOf({ conversation: id, record: entry.id }, entry.number));
		}
	});
	registry.about(commands.copyHandoff, async ({ id }, record) => {
		await copy({ conversation: id, ...(record === undefined ? {} : { record }) });
	});
	registry.about(commands.export, async ({ id, title, status, file }) => {
		const format = await pickFormat(status.active !== undefined);
		if (format === undefined) {
			return;
		}
		const session = await newSession(file);
		const ending = placeOf(format, session) === undefined ? 'json' : 'jsonl';
		const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
		const target = await vscode.window.showSaveDialog({
			title: vscode.l10n.t('Export Compacted Conversation'),
			saveLabel: vscode.l10n.t('Export'),
			defaultUri: vscode.Uri.file(join(session.cwd, `precis-${name}.${format}.${ending}`)),
			filters: { [textsOf(format).label]: [ending] },
		});
		if (target !== undefined) {
			await worker.call('exportContext', { id, format, path: target.fsPath, session });
			notifications.inform(vscode.l10n.t('Exported with secrets redacted: {0}', target.fsPath));
		}
	});
}

/** Address of the handoff with the later messages, for editors and chats. @param number The record's number in the history. */
function addressOf({ conversation, record }: Required<CommandTarget>, number: number): vscode.Uri {
	const name = vscode.l10n.t('Handoff {0}', number);
	return documentUri({ kind: 'handover', conversation, record }, name);
}

async function open(address: vscode.Uri): Promise<void> {
	const document = await vscode.workspace.openTextDocument(address);
	await vscode.window.showTextDocument(document, { preview: true });
}

/** @param file The saved session, if any: the new session continues in its folder. */
async function newSession(file: string | undefined) {
	const recorded = file === undefined ? undefined : await sessionFolder(file);
	return { id: randomUUID(), cwd: recorded ?? diskFolders()[0] ?? homedir(), now: Date.now() };
}

function placeOf(
	format: ExportFormat,
	session: Parameters<typeof sessionPlace>[1],
): ResumableFile | undefined {
	return sessionPlace(format, session, { home: homedir(), env: process.env });
}

async function pickFormat(isCompacted: boolean): Promise<ExportFormat | undefined> {
	const picked = await vscode.window.showQuickPick(
		exportFormats.map((format) => ({ format, ...textsOf(format) })),
		{
			title: vscode.l10n.t('Export Compacted Conversation'),
			placeHolder: isCompacted
				? vscode.l10n.t(
						'Exports what is sent to a model now, with secrets redacted. Choose a format.',
					)
				: vscode.l10n.t(
						'The conversation is not compacted yet, so all its messages are exported. Choose a format.',
					),
		},
	);
	return picked?.format;
}

function nameOf(format: ExportFormat): string {
	return { openai: 'OpenAI', 'claude-code': 'Claude Code', codex: 'Codex' }[format];
}

function textsOf(format: ExportFormat): { readonly label: string; readonly detail: string } {
	const name = nameOf(format);
	switch (format) {
		case 'openai':
			return {
				label: vscode.l10n.t('{0} Messages', name),
				detail: vscode.l10n.t('Messages for Chat Completions, the format that most programs read'),
			};
		case 'claude-code':
		case 'codex':
			return {
				label: vscode.l10n.t('{0} Session', name),
				detail: vscode.l10n.t(
					'A session file for {0}, in the folder where it looks for sessions',
					name,
				),
			};
	}
}

function noHandoff(): string {
	return vscode.l10n.t('There is no handoff yet. Compact the conversation first.');
}
