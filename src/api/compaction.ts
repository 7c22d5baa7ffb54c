/** Who asked: somebody, the context itself when it became full, or a provider that refused it. */
export type Trigger = 'manual' | 'automatic' | 'overflow';

/** Why there is nothing to compact. */
export type NothingToDo =
	/** The log has too few messages. */
	| 'too-short'
	/** Protected start and end leave nothing between them. */
	| 'empty-middle'
	/** So little lies between them that a summary would have no room for what was said. */
	| 'too-little'
	/** Too little was said since the compaction before. */
	| 'nothing-new';

/** How a compaction ended. */
export type CompactionResult =
	/** The context is derived from this record now. */
	| {
			readonly kind: 'committed';
			readonly record: number;
			readonly tokens: TokensBeforeAndAfter;
			/** The model that wrote the summary; absent: the built-in summariser did. */
			readonly model?: string;
	  }
	/**
	 * The summary came too late: the context is `not-needed`ly full any more, or has `changed`. It is a
	 * record, and {@link PrecisConversation.restore} makes it the active one.
	 */
	| {
			readonly kind: 'proposed';
			readonly record: number;
			readonly reason: 'not-needed' | 'changed';
			readonly model?: string;
	  }
	| {
			readonly kind: 'refused';
			readonly reason:
				| NothingToDo
				/** The context would not have become smaller. */
				| 'not-smaller'
				/** Another window compacts it. */
				| 'running-elsewhere'
				/** Another window has just compacted it. */
				| 'compacted-elsewhere'
				/** What was planned does not fit the conversation any more. */
				| 'stale'
				| 'not-there';
	  }
	/** @property message Why, for people. */
	| { readonly kind: 'failed'; readonly message: string }
	/** Somebody has ended it, or Precis has. */
	| { readonly kind: 'cancelled' };

/** What {@link PrecisConversation.compact} has to say. */
export type CompactResult =
	| (CompactionResult & {
			/** It ran already, and did what was asked of it first: your focus did not count. */
			readonly joined?: true;
	  })
	/** The signal was aborted; the compaction goes on. */
	| { readonly kind: 'detached' };

/** A compaction that begins. */
export interface CompactionStart {
	readonly trigger: Trigger;
	readonly focus?: string;
}

/** A compaction that has ended. */
export interface CompactionEnd {
	readonly trigger: Trigger;
	readonly result: CompactionResult;
}

/** Tokens of the context. */
export interface TokensBeforeAndAfter {
	readonly before: number;
	readonly after: number;
}

/** What a compaction would do now. */
export type PreviewResult =
	| {
			readonly kind: 'preview';
			/** Numbers of the messages the summary will stand for. */
			readonly summarised: { readonly first: number; readonly last: number };
			/** Messages around it that are shortened. */
			readonly digested: number;
			/** `after` with a summary as long as it may become. */
			readonly tokens: TokensBeforeAndAfter;
			/** The longest the summary may become, tokens. */
			readonly summaryTokens: number;
	  }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };
