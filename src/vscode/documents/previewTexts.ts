import * as vscode from 'vscode';
import type { Preview } from '../../compaction/plan.ts';
import type { PlannedPrompt, PlannedRequests } from '../../protocol/plannedRequests.ts';

/** What a compaction would do: what stays, what is summarised, and the tokens. A line each. */
export function previewText(preview: Preview): string {
	const numbers = new Intl.NumberFormat(vscode.env.language);
	const { head, summarised, tail, digested, before, after, summary } = preview;
	const range = ({ start, end }: Preview['head']): string =>
		start >= end
			? vscode.l10n.t('nothing')
			: vscode.l10n.t('messages {0} to {1}', numbers.format(start + 1), numbers.format(end));
	return [
		vscode.l10n.t('Kept at the start: {0}', range(head)),
		vscode.l10n.t(
			'Summarised: {0}, in at most {1} tokens',
			range(summarised),
			numbers.format(summary),
		),
		vscode.l10n.t('Kept at the end: {0}', range(tail)),
		vscode.l10n.t('Shortened tool results among them: {0}', numbers.format(digested)),
		vscode.l10n.t(
			'Context: {0} tokens now, at most {1} after',
			numbers.format(before),
			numbers.format(after),
		),
	].join('\n');
}

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
