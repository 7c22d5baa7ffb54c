import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, WorkerStart } from '../protocol/worker.ts';
import { HostQuestions } from './hostQuestions.ts';
import { serve } from './serve.ts';
import { createWorkerService } from './workerService.ts';

const port = parentPort;
if (port === null) {
	throw new Error('This file is the entry point of a worker thread.');
}
const post = (message: FromWorker): void => port.postMessage(message);
const questions = new HostQuestions(post);
const { storage } = workerData as WorkerStart;
const tell = (event: Extract<FromWorker, { type: 'event' }>['event']): void =>
	post({ type: 'event', event });
serve(port, createWorkerService({ storage, questions, tell }), questions);
