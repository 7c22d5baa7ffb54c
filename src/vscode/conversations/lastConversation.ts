import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import { detach } from '../log.ts';
import { workspaceName } from '../settings/workspace.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** The stored state. `file` reopens a session that was viewed but not stored. */
const schema = v.object({
	id: v.string(),
	file: v.exactOptional(v.object({ path: v.string(), window: v.exactOptional(v.number()) })),
});

/** Restores the conversation that was active when the window closed, and records the active one. */
export function keepLastConversation(
	memory: vscode.Memento,
	active: ActiveConversation,
	worker: WorkerClient,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	// Not in the workspace's state, because *Delete All Data…* can clear only that of the open workspace.
	const key = `activeConversation ${workspaceName() ?? ''}`;
	const stored = v.safeParse(schema, memory.get<unknown>(key));
	let last = stored.success ? stored.output : undefined;

	/** Opens the conversation, unless another one is active by now. */
	async function restore(): Promise<void> {
		if (last === undefined || active.view !== undefined) {
			return;
		}
		if (last.file !== undefined) {
			worker.remember(last.id, last.file);
		}
		const view = await worker.call('view', { id: last.id });
		if (active.view === undefined) {
			active.show(view);
		}
	}

	async function remember(): Promise<void> {
		const { view } = active;
		if (view?.id !== last?.id) {
			const file = view === undefined ? undefined : worker.fileOf(view.id);
			last =
				view === undefined ? undefined : { id: view.id, ...(file === undefined ? {} : { file }) };
			await memory.update(key, last);
		}
	}

	const listener = active.onDidChange(() => detach(remember(), log));
	detach(restore(), log);
	return listener;
}
