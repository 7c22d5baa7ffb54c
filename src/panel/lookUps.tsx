import * as l10n from '@vscode/l10n';
import type { ConversationView, LookUpView } from '../protocol/conversationView.ts';
import { Fold } from './fold.tsx';
import { SourceChips } from './item.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

/** What the model looked up within its replies, and how much came back. */
export function LookUps({ conversation }: { readonly conversation: ConversationView }) {
	const { lookUps, lookedUp: rows = [] } = conversation;
	if (lookUps === undefined) {
		return null;
	}
	const more = lookUps - rows.length;
	return (
		<Fold
			what="lookUps"
			class="look-ups"
			summary={
				<>
					<h2>{l10n.t('Looked Up by the Model')}</h2>
					<span class="number">{numbers.whole(lookUps)}</span>
				</>
			}
		>
			{() => (
				<>
					<p class="quiet">
						{l10n.t(
							'Originals that the model fetched while it replied. Each look-up was another request to it.',
						)}
					</p>
					<ul aria-label={l10n.t('Looked Up by the Model')}>
						{rows.map((row, index) => (
							<li key={index}>
								<span class="look-up-wanted">
									{wantedText(row)}
									{row.wanted.kind === 'messages' && row.failed !== true && (
										<SourceChips sources={[row.wanted.first]} tabIndex={0} />
									)}
								</span>
								<span class="number quiet">
									{row.failed === true
										? l10n.t('failed')
										: l10n.t('{0} characters', numbers.whole(row.characters))}
								</span>
							</li>
						))}
					</ul>
					{more > 0 && (
						<p class="quiet">{l10n.t('Earlier look-ups, not listed: {0}', numbers.whole(more))}</p>
					)}
				</>
			)}
		</Fold>
	);
}

function wantedText({ wanted }: LookUpView): string {
	switch (wanted.kind) {
		case 'search':
			return l10n.t('“{0}”', visibleText(wanted.words));
		case 'messages': {
			const { first, last, words } = wanted;
			if (words === undefined) {
				return first === last
					? l10n.t('Message #{0} and what follows', first)
					: l10n.t('Messages #{0}–{1}', first, last);
			}
			return first === last
				? l10n.t('Message #{0}: “{1}”', first, visibleText(words))
				: l10n.t('Messages #{0}–{1}: “{2}”', first, last, visibleText(words));
		}
		case 'outline':
			return l10n.t('Outline of the conversation');
		case 'unclear':
			return l10n.t('Unknown request');
	}
}
