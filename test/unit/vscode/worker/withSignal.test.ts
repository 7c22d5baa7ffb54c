import assert from 'node:assert/strict';
import { withSignal } from '../../../../src/vscode/worker/withSignal.ts';
import { FakeCancellation } from '../../../support/vscodeFakes.ts';

describe('a signal of a cancellation token', () => {
	it('is aborted when the token is cancelled, once', async () => {
		const source = new FakeCancellation();
		await withSignal(source.token, async (signal) => {
			assert.equal(signal.aborted, false);
			source.cancel();
			assert.equal(signal.aborted, true);
		});
		assert.equal(source.listeners, 0);
	});

	it('is aborted from the start when the token was cancelled before', async () => {
		const source = new FakeCancellation();
		source.cancel();
		assert.equal(await withSignal(source.token, async ({ aborted }) => aborted), true);
		assert.equal(source.listeners, 0);
	});

	it('leaves the token alone when what it was for has ended', async () => {
		const source = new FakeCancellation();
		const signal = await withSignal(source.token, async (own) => {
			assert.equal(source.listeners, 1);
			return own;
		});
		assert.equal(source.listeners, 0);
		source.cancel();
		assert.equal(signal.aborted, false);
	});

	it('leaves it alone also when that has failed', async () => {
		const source = new FakeCancellation();
		const failing = withSignal(source.token, () => Promise.reject(new Error('broken')));
		await assert.rejects(failing, /broken/);
		assert.equal(source.listeners, 0);
	});
});
