import * as vscode from 'vscode';
import type { Attempt } from '../../summary/writtenSummary.ts';
import { commands } from '../contributions.ts';
import { detach } from '../detach.ts';
import { failureNotice, type FailureNotice, type NoticeAction } from './failureNotice.ts';

/**
 * After every compaction: logs how its summary came about, and tells a person that a model failed and what
 * can be done, when that is worth a notification.
 * @param id The conversation.
 * @param attempts Every try at its summary, in order.
 */
export function tellAttempts(
	id: string,
	attempts: readonly Attempt[],
	log: vscode.LogOutputChannel,
): void {
	for (const { rung, model = '', outcome, error, ms } of attempts) {
		if (outcome === 'ok') {
			log.info(`Summary: ${rung} ${model} wrote it in ${ms} ms.`);
		} else {
			log.warn(`Summary: ${rung} ${model} ${outcome} after ${ms} ms: ${error ?? ''}`);
		}
	}
	const notice = failureNotice(attempts, vscode.l10n);
	if (notice !== undefined) {
		detach(show(id, notice, log), log);
	}
}

async function show(
	id: string,
	{ message, actions }: FailureNotice,
	log: vscode.LogOutputChannel,
): Promise<void> {
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
			log.show();
			return;
		case undefined:
	}
}

function titleOf({ kind }: NoticeAction): string {
	return {
		retry: vscode.l10n.t('Retry with Model'),
		'set-key': vscode.l10n.t('Set API Key…'),
		'show-log': vscode.l10n.t('Show Log'),
	}[kind];
}
