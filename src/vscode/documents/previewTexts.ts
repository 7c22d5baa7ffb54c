import * as vscode from 'vscode';
import type { PlannedPrompt, PlannedRequests } from '../../protocol/previewView.ts';

/** What a preview would send, as Markdown. @param planned Undefined: it is not there any more. */
export function requestsText(planned: PlannedRequests | undefined): string {
	if (planned === undefined) {
		return vscode.l10n.t('This preview is no longer available, or it needs no model.');
	}
	const { model, prompts, requests } = planned;
	const heading = vscode.l10n.t('What would be sent to {0}', model);
	const rest =
		requests > prompts.length
			? [vscode.l10n.t('One more request merges the partial summaries.')]
			: [];
	return [
		`# ${heading}`,
		vscode.l10n.t('Nothing has been sent yet. Secrets are already redacted.'),
		...prompts.map((prompt, index) => promptText(prompt, index + 1, requests)),
		...rest,
		'',
	].join('\n\n');
}

function promptText({ system, user }: PlannedPrompt, number: number, of: number): string {
	return [
		`## ${vscode.l10n.t('Request {0} of {1}', number, of)}`,
		`### ${vscode.l10n.t('Instructions')}`,
		system,
		`### ${vscode.l10n.t('Conversation and task')}`,
		user,
	].join('\n\n');
}
