import * as vscode from 'vscode';
import type { ReceiptView } from '../../protocol/conversationView.ts';
import { escaped } from '../plainText.ts';

/** What a compaction has done, as Markdown. @param nameOf What people call a model, by its id. */
export function compactionAccount(receipt: ReceiptView, nameOf: (id: string) => string): string {
	const numbers = new Intl.NumberFormat(vscode.env.language);
	const { tokensBefore, tokensAfter, messagesBefore, messagesAfter, summariser } = receipt;
	const { kept, digested, focus } = receipt;
	const [first, last] = receipt.range;
	const writer = summariser.model === undefined ? summariser.assistant : nameOf(summariser.model);
	const model = writer === undefined ? undefined : escaped(writer);
	const shrunk = vscode.l10n.t(
		'Compacted: {0} → {1} tokens, {2} → {3} messages',
		numbers.format(tokensBefore),
		numbers.format(tokensAfter),
		numbers.format(messagesBefore),
		numbers.format(messagesAfter),
	);
	const lines = [
		model === undefined
			? vscode.l10n.t(
					'The built-in summariser wrote the summary of messages {0} to {1}.',
					numbers.format(first),
					numbers.format(last),
				)
			: vscode.l10n.t(
					'{0} wrote the summary of messages {1} to {2}.',
					model,
					numbers.format(first),
					numbers.format(last),
				),
		vscode.l10n.t(
			'Kept word for word: {0} messages. Shortened: {1}.',
			numbers.format(kept),
			numbers.format(digested),
		),
		...(focus === undefined ? [] : [vscode.l10n.t('Focus: {0}', escaped(focus.slice(0, 200)))]),
	];
	return [`**${shrunk}**\n`, ...lines.map((line) => `- ${line}`)].join('\n');
}
