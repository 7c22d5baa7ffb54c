import type { ConversationView, RecordView, SectionView } from './conversationView.ts';
import type { PageLanguage } from './pageLanguage.ts';
import type { PreviewView } from './previewView.ts';
import type { Progress } from './channel.ts';
import type { RememberedState } from './remembered.ts';

/** A compaction that is under way. */
export interface RunningView extends Progress {
	/** Milliseconds since its start when this was sent; the panel counts on from there. */
	readonly elapsedMs: number;
	readonly focus?: string;
	/** The sections as far as a model has written them; absent before it wrote any. */
	readonly draft?: readonly SectionView[];
}

/** Who would write a summary now. */
export interface WriterView {
	/** Absent: the built-in summariser. */
	readonly id?: string;
	/** A model that could; absent: the person has chosen, or there is none. */
	readonly suggested?: string;
}

/** Everything the panel shows. A complete snapshot: the panel may have just been created. */
export interface PanelState {
	/** What was compacted for lately, newest first. */
	readonly recentFocuses: readonly string[];
	/** Absent when nothing is open. */
	readonly conversation?: ConversationView;
	readonly running?: RunningView;
	readonly writer: WriterView;
	/** Names of models by id, as far as they are known. */
	readonly modelNames: Readonly<Record<string, string>>;
	/** Why the last compaction of this conversation was refused. */
	readonly notice?: string;
	/** How the last change to an item ended, where a person should know. */
	readonly changeNotice?: ItemChangeNotice;
	/** What a compaction would do. */
	readonly preview?: PreviewView;
	/** A record that is looked at in place of the active one. */
	readonly viewed?: RecordView;
}

/** What the host tells the panel. */
export type ToPanel =
	/** Sent once, before the first state. */
	| { readonly type: 'language'; readonly language: PageLanguage }
	/** What the page last had remembered. Sent before the language, without which nothing is shown, and when it is deleted. */
	| { readonly type: 'remembered'; readonly value: RememberedState }
	| { readonly type: 'state'; readonly state: PanelState }
	/** The person chose this in the context menu of an item: of the one where it was opened last. */
	| { readonly type: 'itemAction'; readonly action: ItemAction }
	/** Only what runs has changed; absent when nothing runs any more. */
	| { readonly type: 'running'; readonly running?: RunningView };

/** What the context menu of an item of the summary offers. */
export type ItemAction = 'showSource' | 'copy' | 'pin' | 'unpin' | 'edit' | 'remove';

/** What the panel knows of changes. */
export type { ItemChange, StoredItem } from '../compaction/changes.ts';

/** What a person is told after a change. */
export type ItemChangeNotice =
	| { readonly kind: 'refused'; readonly text: string }
	| {
			/** An item was removed, or pins and edits take much of the window. */
			readonly kind: 'removed' | 'over-budget';
			readonly text: string;
			/** The record that was active before, to go back to. */
			readonly before: number;
	  };
