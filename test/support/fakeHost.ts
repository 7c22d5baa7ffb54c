import type { ModelAnswer } from '../../src/models/client.ts';
import type { CallOptions, Handlers } from '../../src/protocol/channel.ts';
import type { WorkerEvent } from '../../src/protocol/conversationEvents.ts';
import type { HostRequests, SummaryModels, SummaryPlan } from '../../src/protocol/hostRequests.ts';
import type { Host } from '../../src/worker/host.ts';

/** The extension host as the worker knows it. Unless a test says otherwise there is no model. */
export class FakeHost implements Host {
	readonly events: WorkerEvent[] = [];
	readonly plans: SummaryPlan[] = [];
	readonly calls: HostRequests['call']['parameters'][] = [];
	models: () => Promise<SummaryModels> = () => Promise.resolve({ transientRetries: 1 });
	reply: () => Promise<ModelAnswer> = () => Promise.reject(new Error('There is no model.'));

	notify(event: WorkerEvent): void {
		this.events.push(event);
	}

	/** Ends with an abort, as calls to the host do. */
	async call<Name extends keyof HostRequests>(
		name: Name,
		parameters: HostRequests[Name]['parameters'],
		{ signal = new AbortController().signal }: CallOptions = {},
	): Promise<HostRequests[Name]['result']> {
		signal.throwIfAborted();
		const aborted = Promise.withResolvers<never>();
		const abort = (): void => aborted.reject(signal.reason as Error);
		signal.addEventListener('abort', abort, { once: true });
		const handler: Handlers<HostRequests>[Name] = this.#handlers[name];
		const call = { signal, progress: () => undefined };
		try {
			return await Promise.race([handler(parameters, call), aborted.promise]);
		} finally {
			signal.removeEventListener('abort', abort);
		}
	}

	readonly #handlers: Handlers<HostRequests> = {
		models: (plan) => {
			this.plans.push(plan);
			return this.models();
		},
		call: (parameters) => {
			this.calls.push(parameters);
			return this.reply();
		},
	};
}
