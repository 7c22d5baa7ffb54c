import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ConversationRow } from '../../protocol/conversationView.ts';
import { commands, contextKeys, views } from '../contributions.ts';
import { detach } from '../log.ts';
import { conversationTexts } from '../panel/rowTexts.ts';
import { excerptLabel, plainLabel } from '../plainText.ts';
import { diskFolders, workspaceName } from '../settings/workspace.ts';
import { shortPath } from '../documents/filePaths.ts';
import { chooseTranscript, openTranscript } from '../transcripts/openTranscript.ts';
import {
	targetOf,
	pickAction,
	type CommandRegistry,
	type CommandServices,
} from './commandRegistry.ts';

/**
 * The window of the bundled sample, tokens. The 62,828 tokens that its assistant recorded nearly fill it, so that a
 * first compaction demonstrates the effect.
 */
export const sampleWindow = 68_300;

/** Maximum number of search results. */
const maxHits = 100;

/** *Open…* and the commands in its picker. */
export function registerOpenCommands(registry: CommandRegistry, services: CommandServices): void {
	const { active, context, worker, notifications, sessions } = services;

	/** Lets the walkthrough offer sessions of this machine first. */
	async function setHasSessions(): Promise<void> {
		const { hasSessions, storeEnvironment } = await import('../transcripts/machine.ts');
		const found = await hasSessions(storeEnvironment(context.globalStorageUri));
		await vscode.commands.executeCommand('setContext', contextKeys.hasSessions, found);
	}

	async function openSample(): Promise<void> {
		const { extensionUri } = context;
		const file = vscode.Uri.joinPath(extensionUri, 'media', 'sample', 'sample-session.jsonl');
		await openTranscript(services, file, sampleWindow);
	}

	async function importSessions(): Promise<void> {
		const picker = await import('../transcripts/sessionPicker.ts');
		await picker.importSessions(services, context.globalStorageUri);
	}

	/** @param named The clicked row; other callers pass nothing. */
	async function openConversation(named?: unknown): Promise<void> {
		const clicked = targetOf(named)?.conversation;
		const id = clicked ?? (await pickConversation());
		if (id !== undefined) {
			const view = await worker.call('view', { id });
			active.show(view);
			await sessions.accompany(view);
			// Keep the focus in the list if the row was chosen there.
			const preserveFocus = clicked !== undefined;
			await vscode.commands.executeCommand(`${views.summary}.focus`, { preserveFocus });
		}
	}

	async function pickConversation(): Promise<string | undefined> {
		const rows = await worker.call('list', null);
		if (rows.length === 0) {
			notifications.inform(
				vscode.l10n.t('No conversations are stored yet. Open a transcript and compact it.'),
			);
			return undefined;
		}
		const items = rows.map((row) => itemOf(row, row.id === active.view?.id));
		const picked = await vscode.window.showQuickPick(items, {
			placeHolder: vscode.l10n.t('Which conversation?'),
			matchOnDescription: true,
			matchOnDetail: true,
		});
		return picked?.id;
	}

	async function openShared(): Promise<void> {
		const { RepositoryHandoffs } = await import('./repositoryHandoffs.ts');
		await new RepositoryHandoffs(services).open();
	}

	detach(setHasSessions(), services.log);
	registry.add(commands.open, () =>
		pickAction(vscode.l10n.t('What do you want to open?'), [
			{
				label: vscode.l10n.t('$(search) Sessions on This Machine…'),
				detail: vscode.l10n.t('Claude Code, Codex, Copilot, Cline and others'),
				run: importSessions,
			},
			{
				label: vscode.l10n.t('$(folder-opened) File…'),
				detail: vscode.l10n.t('A saved session; the file is not changed'),
				run: () => chooseTranscript(services),
			},
			{
				label: vscode.l10n.t('$(history) Conversation…'),
				detail: vscode.l10n.t('A conversation that Precis keeps'),
				run: openConversation,
			},
			{
				label: vscode.l10n.t('$(repo) Handoff from the Repository…'),
				detail: vscode.l10n.t('A handoff that you or someone else pushed'),
				run: openShared,
			},
			{
				label: vscode.l10n.t('$(beaker) Sample'),
				detail: vscode.l10n.t('A made-up session to try Precis with'),
				run: openSample,
			},
		]),
	);
	// The explorer passes the file.
	registry.add(commands.openTranscript, (uri) =>
		uri instanceof vscode.Uri ? openTranscript(services, uri) : chooseTranscript(services),
	);
	registry.add(commands.openSample, openSample);
	registry.add(commands.importSessions, importSessions);
	registry.add(commands.openConversation, openConversation);
	registry.add(commands.searchArchive, async () => {
		const text = await vscode.window.showInputBox({
			title: vscode.l10n.t('Search Conversations'),
			prompt: vscode.l10n.t('Words, parts of identifiers, or a phrase in quotation marks.'),
		});
		if (text === undefined || text.trim() === '') {
			return;
		}
		const hits = await worker.call('search', { text, limit: maxHits });
		if (hits.length === 0) {
			notifications.inform(vscode.l10n.t('Nothing in the conversations matches "{0}".', text));
			return;
		}
		const items = hits.map((hit) => ({
			label: excerptLabel(hit.excerpt),
			detail: plainLabel(vscode.l10n.t('Message {0} of {1}', hit.number, hit.title)),
			hit,
		}));
		const placeHolder = vscode.l10n.t('Search results, best match first');
		const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
		if (picked !== undefined) {
			const { conversation: id, number } = picked.hit;
			await sessions.show({ id }, { number });
		}
	});
}

function itemOf(
	row: ConversationRow,
	isShown: boolean,
): vscode.QuickPickItem & { readonly id: string } {
	const isElsewhere = row.workspace !== workspaceName();
	const status = { now: Date.now(), isShown: false, isCompacting: false, isElsewhere };
	const { label, description } = conversationTexts(row, status);
	const state = [
		...(isShown ? [vscode.l10n.t('open now')] : []),
		...(row.kept ? [] : [vscode.l10n.t('in memory only')]),
	];
	return {
		label,
		description: [description, ...state].join(' · '),
		...(row.file === undefined ? {} : { detail: shortPath(row.file, diskFolders(), homedir()) }),
		id: row.id,
	};
}
