import type { RecallSource } from '../../conversations/recall/tool.ts';
import type { Conversations } from './conversations.ts';

/** Originals of this workspace's conversations, for a model. */
export function recallSource(
	conversations: Pick<Conversations, 'ask'>,
	signal: AbortSignal,
): RecallSource {
	const here = { anyWorkspace: false };
	return {
		messages: (id, wish) => conversations.ask('recall', { id, ...here, ...wish }, { signal }),
		search: (id, text, from) =>
			conversations.ask('recallSearch', { id, ...here, text, from }, { signal }),
		outline: (id, page) => conversations.ask('recallOutline', { id, ...here, page }, { signal }),
	};
}
