import * as vscode from 'vscode';
import type { Preview } from '../../conversations/service/preview.ts';

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
