import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { throttled } from '../conversations/throttled.ts';
import { detach } from '../log.ts';
import { openSetting } from '../settings/configuration.ts';
import { storeEnvironment } from './machine.ts';
import { MachineSessions, sessionTexts } from './machineSessions.ts';
import { openTranscript, type OpeningServices } from './openTranscript.ts';

/** How often a growing list is redrawn, milliseconds: it may have thousands of rows. */
const redrawMs = 250;

interface Row extends vscode.QuickPickItem {
	/** Identity and action of a row; absent: a heading. */
	readonly key?: string;
	readonly run?: () => unknown;
}

/** Lists the sessions of other assistants on this machine and opens the chosen one. */
export async function importSessions(
	services: OpeningServices,
	globalStorage: vscode.Uri,
): Promise<void> {
	const { configuration, worker, log } = services;
	const environment = storeEnvironment(globalStorage);
	const now = Date.now();
	const sessions = new MachineSessions();
	const closed = new AbortController();
	let unreadable = 0;
	const chooseFolders = (): Promise<void> => openSetting('import.folders');
	const pick = vscode.window.createQuickPick<Row>();
	pick.title = vscode.l10n.t('Import Sessions from This Machine');
	pick.placeholder = vscode.l10n.t(
		'Choose a session to open; search by title, assistant or project',
	);
	pick.matchOnDescription = true;
	pick.keepScrollPosition = true;
	const tooltip = vscode.l10n.t('Search More Folders…');
	pick.buttons = [{ iconPath: new vscode.ThemeIcon('gear'), tooltip }];
	pick.busy = true;

	function rows(): readonly Row[] {
		const { here = [], elsewhere = [] } = sessions.byPlace(environment.workspaceFolders);
		const groups = [
			[vscode.l10n.t('This Workspace'), here],
			[vscode.l10n.t('Elsewhere'), elsewhere],
		] as const;
		const kind = vscode.QuickPickItemKind.Separator;
		const found = groups.flatMap(([label, members]): readonly Row[] => [
			...(members.length === 0 ? [] : [{ label, kind }]),
			...members.map((session) => ({
				...sessionTexts(session, now),
				key: session.path,
				run: () => openTranscript(services, vscode.Uri.file(session.path)),
			})),
		]);
		const nothing = {
			label: vscode.l10n.t('No sessions were found'),
			detail: vscode.l10n.t('Choose more folders to search.'),
			key: 'folders',
			run: chooseFolders,
		};
		const unsearched = {
			label: `$(warning) ${vscode.l10n.t('Places that could not be searched: {0}', unreadable)}`,
			detail: vscode.l10n.t('See the log for details.'),
			key: 'log',
			run: () => vscode.commands.executeCommand(commands.showLog),
		};
		return [
			...found,
			...(found.length === 0 && !pick.busy ? [nothing] : []),
			...(unreadable === 0 ? [] : [{ label: '', kind }, unsearched]),
		];
	}

	function render(): void {
		const [active] = pick.activeItems;
		const hasMoved = active !== pick.items.find(({ run }) => run !== undefined);
		pick.items = rows();
		// Keep the active row while the list grows.
		if (hasMoved && active !== undefined) {
			pick.activeItems = pick.items.filter(({ key }) => key === active.key);
		}
	}

	const redraw = throttled(redrawMs, render);
	const searching = sessions.search({
		worker,
		environment,
		extraFolders: configuration.now.importFolders,
		onFound: () => redraw(undefined),
		onUnreadable({ path, reason }) {
			unreadable += 1;
			log.warn(`"${path}" could not be searched: ${reason}`);
		},
		signal: closed.signal,
	});
	const searched = searching.finally(() => {
		redraw.stop();
		if (!closed.signal.aborted) {
			pick.busy = false;
			render();
		}
	});
	detach(searched, log);
	const chosen = await new Promise<Row['run']>((resolve) => {
		pick.onDidAccept(() => {
			const [selected] = pick.selectedItems;
			if (selected?.run !== undefined) {
				resolve(selected.run);
			}
		});
		pick.onDidTriggerButton(() => resolve(chooseFolders));
		pick.onDidHide(() => resolve(undefined));
		pick.show();
	});
	closed.abort();
	pick.dispose();
	await chosen?.();
}
