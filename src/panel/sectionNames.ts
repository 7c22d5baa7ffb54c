import * as l10n from '@vscode/l10n';
import { leads, pointers, type SectionView } from '../protocol/conversationView.ts';

/** The title of a section in the user's language. */
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

/**
 * Translates the words of Precis in an item: sentences that point to a message, and the beginnings of lines. Quoted text
 * stays unchanged.
 */
export function localizedItem(text: string): string {
	const texts: Readonly<Record<string, string>> = {
		[pointers.latestBelow]: l10n.t('The latest request is among the recent messages.'),
		[pointers.answeredBelow]: l10n.t(
			'The latest request at that time is among the recent messages, with its answer.',
		),
		[pointers.firstAbove]: l10n.t('The first request is at the start of the conversation.'),
		[leads.did]: l10n.t('Did:'),
		[leads.findings]: l10n.t('Said on the way:'),
		[leads.reply]: l10n.t('Reply:'),
		[leads.replyToClient]: l10n.t('Reply to a message from the client:'),
		[leads.continues]: l10n.t('It continues in the recent messages.'),
		[leads.start]: l10n.t('Before the first message from the user:'),
		[leads.firstRequest]: l10n.t('For the first request:'),
		[leads.latestRequest]: l10n.t('For the latest request:'),
		[leads.taskRequest]: l10n.t('For the request under {0}:', sectionName('Active Task')),
		[leads.earlierRequest]: l10n.t('For an earlier request under {0}:', sectionName('Active Task')),
		[leads.aboveRequest]: l10n.t('For the request above:'),
		[leads.latest]: l10n.t('The latest request:'),
		[leads.answeredLatest]: l10n.t('The latest request (answered):'),
		[leads.before]: l10n.t('Before it (answered):'),
		[leads.unfinished]: l10n.t('Before it (the turn broke off):'),
		[leads.commit]: l10n.t('Last commit:'),
		[leads.unchecked]: l10n.t('No command was run after the last edit.'),
		[leads.directory]: l10n.t('Common directory of these paths:'),
		[leads.running]: l10n.t('Still running, no end is reported:'),
		[leads.failed]: l10n.t('Failed last, nothing was done since:'),
		[leads.rejected]: l10n.t('The user rejected'),
		[leads.todos]: l10n.t('Open in the last todo list:'),
	};
	const phrases = Object.entries(texts);
	return text.replace(/^(\d+\. )?(\S.*)$/gm, (line, number: string = '', rest: string) => {
		const found = phrases.find(([own]) => rest === own || rest.startsWith(`${own} `));
		return found === undefined ? line : `${number}${found[1]}${rest.slice(found[0].length)}`;
	});
}
