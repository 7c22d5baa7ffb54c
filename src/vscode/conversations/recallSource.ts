import type { RecallSource } from '../../conversations/recall/tool.ts';
import type { Conversations } from './conversations.ts';

/**
 * Recalls messages of this workspace's conversations for a model.
 * @param inContext The model has the conversation's context: results that are in it are left out.
 */
export function recallSource(
	conversations: Pick<Conversations, 'ask'>,
	signal: AbortSignal,
	{ inContext }: { readonly inContext: boolean },
): RecallSource {
	const here = { anyWorkspace: false };
	return {
		messages: (id, range) => conversations.ask('recall', { id, ...here, ...range }, { signal }),
		search: (id, text, from) =>
			conversations.ask('recallSearch', { id, ...here, text, from, inContext }, { signal }),
		outline: (id, page) => conversations.ask('recallOutline', { id, ...here, page }, { signal }),
	};
}
