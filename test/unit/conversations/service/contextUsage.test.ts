import assert from 'node:assert/strict';
import { freshGuard } from '../../../../src/compaction/thrashGuard.ts';
import { ContextUsage } from '../../../../src/conversations/service/contextUsage.ts';

/** An account of 10,000 tokens that a compaction has just brought to 8,000 by our own count. */
function compactedAccount(): ContextUsage {
	const account = new ContextUsage(10_000, freshGuard);
	account.compacted('automatic', { before: 10_000, after: 8_000 });
	return account;
}

describe('the verdict on a compaction', () => {
	it('compares the report with the size before and what was said since', () => {
		const account = compactedAccount();
		account.appended(3_000);
		account.requested(11_000);
		account.appended(50_000);
		account.reported(11_600);
		// 13,000 without the compaction, 11,600 with it: it saved more than a tenth.
		assert.deepEqual(account.guard, { unhelpful: 0 });
	});

	it('leaves aside what every request carries', () => {
		const account = new ContextUsage(26_000, freshGuard, 16_000);
		account.compacted('automatic', { before: 26_000, after: 24_500 });
		assert.deepEqual(account.guard, freshGuard);
		account.requested(24_500);
		account.reported(25_100);
		assert.deepEqual(account.guard, { unhelpful: 1 });
	});

	it('is no help where nothing could be compacted', () => {
		const account = new ContextUsage(16_000, freshGuard, 16_000);
		account.savedNothing('automatic');
		account.savedNothing('automatic');
		assert.deepEqual(account.guard, { unhelpful: 2, restsUntil: 0 });
	});

	it('stays our own where no report comes', () => {
		const account = compactedAccount();
		account.requested(8_000);
		account.answered();
		account.requested(9_900);
		account.reported(9_900);
		assert.deepEqual(account.guard, { unhelpful: 0 });
		assert.deepEqual(account.size, { kind: 'reported', tokens: 9_900 });
	});

	it('is not passed on a context that an undo has taken back', () => {
		const account = compactedAccount();
		account.requested(8_000);
		account.contextReplaced(10_000);
		account.reported(10_000);
		assert.deepEqual(account.guard, { unhelpful: 0 });
		assert.deepEqual(account.size, { kind: 'counted', tokens: 10_000 });
	});
});

describe('what every request carries', () => {
	it('counts from the first request that has it, and no longer than requests have it', () => {
		const account = new ContextUsage(1_000, freshGuard);
		account.overheadChanged(16_000);
		assert.deepEqual(account.size, { kind: 'counted', tokens: 17_000 });
		account.overheadChanged(5_000);
		assert.deepEqual(account.size, { kind: 'counted', tokens: 6_000 });
	});
});
