import { Worker } from 'node:worker_threads';
import type { ChannelMessage } from '../../protocol/channel.ts';
import type { WorkerStart } from '../../protocol/workerSettings.ts';
import type { WorkerPort } from './workerClient.ts';

/**
 * Size of the thread's young generation. V8's default is three times as large: reading a large session is as fast
 * with this, in half the memory.
 */
const maxYoungGenerationSizeMb = 24;

/**
 * Starts the worker thread.
 * @param file Absolute path of the worker's bundle.
 * @param start The thread's initial data.
 * @param onOutput Gets the output of the thread's standard streams.
 */
export function startWorkerThread(
	file: string,
	start: WorkerStart,
	onOutput: (text: string) => void,
): WorkerPort {
	const worker = new Worker(file, {
		stdout: true,
		stderr: true,
		workerData: start,
		resourceLimits: { maxYoungGenerationSizeMb },
	});
	for (const stream of [worker.stdout, worker.stderr]) {
		stream.setEncoding('utf8').on('data', onOutput);
	}
	return {
		postMessage: (message) => worker.postMessage(message),
		onMessage(listener) {
			worker.on('message', (message: ChannelMessage) => listener(message));
		},
		onExit(listener) {
			let failure: Error | undefined;
			worker.on('error', (error) => {
				failure = error instanceof Error ? error : new Error(String(error));
			});
			worker.on('exit', () => listener(failure));
		},
		terminate() {
			// The exit event reports everything that matters.
			void worker.terminate();
		},
	};
}
