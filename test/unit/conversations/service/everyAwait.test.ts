import assert from 'node:assert/strict';
import { cacheRules } from '../../../../src/compaction/cost/cacheRules.ts';
import { FakeTimers } from '../../../support/fakeTimers.ts';
import { ConversationService } from '../../../../src/conversations/service/service.ts';
import type { Submission, TurnEnd } from '../../../../src/conversations/service/queue.ts';
import { memoryStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { estimatedTokens } from '../../../../src/messages/tokens.ts';
import { draftOf, settingsWith } from '../../../support/compactions.ts';
import { assistant, at, call, prose, result, user } from '../../../support/logs.ts';
import { violations } from '../../../support/providerRules.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { smallWindow } from '../../../support/serviceRig.ts';
import { written } from '../../../support/written.ts';

/** Lets this many steps of whatever is ready pass. */
async function ticks(count: number): Promise<void> {
	for (let tick = 0; tick < count; tick += 1) {
		await Promise.resolve();
	}
}

interface Scene {
	readonly store: SqliteStore;
	readonly service: ConversationService;
	readonly id: string;
	readonly first: Submission;
	readonly second: Submission;
	/** A person's wait for the compaction that runs first. */
	readonly waiting: AbortController;
	readonly jobs: string[];
	readonly unexpected: unknown[];
}

/**
 * Two messages above the hard threshold: the first waits for a compaction, overflows, is compacted
 * again and calls a tool. Everything goes on by itself, a few ticks each.
 */
async function play(): Promise<Scene> {
	const store = memoryStore(() => 0);
	const unexpected: unknown[] = [];
	let calls = 0;
	const jobs: string[] = [];
	const service = new ConversationService({
		store,
		counter: estimatedTokens,
		turns: {
			async runTurn(_context, _signal, report) {
				calls += 1;
				await ticks(2);
				if (calls === 1) {
					return { kind: 'failed', failure: { kind: 'context-too-long', message: 'Too long.' } };
				}
				report.append(assistant('', call(`${calls}`)));
				await ticks(1);
				report.append(result(`${calls}`, prose(400, calls)));
				await report.nextContext();
				await ticks(2);
				report.append(assistant('Done.'));
				return { kind: 'completed' };
			},
		},
		summariserFor: () => ({
			async summarise() {
				await ticks(4);
				return written(draftOf());
			},
		}),
		settingsOf: () => ({
			compaction: settingsWith(smallWindow),
			prices: { rules: cacheRules.free },
			recall: false,
			automatic: true,
		}),
		monotonic: () => 0,
		epoch: () => 0,
		timers: new FakeTimers(),
		wait: () => ticks(1),
		hear: (event) => {
			if (event.type === 'job-ended') {
				jobs.push(event.end.kind);
			}
		},
		unexpected: (error) => unexpected.push(error),
	});
	const { id } = service.create({ title: 'Test', source: 'test' });
	const messages = Array.from({ length: 32 }, (_, index) => [
		user(prose(300, index)),
		assistant(prose(900, index)),
	]).flat();
	await service.of(id).append(messages);
	const waiting = new AbortController();
	void service.of(id).compact({}, waiting.signal);
	const first = service.of(id).submit(user('First'));
	const second = service.of(id).submit(user('Second'));
	return { store, service, id, first, second, waiting, jobs, unexpected };
}

function causeOf(end: TurnEnd): string {
	return end.kind === 'answered' ? end.kind : end.cause.kind;
}

const cancels: readonly {
	readonly name: string;
	readonly cancel: (scene: Scene) => unknown;
	/** How the first and the second message may end. */
	readonly first: readonly string[];
	readonly second: readonly string[];
}[] = [
	{
		name: 'the first message',
		cancel: ({ first }) => first.cancel(),
		first: ['answered', 'withdrawn', 'stopped'],
		second: ['answered'],
	},
	{
		name: 'the second message',
		cancel: ({ second }) => second.cancel(),
		first: ['answered'],
		second: ['answered', 'withdrawn', 'stopped'],
	},
	{
		name: 'both messages',
		cancel: ({ first, second }) => {
			first.cancel();
			second.cancel();
		},
		first: ['answered', 'withdrawn', 'stopped'],
		second: ['answered', 'withdrawn', 'stopped'],
	},
	{
		name: 'the compaction',
		cancel: ({ service, id }) => service.living(id)?.compactor.cancel('job'),
		first: ['answered', 'model'],
		second: ['answered'],
	},
	{
		name: 'the waiting for it',
		cancel: ({ waiting }) => waiting.abort(),
		first: ['answered'],
		second: ['answered'],
	},
	{
		name: 'a record by an undo',
		cancel: ({ service, id }) => service.of(id).undo(),
		first: ['answered'],
		second: ['answered'],
	},
	{
		name: 'everything by shutting down',
		cancel: ({ service }) => service.dispose(),
		first: ['answered', 'shut-down'],
		second: ['answered', 'shut-down'],
	},
	{
		name: 'everything by closing',
		cancel: ({ service, id }) => service.close(id),
		first: ['answered', 'closed'],
		second: ['answered', 'closed'],
	},
	{
		name: 'everything by deleting',
		cancel: ({ service, id }) => service.delete(id),
		first: ['answered', 'deleted'],
		second: ['answered', 'deleted'],
	},
];

describe('cancelling at every step', () => {
	for (const { name, cancel, first, second } of cancels) {
		it(`${name} ends both messages once, and leaves everything in order`, async () => {
			const seen = new Set<string>();
			for (let step = 0; step < 120; step += 1) {
				const scene = await play();
				await ticks(step);
				void cancel(scene);
				await settled();
				const ends = await Promise.all([scene.first.ended, scene.second.ended]);
				const [one, two] = ends.map(causeOf);
				assert.ok(first.includes(one ?? ''), `${one} at step ${step}`);
				assert.ok(second.includes(two ?? ''), `${two} at step ${step}`);
				seen.add(`${one} ${two}`);
				assertOrder(scene, ends, step);
			}
			// It came before, in the middle of and after what it cancels.
			assert.ok(seen.size > 1 || first.length + second.length === 2, [...seen].join());
		});
	}
});

function assertOrder(
	{ store, service, id, jobs, unexpected }: Scene,
	ends: TurnEnd[],
	step: number,
): void {
	assert.deepEqual(unexpected, []);
	assert.ok(jobs.length > 0);
	const stored = store.find(id);
	if (stored === undefined) {
		return;
	}
	const claim = store.claim(id, 'job');
	assert.ok(claim, `the claim is still held at step ${step}`);
	claim.release();
	const said = store.log(id).map(({ message }) => message);
	for (const [index, text] of ['First', 'Second'].entries()) {
		const place = said.findIndex(({ content }) => content === text);
		const end = at(ends, index);
		if (end.kind === 'answered') {
			const reply = said.slice(place + 1, place + 1 + end.messages);
			assert.ok(place >= 0 && reply.every(({ role }) => role !== 'user'));
			assert.equal(reply.at(-1)?.content, 'Done.');
		}
	}
	try {
		assert.deepEqual(violations(service.of(id).conversation.context.messages), []);
	} catch (error) {
		// After shutting down nobody is told a context any more.
		assert.match(String(error), /closed/);
	}
	const committed = store.records(id).length;
	assert.ok(committed >= jobs.filter((kind) => kind === 'committed').length);
}
