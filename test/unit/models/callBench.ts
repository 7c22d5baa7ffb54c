import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { callModel } from '../../../src/models/callModel.ts';
import { ClientPool } from '../../../src/models/clientPool.ts';
import type { InterruptKind } from '../../../src/models/interrupts.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { taskPolicies, type TaskName } from '../../../src/models/tasks.ts';
import { FakeTimers } from '../../support/fakeTimers.ts';
import {
	routeTo,
	type ScriptedCall,
	ScriptedClient,
	settled,
} from '../../support/scriptedClients.ts';

/** A pool over scripted clients, fake timers, and the three interrupts. */
export class CallBench {
	readonly clients: ScriptedClient[] = [];
	readonly timers = new FakeTimers();
	readonly turn = new AbortController();
	readonly job = new AbortController();
	readonly service = new AbortController();
	readonly texts: string[] = [];
	readonly pool: ClientPool;
	/** Outcomes in the order they came. */
	readonly outcomes: unknown[] = [];

	constructor(deaf = false) {
		this.pool = new ClientPool(() => {
			const client = new ScriptedClient(deaf);
			this.clients.push(client);
			return Promise.resolve(client);
		});
	}

	/** Starts a call; its outcome is also noted. */
	start(task: TaskName = 'compaction'): Promise<unknown> {
		const outcome = callModel(this, {
			route: routeTo(),
			request: { messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 100 },
			policy: taskPolicies[task],
			interrupts: {
				turn: this.turn.signal,
				job: this.job.signal,
				service: this.service.signal,
			},
			onText: (text) => this.texts.push(text),
		}).then(
			({ content }) => content,
			(error: unknown) => error,
		);
		void outcome.then((value) => this.outcomes.push(value));
		return outcome;
	}

	/** The request of the n-th call in all, from 0. */
	async received(index = 0): Promise<ScriptedCall> {
		for (let tries = 0; tries < 50; tries += 1) {
			const call = this.clients.flatMap(({ calls }) => calls)[index];
			if (call !== undefined) {
				return call;
			}
			await settled();
		}
		throw new Error(`There was no call ${index}.`);
	}

	interrupt(kind: InterruptKind): void {
		this[kind].abort();
	}

	/** Nothing of any call is left: no timer, no listener, no stream. */
	async assertNothingLeft(): Promise<void> {
		await settled();
		assert.equal(this.timers.pending, 0, 'no timer is left');
		for (const kind of ['turn', 'job', 'service'] as const) {
			assert.equal(getEventListeners(this[kind].signal, 'abort').length, 0, `no ${kind} listener`);
		}
		assert.deepEqual(
			this.clients.map(({ open }) => open),
			this.clients.map(() => 0),
			'no stream is open',
		);
	}
}

export function timeoutOf(outcome: unknown): string | undefined {
	return outcome instanceof ModelError ? outcome.failure.timeout : undefined;
}
