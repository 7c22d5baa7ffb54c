/**
 * Run as a process of its own: opens a large session as the worker does, and prints how long the first
 * page took, how long all of it, and how much memory. Arguments: the file, a folder for the store.
 */

import { createWorkerService } from '../src/worker/workerService.ts';

/** What the process prints. */
export interface OpenedLarge {
	/** Until there was something to show, milliseconds. */
	readonly firstPage: number;
	/** Until all of it was known, milliseconds. */
	readonly whole: number;
	/** The most memory there was at any time, less what there was before, bytes. */
	readonly peak: number;
	/** The longest time in which nothing else was served, milliseconds. */
	readonly blocked: number;
	readonly messages: number;
}

const [, , path = '', storage = ''] = process.argv;

const never = (): Promise<never> => new Promise(() => undefined);
const service = createWorkerService({ storage, questions: { ask: never }, tell: () => undefined });
service.configure({
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
});
const call = { signal: new AbortController().signal, progress: () => undefined };
const { methods } = service;
// Opens the store and loads the tokenizer.
await methods.list(null, call);

const base = process.memoryUsage.rss();
let peak = base;
let blocked = 0;
let last = performance.now();
const watch = setInterval(() => {
	const now = performance.now();
	peak = Math.max(peak, process.memoryUsage.rss());
	blocked = Math.max(blocked, now - last);
	last = now;
}, 10);

const started = performance.now();
const { conversations } = await methods.open({ path }, call);
const id = conversations[0]?.id ?? '';
let view = await methods.view({ id }, call);
const firstPage = performance.now() - started;
while (view.reading !== undefined) {
	await new Promise((resolve) => setTimeout(resolve, 20));
	view = await methods.view({ id }, call);
}
const whole = performance.now() - started;
clearInterval(watch);
const opened: OpenedLarge = {
	firstPage,
	whole,
	peak: peak - base,
	blocked,
	messages: view.messages,
};
process.stdout.write(JSON.stringify(opened));
await service.shutDown();
