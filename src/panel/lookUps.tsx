import * as l10n from '@vscode/l10n';
import type { ConversationView, LookUpView } from '../protocol/conversationView.ts';
import { SourceChips } from './item.tsx';
import { ListFold } from './sections.tsx';
import { numbers } from './text.ts';
import { visibleText } from './visibleText.ts';

/** The model's look-ups during its replies, with the sizes of their results. */
export function LookUps({ conversation }: { readonly conversation: ConversationView }) {
	const { lookUps, lookedUp: rows = [] } = conversation;
	const more = (lookUps ?? 0) - rows.length;
	return lookUps === undefined ? null : (
		<ListFold what="lookUps" title={l10n.t('Looked Up by the Model')} count={lookUps}>
			{() => (
				<ul class="beside">
					<li class="quiet">
						{l10n.t(
							'Originals that the model fetched while it replied. Each look-up was another request to it.',
						)}
					</li>
					{rows.map((row, index) => (
						<li key={index}>
							{wantedText(row)}
							{' · '}
							{row.failed === true
								? l10n.t('failed')
								: l10n.t('{0} characters', numbers.whole(row.characters))}
							{row.wanted.kind === 'messages' && row.failed !== true && (
								<SourceChips sources={[row.wanted.first]} tabIndex={0} />
							)}
						</li>
					))}
					{more > 0 && (
						<li class="quiet">
							{l10n.t('Earlier look-ups, not listed: {0}', numbers.whole(more))}
						</li>
					)}
				</ul>
			)}
		</ListFold>
	);
}

function wantedText({ wanted }: LookUpView): string {
	switch (wanted.kind) {
		case 'search':
			return l10n.t('“{0}”', visibleText(wanted.words));
		case 'messages': {
			const { first, last, words } = wanted;
			const range = first === last ? l10n.t('#{0}', first) : l10n.t('#{0}–{1}', first, last);
			return words === undefined ? range : l10n.t('{0}: “{1}”', range, visibleText(words));
		}
		case 'outline':
			return l10n.t('Outline of the conversation');
		case 'unclear':
			return l10n.t('Unknown request');
	}
}
