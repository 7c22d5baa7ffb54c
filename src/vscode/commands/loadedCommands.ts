import * as vscode from 'vscode';
import { commands, treeCommands } from '../contributions.ts';
import { detach } from '../detach.ts';
import type { CommandServices } from './commandServices.ts';
import type { RepositoryHandoffs } from './repositoryHandoffs.ts';

/** Commands whose code is loaded when a person first asks for them. */
export function registerLoadedCommands(services: CommandServices): vscode.Disposable {
	const { onActive, context, notifications, log } = services;
	const connecting = () => import('./connecting.ts');
	const repository = async (): Promise<RepositoryHandoffs> => {
		const { RepositoryHandoffs: Loaded } = await import('./repositoryHandoffs.ts');
		return new Loaded({ ...services, storage: context.globalStorageUri.fsPath });
	};
	// An update has moved the extension: connected assistants have to find it.
	detach(
		connecting().then(({ refreshLauncher }) => refreshLauncher(context)),
		log,
	);
	return vscode.Disposable.from(
		onActive.registerAny(commands.connectAssistant, async () =>
			(await connecting()).connectAssistant(context, notifications),
		),
		onActive.register(commands.shareHandoff, async (view, record) =>
			(await repository()).share(view, record),
		),
		onActive.registerAny(commands.openSharedHandoff, async () => (await repository()).open()),
		onActive.registerAny(treeCommands.openShared, async (row) => {
			if (typeof row === 'string') {
				await (await repository()).openListed(row);
			}
		}),
		vscode.commands.registerCommand(commands.importSessions, async () => {
			const { importSessions } = await import('../transcripts/sessionPicker.ts');
			await importSessions({ ...services, globalStorage: context.globalStorageUri });
		}),
	);
}
