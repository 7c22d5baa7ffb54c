import type { Doubt, SectionTitle } from '../summary/sections.ts';

/** `vscode.l10n`, as far as it is needed: what makes texts can then be tested without VS Code. */
export interface Translator {
	/** The text in the person's language, `{0}`, `{1}` … filled in. */
	t(message: string, ...args: readonly (string | number)[]): string;
}

/** The panel's texts of a summary, and of what stands for what. */
export function summaryStrings(l10n: Translator) {
	return {
		sections: {
			titles: {
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
			} satisfies Readonly<Record<SectionTitle, string>>,
			heading: l10n.t('Summary'),
			/** {0} items. */
			items: l10n.t('Items: {0}'),
			/** {0} tokens. */
			tokens: l10n.t('{0} tokens'),
			/** {0} the titles. */
			none: l10n.t('Nothing under {0}.'),
			copy: l10n.t('Copy'),
			copyCode: l10n.t('Copy Code'),
			copied: l10n.t('Copied'),
			/** {0} path. */
			openFile: l10n.t('Open {0}'),
			generated: l10n.t('The summary was generated. The originals are kept in the transcript.'),
			/** In place of the tokens while a model writes. */
			writing: l10n.t('being written'),
		},
		items: {
			/** {0} message. */
			source: l10n.t('#{0}'),
			/** {0} first, {1} last message. */
			sources: l10n.t('#{0}–{1}'),
			/** {0} message. */
			openSource: l10n.t('Open Original #{0}'),
			/** {0} first, {1} last message. */
			openSources: l10n.t('Open Originals #{0}–{1}'),
			/** {0} how many more. */
			moreSources: l10n.t('{0} more'),
			kept: {
				pinned: l10n.t('Pinned: stays word for word'),
				edited: l10n.t('Edited: stays word for word'),
			} satisfies Readonly<Record<'pinned' | 'edited', string>>,
			marks: {
				new: l10n.t('New'),
				dropped: l10n.t('Dropped'),
			} satisfies Readonly<Record<'new' | 'dropped', string>>,
			/** What speaks against an item. */
			doubt: {
				unsaid: {
					label: l10n.t('not found in what you said'),
					tooltip: l10n.t(
						'The model wrote this in your name, but your messages do not say it. Remove the item, or pin or edit it to make it yours.',
					),
				},
				unfound: {
					label: l10n.t('not found in the conversation'),
					tooltip: l10n.t(
						'The model wrote this, but the conversation nowhere has what it names. Check it before you rely on it.',
					),
				},
			} satisfies Readonly<Record<Doubt, { readonly label: string; readonly tooltip: string }>>,
			actions: l10n.t('Item'),
			pin: l10n.t('Pin: Keep Word for Word'),
			unpin: l10n.t('Unpin'),
			edit: l10n.t('Edit'),
			remove: l10n.t('Remove'),
			/** Of the field an item is edited in. */
			text: l10n.t('Text of the item'),
			save: l10n.t('Save'),
			cancel: l10n.t('Cancel'),
			/** {0} the key that VS Code's shortcuts begin with. */
			keys: l10n.t('{0}+Enter saves, Escape cancels'),
			/** {0} the value. */
			copyValue: l10n.t('Copy {0}'),
			/** {0} characters that are not shown. */
			longer: l10n.t('{0} more characters are not shown; Copy takes them all.'),
			/** The item that was being edited is gone. */
			orphan: l10n.t('The item you were editing no longer exists. Your text:'),
		},
		changeNotice: {
			undo: l10n.t('Undo'),
			dismiss: l10n.t('Dismiss'),
		},
		preview: {
			heading: l10n.t('Preview'),
			/** {0} tokens now, {1} after. */
			tokens: l10n.t('{0} → {1} tokens'),
			/** Likewise, of a summary that a model is to write. */
			tokensAtMost: l10n.t('{0} → at most {1} tokens'),
			/** The built-in summariser wrote what is shown; {0} the model that will write another. */
			standIn: l10n.t(
				'{0} writes its own summary. Below is what the built-in summariser would write.',
			),
			labels: {
				focus: l10n.t('Focus'),
				head: l10n.t('Kept at Start'),
				summarised: l10n.t('Summarised'),
				tail: l10n.t('Kept at End'),
				digested: l10n.t('Shortened'),
				summariser: l10n.t('Summariser'),
				sent: l10n.t('Would send'),
				cost: l10n.t('Cost'),
			},
			nothing: l10n.t('nothing'),
			/** {0} first, {1} last message. */
			range: l10n.t('#{0}–{1}'),
			/** {0} messages, {1} tokens. */
			summarised: l10n.t('{0}, in at most {1} tokens'),
			/** {0} tool results. */
			digested: l10n.t('{0} tool results, to one line each'),
			builtIn: l10n.t('built in: nothing leaves this machine'),
			notKnownYet: l10n.t('checking…'),
			/** {0} model. */
			tooSmall: l10n.t('The window of {0} is too small; the next model is used'),
			/** {0} requests, {1} tokens read, {2} tokens written. */
			sent: l10n.t('Requests: {0}. About {1} tokens read, {2} written'),
			/** {0} US dollars. */
			cost: l10n.t('about {0} US$'),
			noPrice: l10n.t('unknown: no prices are set'),
			show: l10n.t('Show What Would Be Sent'),
			apply: l10n.t('Apply'),
			discard: l10n.t('Discard'),
		},
		breakdown: {
			heading: l10n.t('Where did the tokens go?'),
			/** It is being worked out. */
			working: l10n.t('Counting…'),
			/** {0} tokens that pruning would save, {1} tokens in all. */
			saves: l10n.t(
				'Pruning alone would save {0} of {1} tokens: it replaces long tool results with one line and repeated ones with a reference, and cuts long arguments. The latest messages stay.',
			),
			savesNothing: l10n.t('Pruning alone would save nothing.'),
			/** Where a summary stands for a part of it. */
			whole: l10n.t(
				'This shows the whole conversation. Messages that a summary replaces are no longer sent, so pruning saves nothing more.',
			),
			groups: {
				tools: l10n.t('Tools'),
				instructions: l10n.t('Instructions'),
				system: l10n.t('System prompt'),
				user: l10n.t('User'),
				assistant: l10n.t('Assistant'),
				image: l10n.t('Images'),
			} satisfies Readonly<
				Record<'tools' | 'instructions' | 'system' | 'user' | 'assistant' | 'image', string>
			>,
			/** {0} the tool. */
			results: l10n.t('Results of {0}'),
			/** Results whose calls are not in the log. */
			orphans: l10n.t('Results without a call'),
			/** {0} tokens. */
			saving: l10n.t('pruning saves {0}'),
			summarised: l10n.t('summarised'),
			kinds: l10n.t('By type'),
			largest: l10n.t('Largest messages'),
			repeated: l10n.t('Files read more than once'),
			repeatedWhat: l10n.t('Tokens of all reads except the latest.'),
			/** {0} how often. */
			times: l10n.t('read {0} times'),
		},
		history: {
			heading: l10n.t('History'),
			/** {0} number. */
			number: l10n.t('Version {0}'),
			/** {0} before, {1} after. */
			tokens: l10n.t('{0} → {1}'),
			active: l10n.t('Active'),
			/** {0} focus. */
			focus: l10n.t('Focus: {0}'),
			/** {0} how many. */
			pruned: l10n.t('Tool results pruned: {0}'),
			wholeLog: l10n.t('Whole conversation, nothing compacted'),
			/** What was done to an item; {0} its section, {1} its text. */
			changes: {
				pin: l10n.t('Pinned in {0}: {1}'),
				unpin: l10n.t('Unpinned in {0}: {1}'),
				edit: l10n.t('Edited in {0}: {1}'),
				remove: l10n.t('Removed from {0}: {1}'),
			} satisfies Readonly<Record<'pin' | 'unpin' | 'edit' | 'remove', string>>,
			/** What was done to items of a later summary also holds for an earlier one. */
			carried: l10n.t('Your changes were carried over'),
			/** {0} number of the record that is looked at. */
			viewing: l10n.t('You are viewing version {0}, which is not the active summary.'),
			restore: l10n.t('Restore'),
			compare: l10n.t('Compare'),
			back: l10n.t('Back'),
		},
	};
}
