import * as vscode from 'vscode';
import type { Attempt } from '../../summary/writtenSummary.ts';
import { commands } from '../contributions.ts';
import { detach } from '../detach.ts';
import { failureNotice, type FailureNotice, type NoticeAction } from './failureNotice.ts';

/** Tells a person that a model failed and what can be done, when that is worth a notification. */
export class FailureNotifier {
	readonly #log: vscode.LogOutputChannel;

	constructor(log: vscode.LogOutputChannel) {
		this.#log = log;
	}

	/**
	 * After every compaction.
	 * @param id The conversation.
	 * @param attempts Every try at its summary, in order.
	 */
	tell(id: string, attempts: readonly Attempt[]): void {
		for (const { rung, model = '', outcome, error, ms } of attempts) {
			if (outcome === 'ok') {
				this.#log.info(`Summary: ${rung} ${model} wrote it in ${ms} ms.`);
			} else {
				this.#log.warn(`Summary: ${rung} ${model} ${outcome} after ${ms} ms: ${error ?? ''}`);
			}
		}
		const notice = failureNotice(attempts, vscode.l10n);
		if (notice !== undefined) {
			detach(this.#show(id, notice), this.#log);
		}
	}

	async #show(id: string, { message, actions }: FailureNotice): Promise<void> {
		const items = actions.map((action) => ({ title: titleOf(action), action }));
		const chosen = await vscode.window.showWarningMessage(message, ...items);
		switch (chosen?.action.kind) {
			case 'retry':
				await vscode.commands.executeCommand(commands.retryWithModel, id);
				return;
			case 'set-key':
				await vscode.commands.executeCommand(commands.setApiKey, chosen.action.provider);
				return;
			case 'show-log':
				this.#log.show();
				return;
			case undefined:
				return;
		}
	}
}

function titleOf({ kind }: NoticeAction): string {
	switch (kind) {
		case 'retry':
			return vscode.l10n.t('Retry with Model');
		case 'set-key':
			return vscode.l10n.t('Set API Key…');
		case 'show-log':
			return vscode.l10n.t('Show Log');
	}
}
