import type { WorkerClient } from '../../src/vscode/worker/workerClient.ts';

/** A worker that has nothing to tell. */
export const quietWorker: Pick<WorkerClient, 'call' | 'onNotification' | 'notify'> = {
	call: () => Promise.reject(new Error('not asked')),
	notify: () => undefined,
	onNotification: () => ({ dispose: () => undefined }),
};

/** What nothing is asked of, and nothing goes wrong with. */
export const quietServices = {
	notifications: { failed: (): void => undefined },
	worker: quietWorker,
};
