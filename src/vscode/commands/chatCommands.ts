import * as vscode from 'vscode';
import { oneLine } from '../../messages/marks.ts';
import { chatButtons, commands, configurationSection, views } from '../contributions.ts';
import { plainLabel } from '../plainText.ts';
import { reversalSentence } from '../conversations/refusals.ts';
import type { CommandServices } from './commandServices.ts';
import { copyHandoff } from './handoffCommands.ts';
import { absence, hostApi, offers } from '../hostApi.ts';

/** Characters of a tool's description that the list shows. */
const shownDescription = 160;

/** What the chat's buttons do, and which tools it may use. */
export function registerChatCommands(services: CommandServices): vscode.Disposable {
	const { onActive, active, compactions, configuration, conversations, notifications } = services;

	async function show(id: string): Promise<void> {
		active.show(await conversations.view(id));
		await vscode.commands.executeCommand(`${views.summary}.focus`);
	}

	/** @param run Gets a conversation's id and what else the button gives; others can call it, too. */
	function button(
		command: string,
		run: (id: string, argument: unknown) => Promise<void>,
	): vscode.Disposable {
		return onActive.registerAny(command, async (id, argument) => {
			if (typeof id === 'string') {
				await run(id, argument);
			}
		});
	}

	return vscode.Disposable.from(
		button(chatButtons.showConversation, show),
		button(chatButtons.compact, async (id, focus) => {
			await show(id);
			await compactions.start(id, typeof focus === 'string' ? focus : undefined);
		}),
		button(chatButtons.undo, async (id) => {
			const result = await conversations.ask('undoCompaction', { id });
			if (result.kind === 'refused') {
				notifications.inform(reversalSentence(result.reason));
			}
			await show(id);
		}),
		button(chatButtons.copyHandoff, (id) =>
			copyHandoff({ conversation: id }, conversations, notifications),
		),
		onActive.registerAny(commands.chooseChatTools, async () => {
			if (!offers('participant')) {
				notifications.inform(absence('participant'));
				return;
			}
			const picked = await pickTools(configuration.now.chatTools);
			if (picked !== undefined) {
				await vscode.workspace
					.getConfiguration(configurationSection)
					.update('chat.tools', picked, vscode.ConfigurationTarget.Global);
			}
		}),
	);
}

/** @returns Names of tools; undefined: nothing is to be changed. */
async function pickTools(allowed: readonly string[]): Promise<readonly string[] | undefined> {
	const there = hostApi.lm.tools.toSorted((a, b) => a.name.localeCompare(b.name));
	const gone = allowed.filter((name) => !there.some((tool) => tool.name === name));
	const items = [
		...there.map(({ name, description }) => ({
			label: name,
			detail: plainLabel(oneLine(description, shownDescription)),
			picked: allowed.includes(name),
		})),
		// They come back with the extension they belong to.
		...gone.map((name) => ({
			label: name,
			detail: vscode.l10n.t('not available now'),
			picked: true,
		})),
	];
	const picked = await vscode.window.showQuickPick(items, {
		canPickMany: true,
		placeHolder: vscode.l10n.t('Which tools may @precis use on its own?'),
		matchOnDetail: true,
	});
	return picked?.map(({ label }) => label);
}
