import assert from 'node:assert/strict';
import { runInLanes, type Step } from '../lanes.ts';

/** Runs steps that last as many turns as they say. @returns What began and ended, in order. */
async function told(steps: readonly (Step & { readonly turns?: number })[]): Promise<string[]> {
	const events: string[] = [];
	await runInLanes(2, steps, async ({ name, turns = 1 }) => {
		events.push(name);
		for (let turn = 0; turn < turns; turn += 1) {
			await new Promise(setImmediate);
		}
		events.push(`/${name}`);
	});
	return events;
}

describe('steps in lanes', () => {
	it('run two at a time, in their order', async () => {
		const steps = [{ name: 'a', turns: 6 }, { name: 'b' }, { name: 'c' }];
		assert.deepEqual(await told(steps), ['a', 'b', '/b', 'c', '/c', '/a']);
	});

	it('wait for what they come after while others pass them', async () => {
		const steps = [
			{ name: 'build', turns: 3 },
			{ name: 'windows', after: ['build'] },
			{ name: 'unit', turns: 9 },
		];
		assert.deepEqual(await told(steps), [
			'build',
			'unit',
			'/build',
			'windows',
			'/windows',
			'/unit',
		]);
	});

	it('are never left out: one that waits in vain is an error', async () => {
		const run = told([{ name: 'a' }, { name: 'b', after: ['no-such'] }]);
		await assert.rejects(run, /wait in vain: b$/);
	});

	it('pass on what goes wrong in one', async () => {
		await assert.rejects(
			runInLanes(2, [{ name: 'a' }], () => Promise.reject(new Error('broken'))),
			/broken/,
		);
	});
});
