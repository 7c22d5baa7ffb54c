import type { Conversation } from './conversation.ts';

/** A conversation for those who only look at it. */
export type ReadableConversation = Pick<
	Conversation,
	| 'log'
	| 'weighedLog'
	| 'logTokens'
	| 'active'
	| 'activeId'
	| 'records'
	| 'compactions'
	| 'context'
	| 'pieces'
>;
