import type { StandingView } from '../../protocol/conversationView.ts';
import type { Translator } from '../models/translator.ts';

/** What a person is told of automatic compaction after toggling it for a conversation. */
export function automaticHereText(
	{ automatic, paused }: Pick<StandingView, 'automatic' | 'paused'>,
	l10n: Translator,
): string {
	if (paused) {
		return l10n.t('Automatic compaction is paused here.');
	}
	return automatic
		? l10n.t('This conversation is compacted by itself again.')
		: l10n.t('Not paused here any more, but automatic compaction is off everywhere.');
}
