import assert from 'node:assert/strict';
import { SentRequests } from '../../../../src/vscode/models/sentRequests.ts';

const continueWith = () => assert.fail('Nothing is asked.');

/** Which of ten conversations can be continued when each was sent so many tokens. */
function keptOf(tokens: number): readonly number[] {
	const sent = new SentRequests();
	const all = Array.from({ length: 10 }, (_, index) => index);
	for (const each of all) {
		sent.keep(`c${each}`, { model: 'm', length: 1, tokens, continueWith });
	}
	return all.filter((each) => sent.of(`c${each}`) !== undefined);
}

describe('what models were last sent', () => {
	it('is kept of the eight latest conversations', () => {
		assert.deepEqual(keptOf(1_000), [2, 3, 4, 5, 6, 7, 8, 9]);
	});

	it('is kept of fewer where it is large, and of the latest whatever its size', () => {
		assert.deepEqual(keptOf(300_000), [7, 8, 9]);
		assert.deepEqual(keptOf(3_000_000), [9]);
	});
});
