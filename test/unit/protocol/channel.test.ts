import assert from 'node:assert/strict';
import {
	Channel,
	type ChannelMessage,
	type Failure,
	type Handlers,
	type Progress,
} from '../../../src/protocol/channel.ts';
import { settled } from '../../support/scriptedClients.ts';

interface Names {
	readonly echo: { readonly parameters: string; readonly result: unknown };
	readonly wait: { readonly parameters: null; readonly result: string };
}

type Told = { readonly type: 'hot'; readonly degrees: number } | { readonly type: 'cold' };

class RemoteError extends Error {
	readonly failure: Failure;

	constructor(failure: Failure) {
		super(failure.message);
		this.failure = failure;
	}
}

/** One end of a channel, whose other end gets copies. */
class End extends Channel<Names, Names, Told, Told> {
	readonly sent: ChannelMessage[] = [];
	other: End | undefined;

	constructor() {
		super({
			toFailure: (error, cancelled) => ({
				code: cancelled ? 'cancelled' : 'oops',
				message: String(error),
			}),
			toError: (failure) => new RemoteError(failure),
		});
	}

	/** As a thread that was started anew: it counts from one. */
	hear(message: ChannelMessage): void {
		this.receive(message);
	}

	lose(): void {
		this.disconnect({ code: 'gone', message: 'Gone.' });
	}

	protected post(message: ChannelMessage): void {
		const copy = structuredClone(message);
		this.sent.push(copy);
		queueMicrotask(() => this.other?.receive(copy));
	}
}

/** Two ends; the far one answers. */
function start(handlers: Partial<Handlers<Names>> = {}): { readonly near: End; readonly far: End } {
	const near = new End();
	const far = new End();
	near.other = far;
	far.other = near;
	far.handle(() => ({
		echo: (text) => Promise.resolve(text),
		wait: () => new Promise(() => undefined),
		...handlers,
	}));
	return { near, far };
}

const failsWith = (code: string) => (error: unknown) =>
	error instanceof RemoteError && error.failure.code === code;

describe('a channel', () => {
	it('gives every call its own answer, in any order and both ways', async () => {
		const first = Promise.withResolvers<string>();
		const { near, far } = start({ wait: () => first.promise });
		near.handle(() => ({
			echo: (text) => Promise.resolve(`near ${text}`),
			wait: () => first.promise,
		}));
		const late = near.call('wait', null);
		assert.equal(await near.call('echo', 'a'), 'a');
		assert.equal(await far.call('echo', 'b'), 'near b');
		first.resolve('late');
		assert.equal(await late, 'late');
	});

	it('reports progress of its own call, before the answer', async () => {
		const { near, far } = start({
			echo(text, { progress }) {
				progress({ phase: 'reading' });
				return Promise.resolve(text);
			},
		});
		const phases: Progress['phase'][] = [];
		const calls = [
			near.call('echo', 'a', { onProgress: ({ phase }) => phases.push(phase) }),
			near.call('echo', 'b'),
		];
		await Promise.all(calls);
		assert.deepEqual(phases, ['reading']);
		assert.deepEqual(
			far.sent.map(({ type }) => type),
			['progress', 'progress', 'result', 'result'],
		);
	});

	it('fails as the other end did, whether that rejects, throws or cannot answer', async () => {
		const broken = new Error('broken');
		for (const echo of [
			() => Promise.reject(broken),
			() => {
				throw broken;
			},
			() => Promise.resolve(() => 'cannot be copied'),
			undefined,
		] as const) {
			const { near, far } = start(echo === undefined ? {} : { echo });
			if (echo === undefined) {
				far.handle(() => ({}) as Handlers<Names>);
			}
			await assert.rejects(near.call('echo', 'a'), failsWith('oops'));
			assert.deepEqual(
				far.sent.map(({ type }) => type),
				['failure'],
				'exactly one answer',
			);
		}
	});

	it('passes a cancellation on, and still takes the answer', async () => {
		const controller = new AbortController();
		const { near } = start({
			wait: (_, { signal }) =>
				new Promise((resolve) => {
					signal.addEventListener('abort', () => resolve('too late to cancel'));
				}),
		});
		const call = near.call('wait', null, { signal: controller.signal });
		await settled();
		controller.abort();
		assert.equal(await call, 'too late to cancel');
	});

	it('asks for nothing that is cancelled already, and cancels nothing that is answered', async () => {
		const { near } = start();
		const call = near.call('echo', 'a', { signal: AbortSignal.abort() });
		await assert.rejects(call, failsWith('cancelled'));
		const controller = new AbortController();
		await near.call('echo', 'a', { signal: controller.signal });
		controller.abort();
		near.hear({ type: 'cancel', id: 99 });
		assert.deepEqual(
			near.sent.map(({ type }) => type),
			['call'],
		);
	});

	it('tells news to those who listen to their type, in order, until they do not', async () => {
		const { near, far } = start();
		const heard: unknown[] = [];
		far.onNotification('hot', ({ degrees }) => heard.push(degrees));
		const second = far.onNotification('hot', ({ degrees }) => heard.push(`again ${degrees}`));
		far.onNotification('cold', () => heard.push('cold'));
		near.notify({ type: 'hot', degrees: 30 });
		near.notify({ type: 'cold' });
		await settled();
		second.dispose();
		near.notify({ type: 'hot', degrees: 31 });
		await settled();
		assert.deepEqual(heard, [30, 'again 30', 'cold', 31]);
	});

	it('fails what is pending and ends what runs when the other end is gone', async () => {
		const signals: AbortSignal[] = [];
		const { near, far } = start({
			wait: (_, { signal }) => {
				signals.push(signal);
				return new Promise(() => undefined);
			},
		});
		const call = near.call('wait', null);
		await settled();
		far.lose();
		assert.equal(signals[0]?.aborted, true);
		near.lose();
		await assert.rejects(call, failsWith('gone'));
		assert.equal(await near.call('echo', 'again'), 'again');
	});

	it('does not answer the next other end what an earlier one has asked', async () => {
		const answers: ((text: string) => void)[] = [];
		const { far } = start({
			wait: () => new Promise((resolve) => answers.push(resolve)),
		});
		const call: ChannelMessage = { type: 'call', id: 1, method: 'wait', parameters: null };
		far.hear(call);
		far.lose();
		far.hear(call);
		answers[0]?.('to the first');
		await settled();
		assert.deepEqual(far.sent, []);
		answers[1]?.('to the second');
		await settled();
		assert.deepEqual(far.sent, [{ type: 'result', id: 1, result: 'to the second' }]);
	});
});
