import type { WorkerClient } from '../../src/vscode/worker/workerClient.ts';

/** A worker that has nothing to tell. */
export const quietWorker: Pick<WorkerClient, 'call' | 'onDidTell' | 'tell'> = {
	call: () => Promise.reject(new Error('not asked')),
	tell: () => undefined,
	onDidTell: () => ({ dispose: () => undefined }),
};

/** What nothing is asked of, and nothing goes wrong with. */
export const quietServices = {
	notifications: { failed: (): void => undefined },
	worker: quietWorker,
};
