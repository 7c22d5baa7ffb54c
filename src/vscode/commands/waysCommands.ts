import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import type { Named } from '../panel/treeElement.ts';
import type { CommandServices } from './commandServices.ts';
import { noHandoff } from './handoffCommands.ts';

/** One of several ways to do something: the command behind it. */
interface Way extends vscode.QuickPickItem {
	readonly command: string;
}

/** Commands that ask which way is meant, to open and to hand over; there is one way to export. */
export function registerWays({ onActive, notifications }: CommandServices): vscode.Disposable {
	return vscode.Disposable.from(
		onActive.registerAny(commands.open, (named) =>
			follow(vscode.l10n.t('What do you want to open?'), waysToOpen(), named),
		),
		onActive.register(commands.handOver, async ({ id, standing }, record) => {
			if (standing.active === undefined && record === undefined) {
				notifications.inform(noHandoff());
				return;
			}
			await follow(
				vscode.l10n.t('Where do you want to continue?'),
				waysToHandOver(),
				named(id, record),
			);
		}),
		onActive.register(commands.export, async ({ id }, record) => {
			await vscode.commands.executeCommand(commands.exportCompacted, named(id, record));
		}),
	);
}

function named(conversation: string, record: number | undefined): Named {
	return { conversation, ...(record === undefined ? {} : { record }) };
}

/** @param named What the command was run on, for the command behind the way. */
async function follow(placeHolder: string, ways: readonly Way[], named: unknown): Promise<void> {
	const way = await vscode.window.showQuickPick(ways, { placeHolder, matchOnDetail: true });
	if (way !== undefined) {
		await vscode.commands.executeCommand(way.command, named);
	}
}

function waysToOpen(): readonly Way[] {
	return [
		{
			label: vscode.l10n.t('$(search) Sessions on This Machine…'),
			detail: vscode.l10n.t('Claude Code, Codex, Copilot, Cline and others'),
			command: commands.importSessions,
		},
		{
			label: vscode.l10n.t('$(folder-opened) File…'),
			detail: vscode.l10n.t('A saved session; the file is not changed'),
			command: commands.openTranscript,
		},
		{
			label: vscode.l10n.t('$(history) Conversation…'),
			detail: vscode.l10n.t('A conversation that Precis keeps'),
			command: commands.openConversation,
		},
		{
			label: vscode.l10n.t('$(repo) Handoff from the Repository…'),
			detail: vscode.l10n.t('One that you or somebody else pushed'),
			command: commands.openSharedHandoff,
		},
		{
			label: vscode.l10n.t('$(beaker) Sample'),
			detail: vscode.l10n.t('A made-up session to try Precis with'),
			command: commands.openSample,
		},
	];
}

function waysToHandOver(): readonly Way[] {
	return [
		{
			label: vscode.l10n.t('$(terminal) Continue in a Terminal…'),
			detail: vscode.l10n.t('Continue the compacted conversation in Claude Code or Codex'),
			command: commands.exportCompacted,
		},
		{
			label: vscode.l10n.t('$(copy) Copy'),
			detail: vscode.l10n.t('To paste the handoff wherever you continue'),
			command: commands.copyHandoff,
		},
		{
			label: vscode.l10n.t('$(comment-discussion) New Chat'),
			detail: vscode.l10n.t('Opens a chat with the handoff attached; you send the message'),
			command: commands.continueInChat,
		},
		{
			label: vscode.l10n.t('$(go-to-file) Document'),
			detail: vscode.l10n.t('Opens the handoff in an editor'),
			command: commands.showHandoff,
		},
		{
			label: vscode.l10n.t('$(new-file) File…'),
			detail: vscode.l10n.t('Writes the handoff as Markdown'),
			command: commands.writeHandoff,
		},
		{
			label: vscode.l10n.t('$(repo-push) Through the Repository…'),
			detail: vscode.l10n.t('Pushes the handoff with git, for another machine or person'),
			command: commands.shareHandoff,
		},
	];
}
