import * as vscode from 'vscode';
import { messageNumber } from '../../messages/marks.ts';
import type { RecallEnd } from '../../conversations/recall/reading.ts';
import type { RecallHits } from '../../conversations/recall/searching.ts';
import { escaped, fenced } from '../plainText.ts';

/** The original of a turn, as Markdown. */
export function recalledTurn(end: RecallEnd): string {
	if (end.kind !== 'recalled') {
		return end.kind === 'not-found'
			? vscode.l10n.t('These messages do not contain the words.')
			: vscode.l10n.t(
					'There is no such message or page. The conversation has {0} messages.',
					end.messages,
				);
	}
	const { from, to, text, page, pages } = end;
	const heading = vscode.l10n.t('Messages {0} to {1}, page {2} of {3}', from, to, page, pages);
	const next =
		page < pages ? [vscode.l10n.t('The next page: `/recall {0} {1}`', from, page + 1)] : [];
	return [`**${heading}**`, fenced(text.trimEnd()), ...next].join('\n\n');
}

/** What a search has found, as Markdown. */
export function recalledHits({ hits, next }: RecallHits): string {
	if (hits.length === 0) {
		return vscode.l10n.t('No results. Try fewer or different words, or parts of identifiers.');
	}
	const lines = hits.map(
		({ number, passages }) =>
			`- **${messageNumber(number)}** ${escaped(passages.join(' … ').replaceAll(/\s+/g, ' '))}`,
	);
	const hint = vscode.l10n.t('The whole turn: `/recall` with its number.');
	const more =
		next === undefined
			? []
			: [vscode.l10n.t('There are more results. Add words to narrow the search.')];
	return [lines.join('\n'), [hint, ...more].join(' ')].join('\n\n');
}
