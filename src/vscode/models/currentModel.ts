import * as vscode from 'vscode';
import { isDeepStrictEqual } from 'node:util';
import type { WriterView } from '../../protocol/toPanel.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { coalesceRefresh } from '../conversations/looks.ts';
import { detach } from '../detach.ts';
import { hostApi, offers } from '../hostApi.ts';
import type { Models } from './models.ts';

/** Who would write a summary of the active conversation now, for people to see before anything is sent. */
export class CurrentModel implements vscode.Disposable {
	readonly #subscriptions: vscode.Disposable;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#writer: WriterView = {};

	readonly onDidChange = this.#onDidChange.event;

	constructor(models: Models, active: ActiveConversation, log: vscode.LogOutputChannel) {
		const look = coalesceRefresh(async () => {
			// Nobody sees it without a conversation, and VS Code's models need not be listed.
			const writer = active.view === undefined ? {} : await models.writer(active.view.id);
			if (!isDeepStrictEqual(writer, this.#writer)) {
				this.#writer = writer;
				this.#onDidChange.fire();
			}
		});
		const start = (): void => detach(look(), log);
		this.#subscriptions = vscode.Disposable.from(
			models.onDidChange(start),
			active.onDidChange(start),
			...(offers('mirroredModels') ? [hostApi.lm.onDidChangeChatModels(start)] : []),
		);
	}

	get writer(): WriterView {
		return this.#writer;
	}

	dispose(): void {
		this.#subscriptions.dispose();
		this.#onDidChange.dispose();
	}
}
