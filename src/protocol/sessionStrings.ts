import type { Place, RowKind } from './session.ts';
import type { Translator } from './summaryStrings.ts';

/** Every text of the session editor. */
export type SessionStrings = ReturnType<typeof sessionStrings>;

/** Every text of the session editor in the person's language; placeholders are filled in the page. */
export function sessionStrings(l10n: Translator) {
	return {
		messages: { one: l10n.t('1 message'), other: l10n.t('{0} messages') },
		/** {0} tokens. */
		tokens: l10n.t('{0} tokens'),
		estimated: l10n.t('about {0} tokens'),
		loading: l10n.t('Loading…'),
		empty: l10n.t('This conversation has no messages.'),
		/** {0} percent. */
		reading: l10n.t('{0} of the file read'),
		openAsText: l10n.t('Open as Text'),
		sides: {
			label: l10n.t('Show'),
			conversation: l10n.t('Conversation'),
			context: l10n.t('What the Model Sees'),
			/** Why there is nothing to switch to. */
			same: l10n.t('The model sees the whole conversation until you compact it.'),
		},
		search: {
			label: l10n.t('Search Messages'),
			/** {0} which one, {1} how many rows. */
			position: l10n.t('{0} of {1}'),
			none: l10n.t('No results'),
			/** Why there is no match to step to. */
			nothingTyped: l10n.t('Enter text to search for.'),
			previous: l10n.t('Previous Match'),
			next: l10n.t('Next Match'),
		},
		kinds: {
			person: l10n.t('You'),
			client: l10n.t('Not written by you'),
			assistant: l10n.t('Assistant'),
			tool: l10n.t('Tool output'),
			system: l10n.t('System prompt'),
			summary: l10n.t('Summary'),
		} satisfies Readonly<Record<RowKind, string>>,
		places: {
			conversation: l10n.t('Conversation'),
			head: l10n.t('Start'),
			summarised: l10n.t('Summarised'),
			summary: l10n.t('Summary'),
			digested: l10n.t('Digested'),
			tail: l10n.t('Recent'),
		} satisfies Readonly<Record<Place, string>>,
		/** What a compaction makes of messages. */
		placesExplained: {
			conversation: l10n.t('The model sees these messages as they are.'),
			head: l10n.t('The beginning stays word for word.'),
			summarised: l10n.t('The model sees the summary in place of these messages.'),
			summary: l10n.t('Replaces the summarised messages.'),
			digested: l10n.t('The model sees one line in place of the output.'),
			tail: l10n.t('The latest messages stay word for word.'),
		} satisfies Readonly<Record<Place, string>>,
		/** {0} before, {1} after, in tokens. */
		change: l10n.t('{0} → {1} tokens'),
		row: {
			/** {0} number. */
			number: l10n.t('#{0}'),
			/** {0} first, {1} last. */
			numbers: l10n.t('#{0}–{1}'),
			/** For screen readers. {0} number, {1} who speaks. */
			label: l10n.t('#{0}, {1}'),
			/** What the person's message and all that followed took, {0} tokens. */
			turn: l10n.t('whole turn: {0}'),
			image: l10n.t('Image'),
			/** {0} characters. */
			added: l10n.t('Added by the assistant: {0} characters'),
			characters: l10n.t('{0} characters'),
			showAll: l10n.t('Show All'),
			/** {0} characters. */
			left: l10n.t('{0} more characters'),
			/** Text that is longer than an editor shows. {0} characters. */
			cut: l10n.t('{0} more characters are not shown.'),
		},
		call: {
			input: l10n.t('Input'),
			output: l10n.t('Output'),
			noOutput: l10n.t('No output'),
			missing: l10n.t('No result'),
			failed: l10n.t('failed'),
			/** {0} exit code. */
			exitCode: l10n.t('exit {0}'),
			/** {0} count. */
			failedTests: l10n.t('{0} failed'),
			passedTests: l10n.t('{0} passed'),
			oneLine: l10n.t('1 line'),
			lines: l10n.t('{0} lines'),
		},
		map: {
			label: l10n.t('Map of the Context'),
			/** {0} number of a message, {1} where it stands, {2} tokens of its turn. */
			value: l10n.t('#{0}, {1}, turn of {2} tokens'),
		},
		/** Of markdown in a message; {0} path or value. */
		openFile: l10n.t('Open {0}'),
		copyCode: l10n.t('Copy Code'),
		copyValue: l10n.t('Copy {0}'),
	};
}
