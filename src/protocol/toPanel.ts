import type { ConversationView, RecordView, SectionView } from './conversationView.ts';
import type { PageLanguage } from './pageLanguage.ts';
import type { PreviewView } from './previewView.ts';
import type { Progress } from './channel.ts';
import type { RememberedState } from './remembered.ts';

/** A running compaction. */
export interface RunningView extends Progress {
	/** Milliseconds since its start when this was sent; the panel counts on from there. */
	readonly elapsedMs: number;
	readonly focus?: string;
	/** The sections that a model has written so far; absent before it wrote any. */
	readonly draft?: readonly SectionView[];
}

/** Id of the built-in summariser as the user's choice. */
export const builtInId = 'built-in';

/** Who would write a summary now. */
export interface WriterView {
	/** Absent: the user has chosen none, and the built-in summariser writes. */
	readonly id?: string;
	/** A model that could; absent: the user has chosen one, or there is none. */
	readonly suggested?: string;
}

/** Everything the panel shows. A complete snapshot: the panel may have just been created. */
export interface PanelState {
	/** Absent when nothing is open. */
	readonly conversation?: ConversationView;
	readonly running?: RunningView;
	readonly writer: WriterView;
	/** Known names of models by id. */
	readonly modelNames: Readonly<Record<string, string>>;
	/** Why the last compaction of this conversation was refused. */
	readonly notice?: string;
	/** The result of the last change to an item, if the user should know. */
	readonly changeNotice?: ItemChangeNotice;
	/** The effects of a compaction. */
	readonly preview?: PreviewView;
	/** A record that is shown in place of the active one. */
	readonly viewed?: RecordView;
}

/** Messages of the host to the panel. */
export type ToPanel =
	/** Sent once, before the first state. */
	| { readonly type: 'language'; readonly language: PageLanguage }
	/** The page's last remembered state. Sent before the language, which starts the display. */
	| { readonly type: 'remembered'; readonly value: RememberedState }
	| { readonly type: 'state'; readonly state: PanelState }
	/** The user chose this in an item's context menu: that of the item whose menu was opened last. */
	| { readonly type: 'itemAction'; readonly action: ItemAction }
	/** Only the running compaction has changed; absent when none is running any longer. */
	| { readonly type: 'running'; readonly running?: RunningView };

/** Actions in the context menu of an item of the summary. */
export type ItemAction = 'showSource' | 'copy' | 'pin' | 'unpin' | 'edit' | 'remove';

/** Types of changes for the panel. */
export type { ItemChange, StoredItem } from '../compaction/changes.ts';

/** What the user sees after a change. */
export type ItemChangeNotice =
	| { readonly kind: 'refused'; readonly text: string }
	| {
			/** An item was removed, or pins and edits take much of the window. */
			readonly kind: 'removed' | 'over-budget';
			readonly text: string;
			/** The previously active record, to return to. */
			readonly before: number;
	  };
