import assert from 'node:assert/strict';
import { signalOf } from '../../../../src/vscode/worker/interrupts.ts';
import { FakeCancellation } from '../../../support/vscodeFakes.ts';

describe('a signal of a cancellation token', () => {
	it('is aborted when the token is cancelled, once', () => {
		const source = new FakeCancellation();
		const { signal } = signalOf(source.token);
		assert.equal(signal.aborted, false);
		source.cancel();
		assert.equal(signal.aborted, true);
		assert.equal(source.listeners, 0);
	});

	it('is aborted from the start when the token was cancelled before', () => {
		const source = new FakeCancellation();
		source.cancel();
		const mapped = signalOf(source.token);
		assert.equal(mapped.signal.aborted, true);
		assert.equal(source.listeners, 0);
		mapped.dispose();
	});

	it('leaves the token alone when it is not wanted any more', () => {
		const source = new FakeCancellation();
		const mapped = signalOf(source.token);
		assert.equal(source.listeners, 1);
		mapped.dispose();
		mapped.dispose();
		assert.equal(source.listeners, 0);
		source.cancel();
		assert.equal(mapped.signal.aborted, false);
	});
});
