import * as vscode from 'vscode';
import type { ConversationView, StandingView } from '../../protocol/conversationView.ts';
import { contextUse, usedText } from '../status/contextStatus.ts';
import { escaped } from '../plainText.ts';

/** How a conversation stands, as a list in Markdown: tables break words in a narrow side bar. */
export function statusList({
	id,
	title,
	messages,
	meter,
	compactions,
	lookUps,
	standing,
}: ConversationView): string {
	const numbers = new Intl.NumberFormat(vscode.env.language);
	const { used, percent } = contextUse(meter);
	const rows = [
		[
			vscode.l10n.t('Context'),
			meter.window === undefined || percent === undefined
				? vscode.l10n.t('{0} tokens', usedText(meter, numbers.format(used)))
				: vscode.l10n.t(
						'{0} of {1} tokens ({2}%)',
						usedText(meter, numbers.format(used)),
						numbers.format(meter.window),
						percent,
					),
		],
		// An opened transcript is never compacted automatically.
		...(standing.viewed
			? []
			: [
					[
						vscode.l10n.t('Thresholds'),
						vscode.l10n.t(
							'compacted in the background from {0} tokens, before the next answer from {1} tokens',
							numbers.format(meter.softThreshold),
							numbers.format(meter.hardThreshold),
						),
					],
				]),
		[vscode.l10n.t('Compactions'), numbers.format(compactions)],
		...(lookUps === undefined
			? []
			: [
					[
						vscode.l10n.t('Look-ups'),
						vscode.l10n.t('{0}, each another request to the model', numbers.format(lookUps)),
					],
				]),
		[vscode.l10n.t('Messages'), numbers.format(messages)],
		[vscode.l10n.t('Stored'), storedText(standing)],
		[vscode.l10n.t('Handle'), `\`${id}\``],
	];
	return [
		`**${escaped(title) || vscode.l10n.t('Untitled')}**\n`,
		...rows.map(([name, value]) => `- ${name}: ${value}`),
	].join('\n');
}

function storedText({ kept, viewed }: StandingView): string {
	if (viewed) {
		return vscode.l10n.t('only in its file, until you compact or continue it');
	}
	return kept ? vscode.l10n.t('yes') : vscode.l10n.t('no: lost when the window closes');
}
