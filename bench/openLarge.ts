/**
 * Run as a process of its own: opens a large session in a worker thread, as the extension does, and
 * prints how long the first page took, how long all of it, and how much memory. Arguments: the file, a
 * folder for the store.
 */

import { fileURLToPath } from 'node:url';
import { WorkerClient } from '../src/vscode/worker/workerClient.ts';
import { startWorkerThread } from '../src/vscode/worker/workerThread.ts';

/** What the process prints. */
export interface OpenedLarge {
	/** Until there was something to show, milliseconds. */
	readonly firstPage: number;
	/** Until all of it was known, milliseconds. */
	readonly whole: number;
	/** The most memory the process had at any time, less what it had before, bytes. */
	readonly peak: number;
	/** The most work the host's thread did in one go, milliseconds of the processor. */
	readonly blocked: number;
	readonly messages: number;
}

const [, , path = '', storage = ''] = process.argv;

const file = fileURLToPath(new URL('../src/worker/worker.ts', import.meta.url));
const client = new WorkerClient({
	start: () => startWorkerThread(file, { storage }, () => undefined),
	settings: () => ({
		compaction: {
			window: 200_000,
			softRatio: 0.8,
			reservedReply: 8_192,
			protectFirst: 3,
			tailRatio: 0.2,
			userMessageShare: 0.4,
		},
		automatic: true,
		keep: true,
		keepsRequests: false,
		excluded: [],
		retention: {},
	}),
});
// Opens the store and loads the tokenizer.
await client.call('list', null);

const base = process.memoryUsage.rss();
let peak = base;
let blocked = 0;
/** Milliseconds: what other programs take does not count. */
const busy = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1e3;
};
let last = busy();
const watch = setInterval(() => {
	const now = busy();
	peak = Math.max(peak, process.memoryUsage.rss());
	blocked = Math.max(blocked, now - last);
	last = now;
}, 5);

const started = performance.now();
const { conversations } = await client.call('open', { path });
const id = conversations[0]?.id ?? '';
let view = await client.call('view', { id });
const firstPage = performance.now() - started;
while (view.reading !== undefined) {
	await new Promise((resolve) => setTimeout(resolve, 20));
	view = await client.call('view', { id });
}
const whole = performance.now() - started;
clearInterval(watch);
const { messages } = view;
const opened: OpenedLarge = { firstPage, whole, peak: peak - base, blocked, messages };
process.stdout.write(JSON.stringify(opened));
await client.shutDown();
