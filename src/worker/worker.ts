import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerStart } from '../protocol/workerSettings.ts';
import { serve, WorkerService } from './serve.ts';

if (parentPort === null) {
	throw new Error('This file is the entry point of a worker thread.');
}
const { storage } = workerData as WorkerStart;
serve(parentPort, (host) => new WorkerService({ storage, host }));
