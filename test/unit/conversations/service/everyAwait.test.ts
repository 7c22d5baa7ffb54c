import assert from 'node:assert/strict';
import { FakeTimers } from '../../../support/fakeTimers.ts';
import { ConversationService } from '../../../../src/conversations/service/service.ts';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import { memoryStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { draftOf } from '../../../support/compactions.ts';
import { assistant, call, prose, result, user } from '../../../support/logs.ts';
import { violations } from '../../../support/providerRules.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { partsWith } from '../../../support/serviceRig.ts';
import { written } from '../../../support/written.ts';

/** Lets this many steps of whatever is ready pass. */
async function ticks(count: number): Promise<void> {
	for (let tick = 0; tick < count; tick += 1) {
		await Promise.resolve();
	}
}

type End = 'answered' | 'stopped' | 'lost';

interface Scene {
	readonly store: SqliteStore;
	readonly service: ConversationService;
	readonly id: string;
	/** How the turn ended. */
	readonly turn: Promise<End>;
	/** The person presses Stop. */
	readonly stop: AbortController;
	/** A person's wait for the compaction that runs first. */
	readonly waiting: AbortController;
	readonly jobs: string[];
	readonly unexpected: unknown[];
}

/**
 * A message above the hard threshold: it waits for a person's compaction, overflows, is compacted again and calls a
 * tool. Everything goes on by itself, a few ticks each.
 */
async function play(): Promise<Scene> {
	const store = memoryStore(() => 0);
	const unexpected: unknown[] = [];
	const jobs: string[] = [];
	const service = new ConversationService({
		...partsWith(new FakeTimers()),
		store,
		summariserFor: () => ({
			async summarise() {
				await ticks(4);
				return written(draftOf());
			},
		}),
		wait: () => ticks(1),
		onEvent: (event) => {
			if (event.type === 'job-ended') {
				jobs.push(event.result.kind);
			}
		},
		unexpected: (error) => unexpected.push(error),
	});
	const { id } = service.create({ title: 'Test', source: 'test' });
	const messages = Array.from({ length: 32 }, (_, index) => [
		user(prose(300, index)),
		assistant(prose(900, index)),
	]).flat();
	service.of(id).clientTurns.append(messages);
	const waiting = new AbortController();
	void service.of(id).compact({}, waiting.signal);
	const stop = new AbortController();
	const turn = answer(service, id, stop.signal);
	return { store, service, id, turn, stop, waiting, jobs, unexpected };
}

/** Leads a turn as clients do. */
async function answer(service: ConversationService, id: string, signal: AbortSignal): Promise<End> {
	const turns = () => service.of(id).clientTurns;
	turns().append([user('The question')]);
	try {
		await turns().nextContext(signal);
		await ticks(2);
		await turns().compactForOverflow(signal);
		await turns().nextContext(signal);
		await ticks(2);
		turns().append([assistant('', call('1'))]);
		await ticks(1);
		turns().append([result('1', prose(400, 1))]);
		await turns().nextContext(signal);
		await ticks(2);
		turns().append([assistant('Done.')]);
		return 'answered';
	} catch (error) {
		assert.ok(signal.aborted || error instanceof StoreError, String(error));
		service.loaded(id)?.clientTurns.requestEnded(false);
		return signal.aborted ? 'stopped' : 'lost';
	}
}

const cancels: readonly {
	readonly name: string;
	readonly cancel: (scene: Scene) => unknown;
	/** How the turn may end. */
	readonly ends: readonly End[];
}[] = [
	{ name: 'the turn', cancel: ({ stop }) => stop.abort(), ends: ['answered', 'stopped'] },
	{
		name: 'the compaction',
		cancel: ({ service, id }) => service.loaded(id)?.compactor.cancel('job'),
		ends: ['answered'],
	},
	{ name: 'the waiting for it', cancel: ({ waiting }) => waiting.abort(), ends: ['answered'] },
	{
		name: 'a record by an undo',
		cancel: ({ service, id }) => service.of(id).undo(),
		ends: ['answered'],
	},
	{
		name: 'everything by shutting down',
		cancel: ({ service }) => service.dispose(),
		ends: ['answered', 'lost'],
	},
	{
		name: 'everything by closing',
		cancel: ({ service, id }) => service.close(id),
		ends: ['answered', 'lost'],
	},
	{
		name: 'everything by deleting',
		cancel: ({ service, id }) => service.delete(id),
		ends: ['answered', 'lost'],
	},
];

describe('cancelling at every step', () => {
	for (const { name, cancel, ends } of cancels) {
		it(`${name} ends the turn once, and leaves everything in order`, async () => {
			const seen = new Set<End>();
			for (let step = 0; step < 60; step += 1) {
				const scene = await play();
				await ticks(step);
				void cancel(scene);
				await settled();
				const end = await scene.turn;
				assert.ok(ends.includes(end), `${end} at step ${step}`);
				seen.add(end);
				assertOrder(scene, end, step);
			}
			// It came before, in the middle of and after what it cancels.
			assert.equal(seen.size, ends.length, [...seen].join());
		});
	}
});

function assertOrder(
	{ store, service, id, jobs, unexpected }: Scene,
	end: End,
	step: number,
): void {
	assert.deepEqual(unexpected, []);
	assert.ok(jobs.length > 0);
	const stored = store.find(id);
	if (stored === undefined) {
		return;
	}
	const claim = store.claim(id);
	assert.ok(claim, `the claim is still held at step ${step}`);
	claim.release();
	const said = store.log(id).map(({ message }) => message.content);
	assert.equal(said.filter((text) => text === 'The question').length, 1);
	assert.equal(said.at(-1) === 'Done.', end === 'answered');
	try {
		assert.deepEqual(violations(service.of(id).conversation.context.messages), []);
	} catch (error) {
		// After shutting down nobody is told a context any more.
		assert.match(String(error), /closed/);
	}
	const committed = store.records(id).length;
	assert.ok(committed >= jobs.filter((kind) => kind === 'committed').length);
}
