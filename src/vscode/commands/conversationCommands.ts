import * as vscode from 'vscode';
import type { ConversationRow } from '../../protocol/conversationView.ts';
import { commands, views } from '../contributions.ts';
import { askModally } from '../notifications.ts';
import { RowLanguage } from '../panel/rowLanguage.ts';
import { namedBy } from '../panel/treeElement.ts';
import { plainLabel } from '../plainText.ts';
import type { CommandServices } from './commandServices.ts';

/** Hits that a search of the archive shows. */
const shownHits = 100;

/** Longest title a person can give, characters. */
const longestTitle = 300;

/** Commands about conversations as such: which there are, what was said in them. */
export function registerConversationCommands(services: CommandServices): vscode.Disposable {
	const { onActive, active, conversations, sessions, notifications } = services;

	/** @param preserveFocus Shows it without taking the keyboard from where it was chosen. */
	async function show(id: string, preserveFocus = false): Promise<void> {
		active.show(await conversations.view(id));
		await vscode.commands.executeCommand(`${views.summary}.focus`, { preserveFocus });
	}

	async function remove({ id, title }: Pick<ConversationRow, 'id' | 'title'>): Promise<void> {
		const confirm = vscode.l10n.t('Delete');
		const answer = await askModally(
			vscode.l10n.t('Delete "{0}"?', title),
			vscode.l10n.t(
				'Its messages and compactions are deleted permanently. If it was opened from a file, the file is kept.',
			),
			confirm,
		);
		if (answer === confirm) {
			await conversations.ask('delete', { id });
		}
	}

	return vscode.Disposable.from(
		onActive.registerAny(commands.openConversation, async (argument) => {
			const named = namedBy(argument);
			if (named !== undefined) {
				await show(named.conversation, true);
				return;
			}
			const rows = await conversations.askAll('list', null);
			if (rows.length === 0) {
				notifications.inform(
					vscode.l10n.t('No conversations are stored yet. Open a transcript and compact it.'),
				);
				return;
			}
			const open = active.view?.id;
			const items = rows.map((row) => itemOf(row, row.id === open));
			const picked = await vscode.window.showQuickPick(items, {
				placeHolder: vscode.l10n.t('Which conversation?'),
				matchOnDescription: true,
				matchOnDetail: true,
			});
			if (picked !== undefined) {
				await show(picked.row.id);
			}
		}),
		onActive.register(commands.renameConversation, async ({ id, title }) => {
			const name = await vscode.window.showInputBox({
				title: vscode.l10n.t('Rename Conversation'),
				value: title,
				validateInput: (value) =>
					value.trim() === '' || value.length > longestTitle
						? vscode.l10n.t('Enter a name of at most {0} characters.', longestTitle)
						: undefined,
			});
			if (name !== undefined) {
				await conversations.ask('rename', { id, title: name.trim() });
				await active.refresh(id);
			}
		}),
		onActive.register(commands.deleteConversation, remove),
		onActive.registerAny(commands.searchArchive, () => searchArchive(services)),
		onActive.register(commands.showSession, (view) => sessions.show(view)),
	);
}

async function searchArchive({
	conversations,
	sessions,
	notifications,
}: CommandServices): Promise<void> {
	const text = await vscode.window.showInputBox({
		title: vscode.l10n.t('Search Archive'),
		prompt: vscode.l10n.t('Words, parts of identifiers, or a phrase in quotation marks.'),
	});
	if (text === undefined || text.trim() === '') {
		return;
	}
	const hits = await conversations.askAll('search', { text, limit: shownHits });
	if (hits.length === 0) {
		notifications.inform(vscode.l10n.t('Nothing in the archive matches "{0}".', text));
		return;
	}
	const picked = await vscode.window.showQuickPick(
		hits.map((hit) => ({
			label: plainLabel(hit.excerpt.replaceAll(/[⟦⟧]/g, '')),
			detail: plainLabel(vscode.l10n.t('Message {0} of {1}', hit.number, hit.title)),
			hit,
		})),
		{ placeHolder: vscode.l10n.t('Search results, best match first'), matchOnDetail: true },
	);
	if (picked !== undefined) {
		const { conversation, number } = picked.hit;
		await sessions.show({ id: conversation }, { number });
	}
}

function itemOf(
	row: ConversationRow,
	isOpen: boolean,
): vscode.QuickPickItem & { readonly row: ConversationRow } {
	const language = new RowLanguage(vscode.l10n, vscode.env.language);
	const facts = [
		row.source,
		vscode.l10n.t('{0} tokens in all', language.whole(row.tokens)),
		language.time(row.updatedAt),
		...(isOpen ? [vscode.l10n.t('open now')] : []),
		...(row.kept ? [] : [vscode.l10n.t('in memory only')]),
	];
	return {
		label: plainLabel(row.title) || vscode.l10n.t('Untitled'),
		description: plainLabel(facts.join(' · ')),
		...(row.file === undefined ? {} : { detail: row.file }),
		row,
	};
}
