import * as l10n from '@vscode/l10n';
import { pointers, type SectionView } from '../protocol/conversationView.ts';

/** The title of a section in the person's language. */
export function sectionName(title: SectionView['title']): string {
	const names: Readonly<Record<SectionView['title'], string>> = {
		'Active Task': l10n.t('Active Task'),
		Goal: l10n.t('Goal'),
		'Constraints & Preferences': l10n.t('Constraints & Preferences'),
		'Completed Actions': l10n.t('Completed Actions'),
		'Active State': l10n.t('Active State'),
		'In Progress': l10n.t('In Progress'),
		Blocked: l10n.t('Blocked'),
		'Key Decisions': l10n.t('Key Decisions'),
		'Resolved Questions': l10n.t('Resolved Questions'),
		'Pending User Asks': l10n.t('Pending User Asks'),
		'Relevant Files': l10n.t('Relevant Files'),
		'Remaining Work': l10n.t('Remaining Work'),
		'Critical Context': l10n.t('Critical Context'),
	};
	return names[title];
}

/** A sentence that points to a message, in the user's language; undefined: the text is another one. */
export function pointerText(text: string): string | undefined {
	const texts: Readonly<Record<string, string>> = {
		[pointers.latestBelow]: l10n.t('The latest request follows below.'),
		[pointers.firstAbove]: l10n.t('The first request stands above.'),
		[pointers.continuesAbove]: l10n.t('It continues the request above.'),
		[pointers.rulesWithin]: l10n.t(
			'In your own words, under {0}.',
			sectionName('Completed Actions'),
		),
	};
	return Object.hasOwn(texts, text) ? texts[text] : undefined;
}
