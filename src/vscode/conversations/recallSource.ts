import type { RecallSource } from '../../conversations/recall/tool.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/**
 * Recalls messages of this workspace's conversations for a model.
 * @param inContext The model has the conversation's context: results that are in it are left out.
 */
export function recallSource(
	worker: Pick<WorkerClient, 'call'>,
	signal: AbortSignal,
	{ inContext }: { readonly inContext: boolean },
): RecallSource {
	const here = { anyWorkspace: false };
	return {
		messages: (id, range) => worker.call('recall', { id, ...here, ...range }, { signal }),
		search: (id, text, from) =>
			worker.call('recallSearch', { id, ...here, text, from, inContext }, { signal }),
		outline: (id, page) => worker.call('recallOutline', { id, ...here, page }, { signal }),
	};
}
