import type { StandingView } from '../../protocol/conversationView.ts';
import type { Translator } from '../translator.ts';

/** What a person is told of automatic compaction after toggling it for a conversation. */
export function automaticHereText(
	{ automatic, paused }: Pick<StandingView, 'automatic' | 'paused'>,
	l10n: Translator,
): string {
	if (paused) {
		return l10n.t('Automatic compaction is paused for this conversation.');
	}
	return automatic
		? l10n.t('Automatic compaction is on again for this conversation.')
		: l10n.t(
				'Automatic compaction is no longer paused for this conversation, but it is off for all conversations.',
			);
}
