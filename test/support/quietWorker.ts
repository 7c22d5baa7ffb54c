import type { WorkerClient } from '../../src/vscode/worker/workerClient.ts';

/** A worker that has nothing to tell. */
export const quietWorker: Pick<WorkerClient, 'onDidTell' | 'prepare' | 'tell'> = {
	prepare: () => Promise.reject(new Error('not asked')),
	tell: () => undefined,
	onDidTell: () => ({ dispose: () => undefined }),
};

/** What nothing is asked of, and nothing goes wrong with. */
export const quietServices = {
	conversations: { view: (): Promise<never> => Promise.reject(new Error('not asked')) },
	notifications: { failed: (): void => undefined },
	worker: quietWorker,
};
