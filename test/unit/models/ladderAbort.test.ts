import assert from 'node:assert/strict';
import { abortable } from '../../../src/models/waiting.ts';
import { ladderSummariser } from '../../../src/models/ladder.ts';
import { assistant, logOf, prose, user } from '../../support/logs.ts';
import {
	otherModel,
	ScriptedWorld,
	summaryModel,
	type LadderChanges,
	type Scripted,
} from '../../support/scriptedCalls.ts';
import { goodReply, requestOf } from '../summary/requests.ts';

const request = requestOf(
	logOf(
		...Array.from({ length: 12 }, (_, index) => [
			user(`Request ${index}`),
			assistant(prose(5_500, index)),
		]).flat(),
	),
);
const good: Scripted = { content: goodReply(), finishReason: 'stop' };
const chat: Scripted = { content: 'Done.', finishReason: 'stop' };

/** Pieces, a repair, a time-out, a wait, a second rung, and the built-in summariser. */
const scenarios: readonly (readonly [string, LadderChanges, readonly Scripted[]])[] = [
	[
		'pieces, a repair, a broken connection, a wait and a merge',
		{ models: { summary: { ...summaryModel, window: 12_000 }, main: otherModel } },
		[good, chat, { fails: 'connection' }, good, { fails: 'overloaded' }, good],
	],
	[
		'both models failing',
		{ models: { summary: summaryModel, main: otherModel } },
		[{ fails: 'timeout' }, { fails: 'timeout' }, { fails: 'credit' }],
	],
	['the built-in summariser alone', { models: {} }, [good]],
];

/** Runs a scenario and aborts it at its event of this number. */
async function abortedAt(event: number, [, changes, script]: (typeof scenarios)[number]) {
	const world = new ScriptedWorld(...script);
	const controller = new AbortController();
	const reason = new Error(`stopped at ${event}`);
	let events = 0;
	let callsThen: number | undefined;
	world.onEvent = () => {
		if (events === event) {
			callsThen = world.calls.length;
			controller.abort(reason);
		}
		events += 1;
	};
	const outcome = await world.summarise(request, changes, controller.signal).then(
		() => 'written',
		(error: unknown) => (error === reason ? 'stopped' : error),
	);
	// What the aborted call still comes to is heard by nobody.
	await new Promise((resolve) => setImmediate(resolve));
	return { world, outcome, events, callsThen };
}

describe('an abort', () => {
	const unhandled: unknown[] = [];
	const note = (error: unknown): number => unhandled.push(error);
	before(() => process.on('unhandledRejection', note));
	after(() => {
		process.off('unhandledRejection', note);
		assert.deepEqual(unhandled, []);
	});

	for (const scenario of scenarios) {
		it(`ends it at once wherever it comes, and nothing is kept: ${scenario[0]}`, async () => {
			const { events, outcome } = await abortedAt(-1, scenario);
			assert.equal(outcome, 'written');
			for (let event = 0; event < events; event += 1) {
				const run = await abortedAt(event, scenario);
				assert.equal(run.outcome, 'stopped', `at ${event} of ${events}`);
				assert.equal(run.world.calls.length, run.callsThen, `at ${event} of ${events}`);
				assert.equal(run.world.cooldownsSet, 0);
				assert.deepEqual(run.world.told, []);
			}
		});
	}

	it('between the last reply and the summary keeps nothing either', async () => {
		for (const script of [
			[{ fails: 'timeout' }, { fails: 'timeout' }, good],
			[{ fails: 'timeout' }, { fails: 'timeout' }, { fails: 'credit' }],
		] satisfies Scripted[][]) {
			let stopped = 0;
			for (let ticks = 0; ticks < 40; ticks += 1) {
				const world = new ScriptedWorld(...script);
				const controller = new AbortController();
				const aborted = Promise.withResolvers<number>();
				const abortIn = (left: number): void => {
					if (left > 0) {
						queueMicrotask(() => abortIn(left - 1));
						return;
					}
					aborted.resolve(world.cooldownsSet);
					controller.abort('late');
				};
				world.onEvent = () => {
					if (world.calls.length === 3) {
						world.onEvent = () => undefined;
						abortIn(ticks);
					}
				};
				const outcome = await world.summarise(request, {}, controller.signal).catch(String);
				const keptBefore = await aborted.promise;
				// Once the cooldowns are set the summary is written; before that it is not.
				assert.equal(outcome === 'late', keptBefore === 0, `after ${ticks}`);
				assert.equal(world.cooldownsSet, keptBefore, `after ${ticks}`);
				stopped += outcome === 'late' ? 1 : 0;
			}
			assert.ok(stopped > 3 && stopped < 40, `${stopped}`);
		}
	});

	it('does not wait for a model or a pause that does not listen', async () => {
		for (const stuck of ['call', 'wait'] as const) {
			const controller = new AbortController();
			const world = new ScriptedWorld({ fails: 'server' });
			const options = world.options();
			const never = (): Promise<never> => {
				queueMicrotask(() => controller.abort('enough'));
				return new Promise<never>(() => undefined);
			};
			const summariser = ladderSummariser({
				...options,
				...(stuck === 'call' ? { calls: { call: never } } : { wait: never }),
			});
			await assert.rejects(
				summariser.summarise(request, controller.signal),
				(error) => error === 'enough',
			);
		}
	});
});

describe('abortable work', () => {
	it('loses against an abort that comes together with its result', async () => {
		for (const result of [Promise.resolve(1), Promise.reject(new Error('failed'))]) {
			const controller = new AbortController();
			const start = (): Promise<number> => {
				queueMicrotask(() => controller.abort('both'));
				return result;
			};
			await assert.rejects(abortable(start, controller.signal), (error) => error === 'both');
		}
	});
});
