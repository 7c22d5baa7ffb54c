import * as vscode from 'vscode';
import { commands, configurationSection } from '../contributions.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { RowLanguage } from '../panel/rowLanguage.ts';
import { detach } from '../detach.ts';
import type { TranscriptOpener } from './openTranscript.ts';
import { throttled } from '../conversations/throttled.ts';
import { storeEnvironment } from './machine.ts';
import { MachineSessions, type MachineSession } from './machineSessions.ts';
import { searchMachine } from './search.ts';
import { groupName, sessionTexts } from './sessionTexts.ts';

/** How often the list is drawn anew while it grows, milliseconds: it may have thousands of rows. */
const redrawMs = 250;

export interface SessionPickerServices {
	/** Ours: it tells where editors keep theirs. */
	readonly globalStorage: vscode.Uri;
	readonly configuration: Configuration;
	readonly conversations: Conversations;
	readonly opener: TranscriptOpener;
	readonly log: vscode.LogOutputChannel;
}

type Choice =
	| { readonly kind: 'session'; readonly session: MachineSession }
	| { readonly kind: 'show-log' }
	| { readonly kind: 'choose-folders' };

interface Row extends vscode.QuickPickItem {
	/** Absent: a heading. */
	readonly choice?: Choice;
}

/** Lists the sessions that other assistants keep on this machine, and opens the one that is chosen. */
export async function importSessions(services: SessionPickerServices): Promise<void> {
	const choice = await pickWhileSearching(services);
	switch (choice?.kind) {
		case undefined:
			return;
		case 'session':
			return services.opener.open(vscode.Uri.file(choice.session.path));
		case 'show-log':
			await vscode.commands.executeCommand(commands.showLog);
			return;
		case 'choose-folders':
			await vscode.commands.executeCommand(
				'workbench.action.openSettings',
				`@id:${configurationSection}.import.folders`,
			);
	}
}

/** Shows the list at once, and fills it. @returns Undefined when the person left it. */
async function pickWhileSearching(services: SessionPickerServices): Promise<Choice | undefined> {
	const { configuration, conversations, globalStorage, log } = services;
	const environment = storeEnvironment(globalStorage);
	const now = Date.now();
	const language = new RowLanguage(vscode.l10n, vscode.env.language);
	const sessions = new MachineSessions(environment.workspaceFolders, now);
	const closed = new AbortController();
	const folders: vscode.QuickInputButton = {
		iconPath: new vscode.ThemeIcon('gear'),
		tooltip: vscode.l10n.t('Search More Folders…'),
	};
	let unreadable = 0;
	const pick = vscode.window.createQuickPick<Row>();
	pick.title = vscode.l10n.t('Import Sessions from This Machine');
	pick.placeholder = vscode.l10n.t(
		'Choose a session to open; search by title, assistant or project',
	);
	pick.matchOnDescription = true;
	pick.keepScrollPosition = true;
	pick.buttons = [folders];
	pick.busy = true;

	function render(): void {
		const [active] = pick.activeItems;
		const hasMoved = active !== pick.items.find(({ choice }) => choice !== undefined);
		pick.items = [
			...sessionRows(sessions, now, language),
			...closingRows(pick.busy ? undefined : sessions.size, unreadable),
		];
		// Where a person is stays the same while the list grows.
		if (hasMoved && active !== undefined) {
			pick.activeItems = pick.items.filter(({ choice }) => isSame(choice, active.choice));
		}
	}

	const redraw = throttled(redrawMs, render);
	const searching = searchMachine({
		worker: conversations,
		environment,
		extraFolders: configuration.now.importFolders,
		sessions,
		onFound: () => redraw(undefined),
		onUnreadable(one) {
			unreadable += 1;
			log.warn(`"${one.path}" could not be searched: ${one.reason}`);
		},
		signal: closed.signal,
	}).finally(() => {
		redraw.stop();
		if (!closed.signal.aborted) {
			pick.busy = false;
			render();
		}
	});
	detach(searching, log);
	try {
		return await new Promise<Choice | undefined>((resolve) => {
			pick.onDidAccept(() => {
				const choice = pick.selectedItems[0]?.choice;
				if (choice !== undefined) {
					resolve(choice);
				}
			});
			pick.onDidTriggerButton(() => resolve({ kind: 'choose-folders' }));
			pick.onDidHide(() => resolve(undefined));
			pick.show();
		});
	} finally {
		closed.abort();
		pick.dispose();
	}
}

function sessionRows(
	sessions: MachineSessions,
	now: number,
	language: RowLanguage,
): readonly Row[] {
	return sessions.groups().flatMap(([group, members]) => [
		{ label: groupName(group, language), kind: vscode.QuickPickItemKind.Separator },
		...members.map((session) => ({
			...sessionTexts(session, now, language),
			choice: { kind: 'session', session } as const,
		})),
	]);
}

/** @param found Sessions; undefined: the search goes on. */
function closingRows(found: number | undefined, unreadable: number): readonly Row[] {
	const rows: Row[] = [];
	if (found === 0) {
		rows.push({
			label: vscode.l10n.t('No sessions were found'),
			detail: vscode.l10n.t('Choose more folders to search.'),
			choice: { kind: 'choose-folders' },
		});
	}
	if (unreadable > 0) {
		rows.push({ label: '', kind: vscode.QuickPickItemKind.Separator });
		rows.push({
			label: `$(warning) ${vscode.l10n.t('Places that could not be searched: {0}', unreadable)}`,
			detail: vscode.l10n.t('See the log for details.'),
			choice: { kind: 'show-log' },
		});
	}
	return rows;
}

function isSame(one: Choice | undefined, other: Choice | undefined): boolean {
	return one?.kind === 'session' && other?.kind === 'session'
		? one.session.path === other.session.path
		: one?.kind === other?.kind;
}
