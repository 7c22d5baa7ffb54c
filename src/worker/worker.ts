import { parentPort } from 'node:worker_threads';
import { serve } from './serve.ts';
import { createEngineService } from './engineService.ts';

if (parentPort === null) {
	throw new Error('This file is the entry point of a worker thread.');
}
serve(parentPort, createEngineService());
