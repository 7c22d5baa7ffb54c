import type { PanelStrings } from '../protocol/panelStrings.ts';

/** `vscode.l10n`, as far as it is needed. */
export interface Translator {
	t(message: string): string;
}

/**
 * Every text of the panel in the person's language. Placeholders stay as they are: the panel fills
 * them in.
 */
export function panelStrings(l10n: Translator): PanelStrings {
	return {
		empty: {
			heading: l10n.t('No conversation is open'),
			text: l10n.t(
				'Precis turns a long conversation with a coding assistant into a handoff of thirteen sections: what was asked, done, decided and is left to do. The recent end stays word for word.',
			),
			open: l10n.t('Open Transcript…'),
			sample: l10n.t('Try the Sample'),
			privacy: l10n.t(
				'Files are only read. Nothing leaves this machine unless you choose a model to write summaries.',
			),
		},
		waiting: {
			below: l10n.t(
				'{0} tokens are below the soft threshold of {1}: there is no need to compact yet.',
			),
			aboveSoft: l10n.t('{0} tokens are above the soft threshold of {1}: it is time to compact.'),
			aboveHard: l10n.t('{0} tokens are above the hard threshold of {1}: compact now.'),
			what: l10n.t(
				'Compacting keeps the system prompt, the first messages and the recent end word for word, and puts a summary in place of what lies between. The file is not changed.',
			),
			manual: l10n.t('An opened transcript is never compacted by itself: you decide.'),
			builtIn: l10n.t(
				'No model is configured, so the built-in summariser writes the summary on this machine.',
			),
			model: l10n.t('{0} writes the summary.'),
			chooseModel: l10n.t('Choose Summary Model…'),
		},
		conversation: {
			messages: l10n.t('{0} messages'),
			compactions: l10n.t('compacted {0}×'),
			openFile: l10n.t('Open the transcript file'),
			undo: l10n.t('Undo Last Compaction'),
			redo: l10n.t('Redo Compaction'),
			compare: l10n.t('Compare with Previous Summary'),
		},
		standing: {
			answering: l10n.t('Answering…'),
			stop: l10n.t('Stop'),
			queued: l10n.t('Queued: {0}'),
			unsent: l10n.t('Not sent when Precis last ended: {0}. The first: {1}'),
			send: l10n.t('Send'),
			interrupted: l10n.t('A compaction was interrupted; nothing was changed.'),
			again: l10n.t('Compact Again'),
			proposals: {
				'not-needed': l10n.t('A summary was finished when it was no longer needed.'),
				changed: l10n.t('A summary was finished, but the context had changed meanwhile.'),
			},
			apply: l10n.t('Apply'),
			discard: l10n.t('Discard'),
			paused: l10n.t('Automatic compaction is paused here.'),
			goOn: l10n.t('Resume'),
			rests: l10n.t('Automatic compaction rests until the context has {0} tokens.'),
			memoryOnly: l10n.t('Kept in memory only: gone when this window closes.'),
		},
		meter: {
			label: l10n.t('Context window'),
			usage: l10n.t('{0} of {1} tokens'),
			head: l10n.t('Start'),
			summary: l10n.t('Summary'),
			tail: l10n.t('Recent'),
			rest: l10n.t('Conversation'),
			free: l10n.t('Free'),
			soft: l10n.t('Soft threshold'),
			hard: l10n.t('Hard threshold'),
			saved: l10n.t('{0} tokens saved ({1})'),
			over: l10n.t('{0} tokens more than the window holds'),
			part: l10n.t('{0}: {1} tokens'),
		},
		receipt: {
			heading: l10n.t('Compaction'),
			manual: l10n.t('By hand'),
			automatic: l10n.t('Automatic'),
			overflow: l10n.t('Window overflow'),
			tokens: l10n.t('{0} → {1} tokens'),
			messages: l10n.t('{0} → {1} messages'),
			builtIn: l10n.t('built in'),
			labels: {
				trigger: l10n.t('Started'),
				tokens: l10n.t('Tokens'),
				messages: l10n.t('Messages'),
				summariser: l10n.t('Summariser'),
				time: l10n.t('Time'),
				focus: l10n.t('Focus'),
				range: l10n.t('Covers'),
				kept: l10n.t('Kept'),
				summarised: l10n.t('Summarised'),
				digested: l10n.t('Digested'),
				attempt: l10n.t('Tried'),
				usage: l10n.t('Used'),
			},
			range: l10n.t('messages {0} to {1}'),
			kept: l10n.t('{0} messages word for word'),
			summarised: l10n.t('{0} messages'),
			digested: l10n.t('{0} messages with a one-line digest'),
			copyHandoff: l10n.t('Copy Handoff'),
			attempt: l10n.t('{0}: {1}'),
			usage: l10n.t('{0} tokens read, {1} written'),
			cost: l10n.t('{0} US$'),
			modelFailed: l10n.t('No model could write this summary. {0}'),
			retryWithModel: l10n.t('Retry with Model'),
		},
		focus: {
			label: l10n.t('Focus of the compaction'),
			placeholder: l10n.t('Focus on… (optional)'),
			compact: l10n.t('Compact'),
			recent: l10n.t('Recent'),
			useRecent: l10n.t('Focus on {0}'),
		},
		running: {
			phases: {
				reading: l10n.t('Reading messages…'),
				counting: l10n.t('Counting tokens…'),
				planning: l10n.t('Planning…'),
				summarising: l10n.t('Summarising…'),
				committing: l10n.t('Written; applied after the answer…'),
			},
			model: l10n.t('{0} is writing…'),
			piece: l10n.t('{0} is writing, {1} of {2}…'),
			cancel: l10n.t('Cancel'),
			focus: l10n.t('Focus: {0}'),
			compacted: l10n.t('Compacted: {0} tokens before, {1} after.'),
			ended: l10n.t('The compaction ended without a change.'),
		},
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
			},
			heading: l10n.t('Summary'),
			items: l10n.t('Items: {0}'),
			tokens: l10n.t('{0} tokens'),
			none: l10n.t('Nothing under {0}.'),
			copy: l10n.t('Copy'),
			copyCode: l10n.t('Copy Code'),
			copied: l10n.t('Copied'),
			openFile: l10n.t('Open {0}'),
			generated: l10n.t('The summary was generated. The originals are kept in the transcript.'),
			writing: l10n.t('being written'),
		},
		problems: {
			heading: l10n.t('Problems in the file: {0}'),
			line: l10n.t('Line {0}'),
			more: l10n.t('{0} more are not listed.'),
		},
		durations: {
			milliseconds: l10n.t('{0} ms'),
			seconds: l10n.t('{0} s'),
			minutes: l10n.t('{0} min {1} s'),
		},
		noticeHeading: l10n.t('Not compacted'),
	};
}
