import type { ConversationView } from './conversationView.ts';
import type { PanelStrings } from './panelStrings.ts';
import type { Phase } from './worker.ts';

/** A compaction that is under way. */
export interface RunningView {
	readonly phase: Phase;
	/** Milliseconds since its start when this was sent; the panel counts on from there. */
	readonly elapsedMs: number;
	readonly focus?: string;
}

/** Everything the panel shows. A complete snapshot: the panel may have just been created. */
export interface PanelState {
	/** What was compacted for lately, newest first. */
	readonly recentFocuses: readonly string[];
	/** Absent when nothing is open. */
	readonly conversation?: ConversationView;
	readonly running?: RunningView;
	/** Why the last compaction of this conversation was refused. */
	readonly notice?: string;
}

export type ToPanel =
	/** Sent once, before the first state. The locale is for numbers. */
	| { readonly type: 'texts'; readonly locale: string; readonly strings: PanelStrings }
	| { readonly type: 'state'; readonly state: PanelState }
	/** Only what runs has changed; absent when nothing runs any more. */
	| { readonly type: 'running'; readonly running?: RunningView };
