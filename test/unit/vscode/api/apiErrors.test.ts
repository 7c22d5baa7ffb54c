import assert from 'node:assert/strict';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { toFailure } from '../../../../src/protocol/failures.ts';
import { toApiError } from '../../../../src/vscode/api/apiErrors.ts';
import { WorkerError } from '../../../../src/vscode/worker/workerError.ts';

describe('errors of the API', () => {
	it('say what another extension can do about a failure of the worker', () => {
		for (const [code, expected] of [
			['unknown-conversation', 'unknown-conversation'],
			['store', 'not-stored'],
			['worker-stopped', 'stopped'],
			['closed', 'stopped'],
			['cancelled', 'disposed'],
			['busy', 'internal'],
		] as const) {
			assert.equal(toApiError(new WorkerError({ code, message: 'no' })).code, expected);
		}
		assert.equal(toApiError(new TypeError('no')).code, 'internal');
		assert.equal(toApiError('no').code, 'internal');
	});

	it('speak of storage only where storage failed', () => {
		for (const [kind, expected] of [
			['disk-full', 'not-stored'],
			['not-found', 'unknown-conversation'],
			['closed', 'stopped'],
		] as const) {
			const failure = toFailure(new StoreError(kind), false);
			assert.equal(toApiError(new WorkerError(failure)).code, expected);
		}
	});

	it('tell neither a secret nor where our code is', () => {
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const failure = { code: 'store', message: `no room for ${secret}`, stack: 'at /home/me' };
		const error = toApiError(new WorkerError(failure));
		assert.deepEqual(
			[error.name, error.message, error.cause],
			['PrecisError', 'no room for [REDACTED]', undefined],
		);
		assert.doesNotMatch(error.stack ?? '', /home\/me/);
	});
});
