import assert from 'node:assert/strict';
import { StoreError } from '../../../src/conversations/store/storeError.ts';
import { Interrupted } from '../../../src/models/interrupts.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { modelErrorOf, toFailure } from '../../../src/protocol/failures.ts';

/** An error after its way across the threads. */
const crossed = (error: unknown, signal?: AbortSignal): unknown =>
	modelErrorOf(structuredClone(toFailure(error, signal?.aborted === true)), signal);

describe('an error that crosses the threads', () => {
	it('keeps code, message and stack', () => {
		const error = Object.assign(new Error('a.jsonl is empty.'), { code: 'empty' });
		const { message, stack } = error;
		assert.deepEqual(toFailure(error, false), { code: 'empty', message, stack });
	});

	it('has a code of its kind, also where it brings none', () => {
		for (const [error, code] of [
			[new StoreError('disk-full'), 'store'],
			[new StoreError('locked'), 'store'],
			[new StoreError('not-found'), 'unknown-conversation'],
			[new Interrupted('turn'), 'cancelled'],
			[new TypeError('oops'), 'internal'],
			['oops', 'internal'],
		] as const) {
			assert.equal(toFailure(error, false).code, code);
			assert.equal(toFailure(error, true).code, 'cancelled');
		}
	});

	it('is the failure of the model it was, whole', () => {
		const failure = { kind: 'rate-limited', message: 'Too many.', advice: 'Wait.' } as const;
		for (const signal of [undefined, AbortSignal.abort()]) {
			const error = crossed(new ModelError(failure), signal);
			assert.ok(error instanceof ModelError);
			assert.deepEqual(error.failure, failure);
		}
	});

	it('is the interrupt it was, or the reason of whoever had cancelled', () => {
		const error = crossed(new Interrupted('service'));
		assert.ok(error instanceof Interrupted && error.kind === 'service');
		const reason = new Interrupted('job');
		assert.equal(crossed(new Interrupted('turn'), AbortSignal.abort(reason)), reason);
		assert.equal(crossed(new Error('stopped'), AbortSignal.abort(reason)), reason);
	});

	it('is a failed connection where it is anything else: a summary there must be', () => {
		const error = crossed(new TypeError('oops'));
		assert.ok(error instanceof ModelError);
		assert.deepEqual(error.failure, { kind: 'connection', message: 'oops' });
	});
});
