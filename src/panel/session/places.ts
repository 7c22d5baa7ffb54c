import * as l10n from '@vscode/l10n';
import type { ContextPart } from '../../protocol/session.ts';

interface PlaceTexts {
	readonly name: string;
	/** Effect of a compaction on its messages. */
	readonly note: string;
}

/** Name and note of a place. */
export function placeTexts(place: ContextPart): PlaceTexts {
	switch (place) {
		case 'conversation':
			return {
				name: l10n.t('Messages'),
				note: l10n.t('The model sees these messages as they are.'),
			};
		case 'head':
			return {
				name: l10n.t('Start'),
				note: l10n.t('The beginning stays, with long tool inputs and outputs shortened.'),
			};
		case 'summarised':
			return {
				name: l10n.t('Summarised'),
				note: l10n.t('The model sees the summary in place of these messages.'),
			};
		case 'summary':
			return { name: l10n.t('Summary'), note: l10n.t('Replaces the summarised messages.') };
		case 'tail':
			return {
				name: l10n.t('Recent'),
				note: l10n.t('The latest messages stay, with outdated tool outputs shortened.'),
			};
	}
}
