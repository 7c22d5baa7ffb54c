import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import type { ActiveCommands } from './activeCommands.ts';
import type { RepositoryHandoffs, RepositoryServices } from './repositoryHandoffs.ts';

/** Commands that share handoffs through the workspace's repository. */
export function registerRepositoryCommands(
	onActive: ActiveCommands,
	services: RepositoryServices,
): vscode.Disposable {
	const load = async (): Promise<RepositoryHandoffs> => {
		const { RepositoryHandoffs: Loaded } = await import('./repositoryHandoffs.ts');
		return new Loaded(services);
	};
	return vscode.Disposable.from(
		onActive.register(commands.shareHandoff, async (view, record) =>
			(await load()).share(view, record),
		),
		onActive.registerAny(commands.openSharedHandoff, async () => (await load()).open()),
	);
}
