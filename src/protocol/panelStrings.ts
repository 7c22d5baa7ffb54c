import type { Phase } from './progress.ts';
import { summaryStrings, type Translator } from './summaryStrings.ts';

/** What an undo takes back; `step` where there is no one word for it. */
export type UndoneStep = 'pin' | 'unpin' | 'edit' | 'remove' | 'compaction' | 'prune' | 'step';

/** Every text of the panel. */
export type PanelStrings = ReturnType<typeof panelStrings>;

/**
 * Every text of the panel in the person's language. Placeholders stay as they are: `{0}`, `{1}` … are
 * replaced in the panel, numbers already formatted.
 */
export function panelStrings(l10n: Translator) {
	return {
		empty: {
			heading: l10n.t('No conversation is open'),
			text: l10n.t(
				'Precis replaces the middle of a long conversation with a summary that you can read, edit and undo. The latest messages stay word for word.',
			),
			open: l10n.t('Open Transcript…'),
			import: l10n.t('Find Sessions on This Machine…'),
			sample: l10n.t('Try the Sample'),
			chat: l10n.t('Start a Chat with @precis'),
			privacy: l10n.t(
				'Files are only read. Nothing leaves this machine unless you choose a model to write summaries.',
			),
		},
		waiting: {
			/** Below the soft threshold; {0} context, {1} threshold. */
			below: l10n.t(
				'{0} tokens are below the soft threshold of {1}: there is no need to compact yet.',
			),
			/** Between the thresholds; {0} context, {1} soft threshold. */
			aboveSoft: l10n.t('{0} tokens are above the soft threshold of {1}: it is time to compact.'),
			/** At or above the hard threshold; {0} context, {1} hard threshold. */
			aboveHard: l10n.t('{0} tokens are above the hard threshold of {1}: compact now.'),
			what: l10n.t(
				'Compacting replaces the middle of the conversation with a summary. The first and the latest messages stay word for word, and the file is not changed.',
			),
			manual: l10n.t('Precis never compacts an opened transcript automatically.'),
			/** No model is configured. */
			builtIn: l10n.t(
				'The built-in summariser writes the summary on this machine; no model is asked.',
			),
			/** {0} the model that writes the summary. */
			model: l10n.t('{0} writes the summary.'),
			chooseModel: l10n.t('Choose Summary Model…'),
			setApiKey: l10n.t('Set API Key…'),
		},
		/** {0} how many; how many things there are is told in the form for one, or for others. */
		messages: { one: l10n.t('1 message'), other: l10n.t('{0} messages') },
		conversation: {
			/** {0} compactions. */
			compactions: l10n.t('compacted {0}×'),
			openFile: l10n.t('Open the transcript file'),
			/** {0} how much of the file, percent. */
			reading: l10n.t('reading: {0}'),
			following: l10n.t('following'),
			follow: l10n.t('Follow the file: show new messages as they are written'),
			stopFollowing: l10n.t('Stop following the file'),
			/** What goes back, by what it takes back. */
			undo: {
				pin: l10n.t('Undo Pin'),
				unpin: l10n.t('Undo Unpin'),
				edit: l10n.t('Undo Edit'),
				remove: l10n.t('Undo Removal'),
				compaction: l10n.t('Undo Compaction'),
				prune: l10n.t('Undo Pruning'),
				step: l10n.t('Undo Last Step'),
			} satisfies Readonly<Record<UndoneStep, string>>,
			redo: l10n.t('Redo'),
			compare: l10n.t('Compare with Previous Summary'),
		},
		standing: {
			answering: l10n.t('Answering…'),
			stop: l10n.t('Stop'),
			/** {0} the message. */
			queued: l10n.t('Queued: {0}'),
			unanswered: l10n.t('Your last message has no answer.'),
			answer: l10n.t('Answer'),
			off: l10n.t('Automatic compaction is off for all conversations.'),
			turnOn: l10n.t('Turn On'),
			dismiss: l10n.t('Dismiss'),
			/** {0} how many, {1} the first of them. */
			unsent: l10n.t('Unsent messages: {0}. The first: {1}'),
			send: l10n.t('Send'),
			interrupted: l10n.t('A compaction was interrupted; nothing was changed.'),
			again: l10n.t('Compact Again'),
			proposals: {
				'not-needed': l10n.t(
					'A background summary was finished, but the conversation no longer needs it.',
				),
				changed: l10n.t('A background summary was finished, but the context has changed.'),
			} satisfies Readonly<Record<'not-needed' | 'changed', string>>,
			apply: l10n.t('Apply'),
			discard: l10n.t('Discard'),
			/** {0} how many, {1} tokens before, {2} after. */
			pruned: l10n.t('Tool results pruned: {0}. {1} → {2} tokens'),
			undo: l10n.t('Undo'),
			paused: l10n.t('Automatic compaction is paused for this conversation.'),
			goOn: l10n.t('Resume'),
			/** {0} tokens. */
			rests: l10n.t('Automatic compaction is on hold until the context reaches {0} tokens.'),
			memoryOnly: l10n.t('Kept only in memory: lost when this window closes.'),
		},
		meter: {
			label: l10n.t('Context window'),
			/** The size is not known yet. */
			pending: l10n.t('New size pending'),
			/** {0} used, {1} window. */
			usage: l10n.t('{0} of {1} tokens'),
			/** Likewise, where both are estimates. */
			estimated: l10n.t('about {0} of {1} tokens'),
			overhead: l10n.t('Tools and instructions'),
			head: l10n.t('Start'),
			summary: l10n.t('Summary'),
			tail: l10n.t('Recent'),
			/** What follows the head before the first compaction. */
			rest: l10n.t('Conversation'),
			free: l10n.t('Free'),
			soft: l10n.t('Soft threshold'),
			hard: l10n.t('Hard threshold'),
			/** {0} tokens, {1} percent. */
			saved: l10n.t('{0} tokens saved ({1})'),
			/** {0} tokens by which the context exceeds the window. */
			over: l10n.t('{0} tokens more than the window holds'),
			/** What a compaction now would cost and save. */
			next: {
				/** {0} tokens that a request would no longer carry. */
				tokens: l10n.t('Compacting now saves about {0} tokens per request.'),
				/** {0} and {1} amounts of money. */
				price: l10n.t('Compacting now saves about {0} US$ and costs {1} US$.'),
				/** {0} tokens, {1} tokens of the handoff and what follows it. */
				warm: l10n.t(
					'Each request becomes about {0} tokens smaller; about {1} tokens are re-read once.',
				),
				/** Likewise, where nothing is cached any more. */
				cold: l10n.t(
					'Each request becomes about {0} tokens smaller. The cache has expired, so re-reading the other {1} tokens costs nothing extra.',
				),
				/** {0} requests, {1} and {2} tokens. */
				details: l10n.t(
					'Estimate for the next {0} requests, as many as since the last compaction. In tokens at the full input price: {1} saved, {2} spent.',
				),
			},
			/** For screen readers. {0} name, {1} tokens. */
			part: l10n.t('{0}: {1} tokens'),
		},
		receipt: {
			heading: l10n.t('Compaction'),
			manual: l10n.t('Manual'),
			automatic: l10n.t('Automatic'),
			overflow: l10n.t('Window overflow'),
			/** Of a compaction that another assistant made. */
			imported: l10n.t('Imported'),
			/** {0} before, {1} after. */
			tokens: l10n.t('{0} → {1} tokens'),
			/** {0} before, {1} after. */
			messages: l10n.t('{0} → {1} messages'),
			builtIn: l10n.t('built in'),
			labels: {
				trigger: l10n.t('Trigger'),
				tokens: l10n.t('Tokens'),
				reported: l10n.t('Reported Size'),
				messages: l10n.t('Messages'),
				summariser: l10n.t('Summariser'),
				time: l10n.t('Time'),
				focus: l10n.t('Focus'),
				range: l10n.t('Range'),
				kept: l10n.t('Kept'),
				summarised: l10n.t('Summarised'),
				digested: l10n.t('Digested'),
				leftOut: l10n.t('Left out'),
				attempt: l10n.t('Attempts'),
				usage: l10n.t('Usage'),
				audit: l10n.t('Audit'),
			},
			/** {0} another assistant's count, {1} the assistant. */
			reported: l10n.t('{0} tokens before, by {1}'),
			/** {0} first, {1} last. */
			range: l10n.t('#{0}–{1}'),
			/** {0} how many messages, in words; as in `digested`. */
			kept: l10n.t('{0} word for word'),
			digested: l10n.t('{0} with a one-line digest'),
			copyHandoff: l10n.t('Copy Handoff'),
			/** A try that did not write the summary; {0} the model, {1} what went wrong. */
			attempt: l10n.t('{0}: {1}'),
			/** Behind a focus that changed nothing; {0} the focus. */
			idleFocus: l10n.t('Focus: {0}. It changed nothing: there was room for everything.'),
			/** {0} told by the model, {1} looked for, {2} added. */
			audit: l10n.t('{0} of {1} key facts kept by the model, {2} added from the conversation'),
			/** The same in few words: {0} told or added, {1} looked for. */
			auditShort: l10n.t('{0} of {1} key facts'),
			/** {0} how many key facts. */
			noRoom: l10n.t('{0} did not fit'),
			/** {0} statements marked with what the log says. */
			corrected: l10n.t('{0} marked because the conversation contradicts them'),
			/** {0} tokens read, {1} tokens written. */
			usage: l10n.t('{0} tokens read, {1} written'),
			/** {0} US dollars. */
			cost: l10n.t('{0} US$'),
			/** No model wrote the summary although one was asked; {0} what went wrong. */
			modelFailed: l10n.t('No model could write this summary. {0}'),
			/** No model was asked for the summary; {0} why. */
			notAsked: l10n.t('The built-in summariser wrote this summary. {0}'),
			retryWithModel: l10n.t('Retry with Model'),
		},
		focus: {
			label: l10n.t('Focus of the compaction'),
			placeholder: l10n.t('Focus on… (optional)'),
			compact: l10n.t('Compact'),
			preview: l10n.t('Preview'),
			recent: l10n.t('Recent'),
			/** {0} the focus. */
			useRecent: l10n.t('Focus on {0}'),
		},
		running: {
			phases: {
				reading: l10n.t('Reading messages…'),
				counting: l10n.t('Counting tokens…'),
				planning: l10n.t('Planning…'),
				summarising: l10n.t('Summarising…'),
				committing: l10n.t('Applying the summary…'),
			} satisfies Readonly<Record<Phase, string>>,
			/** In place of `committing` while a message is being answered. */
			afterAnswer: l10n.t('Summary written; Precis applies it after the answer…'),
			/** Asked, and nothing came yet. */
			waiting: l10n.t('Waiting for {0}…'),
			waitingAgain: l10n.t('Waiting for {0}, attempt {1}…'),
			/** {0} model. */
			model: l10n.t('{0} is writing…'),
			/** {0} model, {1} number of the request, {2} how many there are. */
			piece: l10n.t('{0} of {1}: {2}'),
			cancel: l10n.t('Cancel'),
			/** {0} focus. */
			focus: l10n.t('Focus: {0}'),
			/** Announced when it has ended; {0} before, {1} after. */
			compacted: l10n.t('Compacted: {0} tokens before, {1} after.'),
			ended: l10n.t('The compaction finished without changes.'),
		},
		problems: {
			/** {0} count. */
			heading: l10n.t('Problems in the file: {0}'),
			/** {0} line number. */
			line: l10n.t('Line {0}'),
			/** {0} how many are not listed. */
			more: l10n.t('{0} more are not listed.'),
		},
		lookUps: {
			heading: l10n.t('Looked Up by the Model'),
			what: l10n.t(
				'Originals that the model fetched while it replied. Each look-up was another request to it.',
			),
			/** {0} the words. */
			search: l10n.t('“{0}”'),
			/** {0} first message, {1} last. */
			onwards: l10n.t('Message #{0} and what follows'),
			range: l10n.t('Messages #{0}–{1}'),
			/** {0} message, {1} words that were to be found in it. */
			within: l10n.t('Message #{0}: “{1}”'),
			/** {0} first message, {1} last, {2} words that were to be found in them. */
			withinRange: l10n.t('Messages #{0}–{1}: “{2}”'),
			outline: l10n.t('Outline of the conversation'),
			unclear: l10n.t('Unknown request'),
			/** {0} how many came back. */
			characters: l10n.t('{0} characters'),
			failed: l10n.t('failed'),
			/** {0} how many are not listed. */
			more: l10n.t('Earlier look-ups, not listed: {0}'),
		},
		durations: {
			/** {0} milliseconds. */
			milliseconds: l10n.t('{0} ms'),
			/** {0} seconds. */
			seconds: l10n.t('{0} s'),
			/** {0} minutes, {1} seconds. */
			minutes: l10n.t('{0} min {1} s'),
		},
		disabled: {
			running: l10n.t('Not available while a compaction is running.'),
			tooShort: l10n.t('The conversation has too few messages to compact.'),
			nothingToUndo: l10n.t('There is nothing to undo.'),
			nothingToRedo: l10n.t('There is nothing to redo.'),
			nothingToCompare: l10n.t('No summary is active, so there is nothing to compare.'),
			unchanged: l10n.t('Change the text to save it.'),
		},
		noticeHeading: l10n.t('Not compacted'),
		...summaryStrings(l10n),
	};
}
