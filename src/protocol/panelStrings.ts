import type { Doubt } from '../summary/doubts.ts';
import type { SectionTitle } from '../summary/sections.ts';
import type { Phase } from './progress.ts';

/** What an undo takes back; `step` where there is no one word for it. */
export type UndoneStep = 'pin' | 'unpin' | 'edit' | 'remove' | 'compaction' | 'step';

/**
 * Every text of the panel, filled by the host in the person's language. `{0}`, `{1}` … are
 * replaced in the panel, numbers already formatted.
 */
export interface PanelStrings {
	readonly empty: {
		readonly heading: string;
		readonly text: string;
		readonly open: string;
		readonly import: string;
		readonly sample: string;
		readonly chat: string;
		readonly privacy: string;
	};
	readonly waiting: {
		/** Below the soft threshold; {0} context, {1} threshold. */
		readonly below: string;
		/** Between the thresholds; {0} context, {1} soft threshold. */
		readonly aboveSoft: string;
		/** At or above the hard threshold; {0} context, {1} hard threshold. */
		readonly aboveHard: string;
		readonly what: string;
		readonly manual: string;
		/** No model is configured. */
		readonly builtIn: string;
		/** {0} the model that writes the summary. */
		readonly model: string;
		readonly chooseModel: string;
		readonly setApiKey: string;
	};
	/** {0} how many; how many things there are is told in the form for one, or for others. */
	readonly messages: { readonly one: string; readonly other: string };
	readonly conversation: {
		/** {0} compactions. */
		readonly compactions: string;
		readonly openFile: string;
		/** {0} how much of the file, percent. */
		readonly reading: string;
		readonly following: string;
		readonly follow: string;
		readonly stopFollowing: string;
		/** What goes back, by what it takes back. */
		readonly undo: Readonly<Record<UndoneStep, string>>;
		readonly redo: string;
		readonly compare: string;
	};
	readonly standing: {
		readonly answering: string;
		readonly stop: string;
		/** {0} the message. */
		readonly queued: string;
		readonly unanswered: string;
		readonly answer: string;
		readonly off: string;
		readonly turnOn: string;
		readonly dismiss: string;
		/** {0} how many, {1} the first of them. */
		readonly unsent: string;
		readonly send: string;
		readonly interrupted: string;
		readonly again: string;
		readonly proposals: Readonly<Record<'not-needed' | 'changed', string>>;
		readonly apply: string;
		readonly discard: string;
		readonly paused: string;
		readonly goOn: string;
		/** {0} tokens. */
		readonly rests: string;
		readonly memoryOnly: string;
	};
	readonly meter: {
		readonly label: string;
		/** The size is not known yet. */
		readonly pending: string;
		/** {0} used, {1} window. */
		readonly usage: string;
		/** Likewise, where both are estimates. */
		readonly estimated: string;
		readonly overhead: string;
		readonly head: string;
		readonly summary: string;
		readonly tail: string;
		/** What follows the head before the first compaction. */
		readonly rest: string;
		readonly free: string;
		readonly soft: string;
		readonly hard: string;
		/** {0} tokens, {1} percent. */
		readonly saved: string;
		/** {0} tokens by which the context exceeds the window. */
		readonly over: string;
		/** For screen readers. {0} name, {1} tokens. */
		readonly part: string;
	};
	readonly receipt: {
		readonly heading: string;
		readonly manual: string;
		readonly automatic: string;
		readonly overflow: string;
		/** Of a compaction that another assistant made. */
		readonly imported: string;
		/** {0} before, {1} after. */
		readonly tokens: string;
		/** {0} before, {1} after. */
		readonly messages: string;
		readonly builtIn: string;
		readonly labels: {
			readonly trigger: string;
			readonly tokens: string;
			readonly reported: string;
			readonly messages: string;
			readonly summariser: string;
			readonly time: string;
			readonly focus: string;
			readonly range: string;
			readonly kept: string;
			readonly summarised: string;
			readonly digested: string;
			readonly attempt: string;
			readonly usage: string;
			readonly audit: string;
		};
		/** {0} another assistant's count, {1} the assistant. */
		readonly reported: string;
		/** {0} first, {1} last. */
		readonly range: string;
		/** {0} how many messages, in words; as in `digested`. */
		readonly kept: string;
		readonly digested: string;
		readonly copyHandoff: string;
		/** A try that did not write the summary; {0} the model, {1} what went wrong. */
		readonly attempt: string;
		/** Behind a focus that changed nothing; {0} the focus. */
		readonly idleFocus: string;
		/** {0} told by the model, {1} looked for, {2} added. */
		readonly audit: string;
		/** The same in few words: {0} told or added, {1} looked for. */
		readonly auditShort: string;
		/** {0} how many key facts. */
		readonly noRoom: string;
		/** {0} statements marked with what the log says. */
		readonly corrected: string;
		/** {0} tokens read, {1} tokens written. */
		readonly usage: string;
		/** {0} US dollars. */
		readonly cost: string;
		/** No model wrote the summary although one was asked; {0} what went wrong. */
		readonly modelFailed: string;
		readonly retryWithModel: string;
	};
	readonly focus: {
		readonly label: string;
		readonly placeholder: string;
		readonly compact: string;
		readonly preview: string;
		readonly recent: string;
		/** {0} the focus. */
		readonly useRecent: string;
	};
	readonly running: {
		readonly phases: Readonly<Record<Phase, string>>;
		/** In place of `committing` while a message is being answered. */
		readonly afterAnswer: string;
		/** {0} model. */
		readonly model: string;
		/** {0} model, {1} number of the request, {2} how many there are. */
		readonly piece: string;
		/** Asked, and nothing came yet. */
		readonly waiting: string;
		readonly waitingAgain: string;
		readonly cancel: string;
		/** {0} focus. */
		readonly focus: string;
		/** Announced when it has ended; {0} before, {1} after. */
		readonly compacted: string;
		readonly ended: string;
	};
	readonly sections: {
		readonly titles: Readonly<Record<SectionTitle, string>>;
		readonly heading: string;
		/** {0} items. */
		readonly items: string;
		/** {0} tokens. */
		readonly tokens: string;
		/** {0} the titles. */
		readonly none: string;
		readonly copy: string;
		readonly copyCode: string;
		readonly copied: string;
		/** {0} path. */
		readonly openFile: string;
		readonly generated: string;
		/** In place of the tokens while a model writes. */
		readonly writing: string;
		/** A section that the model has not come to. */
		readonly notYet: string;
	};
	readonly items: {
		/** {0} message. */
		readonly source: string;
		/** {0} first, {1} last message. */
		readonly sources: string;
		/** {0} message. */
		readonly openSource: string;
		/** {0} first, {1} last message. */
		readonly openSources: string;
		/** {0} how many more. */
		readonly moreSources: string;
		/** What was done to an item. */
		readonly kept: Readonly<Record<'pinned' | 'edited', string>>;
		/** What speaks against an item. */
		readonly doubt: Readonly<Record<Doubt, { readonly label: string; readonly tooltip: string }>>;
		readonly actions: string;
		readonly pin: string;
		readonly unpin: string;
		readonly edit: string;
		readonly remove: string;
		/** Of the field an item is edited in. */
		readonly text: string;
		readonly save: string;
		readonly cancel: string;
		/** {0} the key that VS Code's shortcuts begin with. */
		readonly keys: string;
		/** {0} the value. */
		readonly copyValue: string;
		/** {0} characters that are not shown. */
		readonly longer: string;
		/** The item that was being edited is gone. */
		readonly orphan: string;
	};
	readonly changeNotice: {
		readonly undo: string;
		readonly dismiss: string;
	};
	readonly preview: {
		readonly heading: string;
		/** {0} tokens now, {1} at most after. */
		readonly tokens: string;
		readonly labels: {
			readonly focus: string;
			readonly head: string;
			readonly summarised: string;
			readonly tail: string;
			readonly digested: string;
			readonly summariser: string;
			readonly sent: string;
			readonly cost: string;
		};
		readonly nothing: string;
		/** {0} first, {1} last message. */
		readonly range: string;
		/** {0} messages, {1} tokens. */
		readonly summarised: string;
		/** {0} tool results. */
		readonly digested: string;
		readonly builtIn: string;
		readonly notKnownYet: string;
		/** {0} model. */
		readonly tooSmall: string;
		/** {0} requests, {1} tokens read, {2} tokens written. */
		readonly sent: string;
		/** {0} US dollars. */
		readonly cost: string;
		readonly noPrice: string;
		readonly show: string;
		readonly apply: string;
		readonly discard: string;
	};
	readonly breakdown: {
		readonly heading: string;
		/** It is being worked out. */
		readonly working: string;
		/** {0} tokens that pruning would save, {1} tokens in all. */
		readonly saves: string;
		readonly savesNothing: string;
		/** Where a summary stands for a part of it. */
		readonly whole: string;
		readonly groups: Readonly<
			Record<'tools' | 'instructions' | 'system' | 'user' | 'assistant' | 'image', string>
		>;
		/** {0} the tool. */
		readonly results: string;
		/** Results whose calls are not in the log. */
		readonly orphans: string;
		/** {0} tokens. */
		readonly saving: string;
		readonly summarised: string;
		readonly kinds: string;
		readonly largest: string;
		readonly repeated: string;
		readonly repeatedWhat: string;
		/** {0} how often. */
		readonly times: string;
	};
	readonly history: {
		readonly heading: string;
		/** {0} number. */
		readonly number: string;
		/** {0} before, {1} after. */
		readonly tokens: string;
		readonly active: string;
		/** {0} focus. */
		readonly focus: string;
		readonly wholeLog: string;
		/** {0} number of the record. */
		readonly changes: Readonly<Record<'pin' | 'edit' | 'remove', string>>;
		/** {0} number of the record that is looked at. */
		readonly viewing: string;
		readonly restore: string;
		readonly compare: string;
		readonly back: string;
	};
	readonly problems: {
		/** {0} count. */
		readonly heading: string;
		/** {0} line number. */
		readonly line: string;
		/** {0} how many are not listed. */
		readonly more: string;
	};
	readonly durations: {
		/** {0} milliseconds. */
		readonly milliseconds: string;
		/** {0} seconds. */
		readonly seconds: string;
		/** {0} minutes, {1} seconds. */
		readonly minutes: string;
	};
	readonly noticeHeading: string;
}
