import assert from 'node:assert/strict';
import type { ChannelMessage, Handlers } from '../../src/protocol/channel.ts';
import type { HostRequests } from '../../src/protocol/hostRequests.ts';
import { WorkerClient, type WorkerPort } from '../../src/vscode/worker/workerClient.ts';
import { workerSettings } from './workerRig.ts';

/** A worker that answers when the test says so. */
export class FakeWorker implements WorkerPort {
	readonly received: ChannelMessage[] = [];
	terminated = false;
	readonly #exits: ((error?: Error) => void)[] = [];
	#message: (message: ChannelMessage) => void = () => undefined;

	/** What kinds of messages came, in order. */
	get kinds(): readonly ChannelMessage['type'][] {
		return this.received.map(({ type }) => type);
	}

	postMessage(message: ChannelMessage): void {
		this.received.push(structuredClone(message));
	}

	onMessage(listener: (message: ChannelMessage) => void): void {
		this.#message = listener;
	}

	onExit(listener: (error?: Error) => void): void {
		this.#exits.push(listener);
	}

	terminate(): void {
		this.terminated = true;
	}

	answer(message: ChannelMessage): void {
		this.#message(message);
	}

	/** The thread is gone; without an error it ended by itself. */
	crash(error?: Error): void {
		this.#exits.forEach((listener) => listener(error));
	}
}

/** What a client of the worker lives in. */
export class FakeWorkerHost {
	settings = workerSettings;
	stopped = 0;
	/** Milliseconds. */
	time = 0;
	/** What the host does when a thread has stopped. */
	onStopped: () => void = () => undefined;
}

const notAsked: Handlers<HostRequests> = {
	models: () => Promise.reject(new Error('not asked')),
	call: () => Promise.reject(new Error('not asked')),
};

/** A client whose threads are the test's. */
export function startClient(handlers: Partial<Handlers<HostRequests>> = {}): {
	readonly workers: FakeWorker[];
	readonly client: WorkerClient;
	readonly host: FakeWorkerHost;
} {
	const workers: FakeWorker[] = [];
	const host = new FakeWorkerHost();
	const client = new WorkerClient({
		start() {
			const worker = new FakeWorker();
			workers.push(worker);
			return worker;
		},
		settings: () => host.settings,
		now: () => host.time,
	});
	client.handle(() => ({ ...notAsked, ...handlers }));
	client.onNotification('stopped', () => {
		host.stopped += 1;
		host.onStopped();
	});
	return { workers, client, host };
}

export function only(workers: readonly FakeWorker[]): FakeWorker {
	const [worker] = workers;
	assert.ok(worker !== undefined && workers.length === 1, 'exactly one worker');
	return worker;
}
