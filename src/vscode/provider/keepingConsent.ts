import * as vscode from 'vscode';
import { detach } from '../log.ts';
import type { Notifications } from '../notifications.ts';
import type { Configuration } from '../settings/configuration.ts';

const askedKey = 'askedToKeepRequests';

/** Whether conversations of the mirrored models may be stored on disk: the user is asked once. */
export class KeepingConsent {
	readonly #configuration: Configuration;
	readonly #memory: vscode.Memento;
	readonly #notifications: Notifications;
	readonly #log: vscode.LogOutputChannel;

	constructor(
		configuration: Configuration,
		memory: vscode.Memento,
		notifications: Notifications,
		log: vscode.LogOutputChannel,
	) {
		this.#configuration = configuration;
		this.#memory = memory;
		this.#notifications = notifications;
		this.#log = log;
	}

	get keeps(): boolean {
		const { mirroring, storage } = this.#configuration.now;
		return storage.enabled && mirroring.keepConversations === 'always';
	}

	/** Called for a conversation that is not stored: asks, unless that was done before. */
	askOnce(): void {
		const { mirroring, storage } = this.#configuration.now;
		const asked = this.#memory.get<boolean>(askedKey) === true;
		if (!asked && storage.enabled && mirroring.keepConversations === 'ask') {
			detach(this.#ask(), this.#log);
		}
	}

	async #ask(): Promise<void> {
		await this.#memory.update(askedKey, true);
		const keep = vscode.l10n.t('Keep Them');
		const forget = vscode.l10n.t('In Memory Only');
		const chosen = await this.#notifications.ask(
			vscode.l10n.t(
				'You chose a model “… · Precis”. May Precis keep its conversations on this machine, unencrypted, so that summaries and originals survive a reload? Until you answer, they are kept only in memory.',
			),
			keep,
			forget,
		);
		if (chosen !== undefined) {
			const choice = chosen === keep ? 'always' : 'never';
			await this.#configuration.save('mirroredModels.keepConversations', choice);
		}
	}
}
