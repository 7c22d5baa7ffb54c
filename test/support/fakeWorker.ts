import assert from 'node:assert/strict';
import type { WorkerEvent } from '../../src/protocol/conversationEvents.ts';
import type { FromWorker, ToWorker } from '../../src/protocol/worker.ts';
import type { AskHandlers } from '../../src/vscode/worker/workerAsks.ts';
import { WorkerClient, type WorkerPort } from '../../src/vscode/worker/workerClient.ts';
import { workerSettings } from './workerRig.ts';

/** A worker that answers when the test says so. */
export class FakeWorker implements WorkerPort {
	readonly received: ToWorker[] = [];
	terminated = false;
	readonly #exits: ((error?: Error) => void)[] = [];
	#message: (message: FromWorker) => void = () => undefined;

	/** What kinds of messages came, in order. */
	get kinds(): readonly ToWorker['type'][] {
		return this.received.map(({ type }) => type);
	}

	postMessage(message: ToWorker): void {
		this.received.push(message);
	}

	onMessage(listener: (message: FromWorker) => void): void {
		this.#message = listener;
	}

	onExit(listener: (error?: Error) => void): void {
		this.#exits.push(listener);
	}

	terminate(): void {
		this.terminated = true;
	}

	answer(message: FromWorker): void {
		this.#message(message);
	}

	/** The thread is gone; without an error it ended by itself. */
	crash(error?: Error): void {
		this.#exits.forEach((listener) => listener(error));
	}
}

/** What a client of the worker is attached to. */
export class FakeWorkerHost {
	settings = workerSettings;
	readonly events: WorkerEvent[] = [];
	stopped = 0;
	/** Milliseconds. */
	time = 0;
	/** What the host does when a thread has stopped. */
	onStopped: () => void = () => undefined;
}

const notAsked: AskHandlers = {
	models: () => Promise.reject(new Error('not asked')),
	call: () => Promise.reject(new Error('not asked')),
	turn: () => Promise.reject(new Error('not asked')),
};

/** A client whose threads are the test's. */
export function startClient(answers: Partial<AskHandlers> = {}): {
	readonly workers: FakeWorker[];
	readonly client: WorkerClient;
	readonly host: FakeWorkerHost;
} {
	const workers: FakeWorker[] = [];
	const host = new FakeWorkerHost();
	const client = new WorkerClient(
		() => {
			const worker = new FakeWorker();
			workers.push(worker);
			return worker;
		},
		() => host.time,
	);
	client.attach({
		settings: () => host.settings,
		answers: { ...notAsked, ...answers },
		onEvent: (event) => host.events.push(event),
		onStopped: () => {
			host.stopped += 1;
			host.onStopped();
		},
	});
	return { workers, client, host };
}

export function only(workers: readonly FakeWorker[]): FakeWorker {
	const [worker] = workers;
	assert.ok(worker !== undefined && workers.length === 1, 'exactly one worker');
	return worker;
}
