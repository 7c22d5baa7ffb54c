import * as l10n from '@vscode/l10n';
import type { WriterView } from '../protocol/toPanel.ts';
import { PostButton } from './buttons.tsx';
import { modelName } from './text.ts';

interface WriterChoiceProperties {
	readonly writer: WriterView;
	readonly isRunning: boolean;
}

/** Asks once who writes summaries, where there is a model and the person has not said. */
export function WriterChoice({ writer: { suggested }, isRunning }: WriterChoiceProperties) {
	return suggested === undefined || isRunning ? null : (
		<section class="writer-choice" aria-label={l10n.t('Who writes summaries')}>
			<PostButton
				kind="smallSecondary"
				text={l10n.t('Write with {0}', modelName(suggested))}
				message={{ type: 'chooseWriter', model: suggested }}
			/>
			<PostButton
				kind="smallSecondary"
				text={l10n.t('Built In')}
				message={{ type: 'chooseWriter', model: 'built-in' }}
			/>
			<span class="quiet">{l10n.t('Built in: free, at once, nothing leaves this machine.')}</span>
		</section>
	);
}
