import type { WorkerClient } from '../../src/vscode/worker/workerClient.ts';

/** A worker that has nothing to tell. */
export const quietWorker: Pick<WorkerClient, 'onDidTell'> = {
	onDidTell: () => ({ dispose: () => undefined }),
};
