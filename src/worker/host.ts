import { Channel, type ChannelMessage } from '../protocol/channel.ts';
import type { WorkerEvent } from '../protocol/conversationEvents.ts';
import { modelErrorOf, toFailure } from '../protocol/failures.ts';
import type { HostRequests } from '../protocol/hostRequests.ts';
import type { WorkerRequests } from '../protocol/workerRequests.ts';
import type { HostNotification } from '../protocol/workerSettings.ts';

/** The extension host as the worker sees it: models, the user, and a listener. */
export type Host = Pick<HostChannel, 'call' | 'notify'>;

/** The worker's end of the channel to the host; `parentPort` is one. */
export interface ServicePort {
	postMessage(message: ChannelMessage): void;
	on(event: 'message', listener: (message: ChannelMessage) => void): unknown;
	close(): void;
}

/** Calls to the host fail with a `ModelError`, or the signal's reason. */
export class HostChannel extends Channel<
	HostRequests,
	WorkerRequests,
	WorkerEvent,
	HostNotification
> {
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
