import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { openChat } from '../participant/chatView.ts';
import { commands } from '../contributions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { namedBy, type Named } from '../panel/treeElement.ts';
import type { Notifications } from '../notifications.ts';
import { documentUri } from '../documents/documentPlaces.ts';
import type { CommandServices } from './commandServices.ts';

/** How long the status bar says that something was copied, milliseconds. */
const copiedNoticeMs = 4_000;

/** Commands that show a handoff or give it away. */
export function registerHandoffCommands(services: CommandServices): vscode.Disposable {
	const { onActive, active, conversations, notifications } = services;
	return vscode.Disposable.from(
		vscode.commands.registerCommand(commands.copyHandoff, (argument?: unknown) =>
			copyHandoff(namedBy(argument) ?? shown(active), conversations, notifications),
		),
		giving(commands.showHandoff, async (handoff) => {
			const document = await vscode.workspace.openTextDocument(addressOf(handoff));
			await vscode.window.showTextDocument(document, { preview: true });
		}),
		giving(commands.writeHandoff, (handoff) => givingText(handoff, writeHandoff)),
		giving(commands.continueInChat, async (handoff) => {
			const request = vscode.l10n.t('Continue the work that the attached handoff describes.');
			if (!(await openChat(request, 'new', [addressOf(handoff)]))) {
				await givingText(handoff, async (text) => {
					await vscode.env.clipboard.writeText(text);
					notifications.inform(
						vscode.l10n.t(
							'This editor has no chat that Precis can write to. The handoff is copied: paste it where you continue.',
						),
					);
				});
			}
		}),
	);

	/** A command that gives a handoff away, where there is one. */
	function giving(
		command: string,
		give: (handoff: NumberedHandoff) => Promise<void>,
	): vscode.Disposable {
		return onActive.register(command, async ({ id, standing }, named) => {
			const record = standing.history.find((entry) => entry.id === (named ?? standing.active));
			if (record === undefined) {
				notifications.inform(noHandoff());
			} else {
				await give({ conversation: id, record: record.id, number: record.number });
			}
		});
	}

	/** The record can have been deleted since the command began. */
	async function givingText(
		handoff: NumberedHandoff,
		give: (text: string) => Promise<void>,
	): Promise<void> {
		const text = await handoffOf(handoff, conversations);
		if (text === undefined) {
			notifications.inform(noHandoff());
		} else {
			await give(text);
		}
	}
}

/** A record's handoff, with the number that people know the record by. */
interface NumberedHandoff {
	readonly conversation: string;
	readonly record: number;
	readonly number: number;
}

/** Where an editor or a chat finds the handoff, with what was said since. */
function addressOf({ conversation, record, number }: NumberedHandoff): vscode.Uri {
	return documentUri(
		{ kind: 'handover', conversation, record },
		vscode.l10n.t('Handoff {0}', number),
	);
}

/** The dialog asks before a file that is there is replaced. */
async function writeHandoff(handoff: string): Promise<void> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
	const target = await vscode.window.showSaveDialog({
		title: vscode.l10n.t('Write Handoff File'),
		saveLabel: vscode.l10n.t('Write'),
		defaultUri: vscode.Uri.joinPath(folder, 'HANDOFF.md'),
		filters: { Markdown: ['md'] },
	});
	if (target !== undefined) {
		await writeFor(target, `${handoff}\n`);
		await vscode.window.showTextDocument(target, { preview: true });
	}
}

/** On this machine for the person alone, as every export. */
async function writeFor(target: vscode.Uri, text: string): Promise<void> {
	await (target.scheme === 'file'
		? writeFile(target.fsPath, text, { mode: 0o600 })
		: vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text)));
}

/** Copies a conversation's handoff. Never rejects. @param named Undefined: there is no conversation. */
export async function copyHandoff(
	named: Named | undefined,
	conversations: Conversations,
	notifications: Notifications,
): Promise<void> {
	try {
		const handoff = named === undefined ? undefined : await handoffOf(named, conversations);
		if (handoff === undefined) {
			notifications.inform(noHandoff());
			return;
		}
		await vscode.env.clipboard.writeText(handoff);
		vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Handoff copied'), copiedNoticeMs);
	} catch (error) {
		notifications.failed(error, (cause) =>
			vscode.l10n.t('The handoff could not be copied: {0}', cause),
		);
	}
}

/** With what was said since: it goes where nothing else of the conversation is. Undefined before the first compaction. */
async function handoffOf(
	{ conversation: id, record }: Named,
	conversations: Conversations,
): Promise<string | undefined> {
	return conversations.ask('handover', { id, ...(record === undefined ? {} : { record }) });
}

function shown({ view }: ActiveConversation): Named | undefined {
	return view === undefined ? undefined : { conversation: view.id };
}

/** Why a command about a handoff can do nothing. */
export function noHandoff(): string {
	return vscode.l10n.t('There is no handoff yet. Compact the conversation first.');
}
