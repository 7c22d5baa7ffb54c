import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { detach } from '../detach.ts';
import type { CommandServices } from './commandServices.ts';
import type { Connecting } from './connecting.ts';
import type { RepositoryHandoffs } from './repositoryHandoffs.ts';

/** Commands whose code is loaded when a person first asks for them. */
export function registerLoadedCommands(services: CommandServices): vscode.Disposable {
	const { onActive, context, notifications, log } = services;
	const connecting = async (): Promise<Connecting> => {
		const { Connecting: Loaded } = await import('./connecting.ts');
		return new Loaded(context, notifications);
	};
	const repository = async (): Promise<RepositoryHandoffs> => {
		const { RepositoryHandoffs: Loaded } = await import('./repositoryHandoffs.ts');
		return new Loaded({ ...services, storage: context.globalStorageUri.fsPath });
	};
	// An update has moved the extension: connected assistants have to find it.
	detach(
		connecting().then((loaded) => loaded.refreshLauncher()),
		log,
	);
	return vscode.Disposable.from(
		onActive.registerAny(commands.connectAssistant, async () => (await connecting()).show()),
		onActive.register(commands.shareHandoff, async (view, record) =>
			(await repository()).share(view, record),
		),
		onActive.registerAny(commands.openSharedHandoff, async () => (await repository()).open()),
		vscode.commands.registerCommand(commands.importSessions, async () => {
			const { SessionPicker } = await import('../transcripts/sessionPicker.ts');
			await new SessionPicker({ ...services, globalStorage: context.globalStorageUri }).show();
		}),
	);
}
