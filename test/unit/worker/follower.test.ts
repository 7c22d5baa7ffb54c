import assert from 'node:assert/strict';
import { Follower } from '../../../src/worker/follower.ts';
import { FakeTimers } from '../../support/fakeTimers.ts';
import { settled } from '../../support/scriptedClients.ts';

describe('a follower', () => {
	/** Lets minutes pass in steps of a quarter of a second. */
	async function passing(timers: FakeTimers, minutes: number): Promise<void> {
		for (let step = 0; step < minutes * 240; step += 1) {
			timers.pass(250);
			await settled();
		}
	}

	function followed(readAgain: () => Promise<boolean>) {
		const timers = new FakeTimers();
		const file = { size: 1 };
		const failures: unknown[] = [];
		const follower = new Follower(
			{
				fileOf: () => ({ path: '/a.jsonl', size: 1 }),
				readAgain,
				failed: (error) => failures.push(error),
				changed: () => undefined,
			},
			{ timers, stateOf: async () => ({ size: file.size, version: String(file.size) }) },
		);
		follower.follow('a');
		return { timers, file, follower, failures };
	}

	it('reads a file that cannot be read ever less often, says so once, and reads it at once where it can', async () => {
		let reads = 0;
		let fails = true;
		const { timers, file, follower, failures } = followed(() => {
			reads += 1;
			return fails ? Promise.reject(new Error('gone')) : Promise.resolve(true);
		});
		file.size = 2;
		await passing(timers, 10);
		assert.ok(reads > 5 && reads < 20, String(reads));
		assert.deepEqual(failures, [new Error('gone')]);
		fails = false;
		await passing(timers, 1.1);
		const before = reads;
		for (const size of [3, 4, 5]) {
			file.size = size;
			await passing(timers, 0.1);
		}
		assert.equal(reads, before + 3);
		assert.equal(follower.isFollowed('a'), true);
		follower.follow(undefined);
		assert.equal(timers.pending, 0);
	});
});
