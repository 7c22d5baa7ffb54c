import * as vscode from 'vscode';
import type { Services } from '../conversations/services.ts';
import { detach } from '../log.ts';

const askedKey = 'askedToKeepRequests';

type KeepingServices = Pick<Services, 'configuration' | 'notifications' | 'log'>;

/** Whether conversations of the mirrored models may be stored on disk: the user is asked once. */
export class KeepingConsent {
	readonly #services: KeepingServices;
	readonly #memory: vscode.Memento;

	constructor(services: KeepingServices, memory: vscode.Memento) {
		this.#services = services;
		this.#memory = memory;
	}

	get keeps(): boolean {
		const { mirroring, storage } = this.#services.configuration.now;
		return storage.enabled && mirroring.keepConversations === 'always';
	}

	/** Asks whether to store conversations, unless the user was asked before. */
	askOnce(): void {
		const { mirroring, storage } = this.#services.configuration.now;
		const asked = this.#memory.get<boolean>(askedKey) === true;
		if (!asked && storage.enabled && mirroring.keepConversations === 'ask') {
			detach(this.#ask(), this.#services.log);
		}
	}

	async #ask(): Promise<void> {
		await this.#memory.update(askedKey, true);
		const keep = vscode.l10n.t('Keep Them');
		const forget = vscode.l10n.t('In Memory Only');
		const chosen = await this.#services.notifications.ask(
			vscode.l10n.t(
				'You chose a model “… · Precis”. May Precis keep its conversations on this machine, unencrypted, so that summaries and originals survive a reload? Until you answer, they are kept only in memory.',
			),
			keep,
			forget,
		);
		if (chosen !== undefined) {
			const choice = chosen === keep ? 'always' : 'never';
			await this.#services.configuration.save('mirroredModels.keepConversations', choice);
		}
	}
}
