import { Channel, type ChannelMessage, type Handlers } from '../protocol/channel.ts';
import type { WorkerEvent } from '../protocol/conversationEvents.ts';
import { modelErrorOf, toFailure } from '../protocol/failures.ts';
import type { HostRequests } from '../protocol/hostRequests.ts';
import type { WorkerRequests } from '../protocol/workerRequests.ts';
import type { HostNews, WorkerSettings } from '../protocol/workerSettings.ts';

/** What the worker thread does, one method per request. */
export type WorkerMethods = Handlers<WorkerRequests>;

/** The extension host as the worker knows it: models, a person, and somebody who wants to know. */
export type Host = Pick<
	Channel<HostRequests, WorkerRequests, WorkerEvent, HostNews>,
	'call' | 'tell'
>;

/** The worker beyond its methods. */
export interface WorkerService {
	readonly methods: WorkerMethods;
	/** Settings of the person, before the first request and whenever they have changed. */
	readonly configure: (settings: WorkerSettings) => void;
	/** Ends everything that runs, and closes what is open. Never rejects. */
	readonly shutDown: () => Promise<void>;
}

/** The worker's end of the way to the host; `parentPort` is one. */
export interface ServicePort {
	postMessage(message: ChannelMessage): void;
	on(event: 'message', listener: (message: ChannelMessage) => void): unknown;
	close(): void;
}

/** Serves the host behind a port, until it has the worker shut down. */
export function serve(port: ServicePort, create: (host: Host) => WorkerService): WorkerService {
	const channel = new HostChannel(port);
	const service = create(channel);
	channel.handle(service.methods);
	channel.onDidTell('settings', ({ settings }) => service.configure(settings));
	channel.onDidTell('shut-down', () => void service.shutDown().finally(() => port.close()));
	return service;
}

/** Calls to the host fail with a `ModelError`, or the signal's reason. */
class HostChannel extends Channel<HostRequests, WorkerRequests, WorkerEvent, HostNews> {
	readonly #port: ServicePort;

	constructor(port: ServicePort) {
		super({ toFailure, toError: modelErrorOf });
		this.#port = port;
		port.on('message', (message) => this.receive(message));
	}

	protected post(message: ChannelMessage): void {
		this.#port.postMessage(message);
	}
}
