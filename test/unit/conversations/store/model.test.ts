import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { memoryStore } from '../../../../src/conversations/store/openStore.ts';
import { openStore } from '../../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import { textOf } from '../../../../src/messages/message.ts';
import { entry, newConversation, recordOver, temporaryFolders } from './samples.ts';

/** What a conversation should be: lists, and records as their ranges' ends and parents' places. */
interface Model {
	readonly id: string;
	readonly texts: readonly string[];
	readonly records: readonly { readonly end: number; readonly parent: number | undefined }[];
	/** Place of the active record. */
	readonly active: number | undefined;
}

type Step =
	| { readonly kind: 'create' }
	| { readonly kind: 'append'; readonly at: number; readonly texts: readonly string[] }
	| { readonly kind: 'commit'; readonly at: number; readonly end: number; readonly stale: boolean }
	| { readonly kind: 'propose'; readonly at: number; readonly end: number }
	| { readonly kind: 'activate'; readonly at: number; readonly record: number }
	| { readonly kind: 'fork'; readonly at: number; readonly messages: number }
	| { readonly kind: 'delete'; readonly at: number }
	| { readonly kind: 'reopen' };

const at = fc.nat(99);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
	fc.oneof(
		fc.record({ kind: fc.constant('create' as const) }),
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('append' as const),
				at,
				texts: fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant('commit' as const),
				at,
				end: fc.integer({ min: 1, max: 5 }),
				stale: fc.boolean(),
			}),
		},
		fc.record({ kind: fc.constant('propose' as const), at, end: fc.integer({ min: 1, max: 5 }) }),
		fc.record({ kind: fc.constant('activate' as const), at, record: fc.nat(6) }),
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), at, messages: at }) },
		fc.record({ kind: fc.constant('delete' as const), at }),
		fc.record({ kind: fc.constant('reopen' as const) }),
	),
	{ minLength: 5, maxLength: 30 },
);

function forked({ texts, records, active }: Model, id: string, messages: number): Model {
	const fits = (place: number | undefined): boolean =>
		place !== undefined && (records[place]?.end ?? Infinity) <= messages;
	const nearest = (place: number | undefined): number | undefined =>
		place === undefined || fits(place) ? place : nearest(records[place]?.parent);
	const kept = records.flatMap((_, place) => (fits(place) ? [place] : []));
	const placeOf = (place: number | undefined): number | undefined =>
		place === undefined ? undefined : kept.indexOf(place);
	return {
		id,
		texts: texts.slice(0, messages),
		records: kept.map((place) => ({
			end: records[place]?.end ?? 0,
			parent: placeOf(nearest(records[place]?.parent)),
		})),
		active: placeOf(nearest(active)),
	};
}

/** One step in both. @returns What the model has become. */
function take(store: SqliteStore, models: readonly Model[], step: Step): readonly Model[] {
	if (step.kind === 'create') {
		const { id } = store.create(newConversation);
		return [...models, { id, texts: [], records: [], active: undefined }];
	}
	const index = step.kind === 'reopen' ? 0 : step.at % Math.max(1, models.length);
	const model = models[index];
	if (model === undefined || step.kind === 'reopen') {
		return models;
	}
	const { id, texts, records, active } = model;
	const idOf = (place: number | undefined): number | undefined =>
		place === undefined ? undefined : store.records(id)[place]?.id;
	switch (step.kind) {
		case 'append':
			store.append(id, step.texts.map(entry));
			return models.with(index, { ...model, texts: [...texts, ...step.texts] });
		case 'commit': {
			const expected = step.stale ? -1 : idOf(active);
			const committed = store.commit(id, recordOver(step.end), idOf(active), expected);
			assert.equal(committed === undefined, step.stale);
			const added = [...records, { end: step.end, parent: active }];
			return step.stale
				? models
				: models.with(index, { ...model, records: added, active: records.length });
		}
		case 'propose':
			store.propose(id, recordOver(step.end), idOf(active));
			return models.with(index, {
				...model,
				records: [...records, { end: step.end, parent: active }],
			});
		case 'activate': {
			const place = step.record < records.length ? step.record : undefined;
			store.activate(id, idOf(place));
			return models.with(index, { ...model, active: place });
		}
		case 'fork': {
			const messages = step.messages % (texts.length + 1);
			const made = store.fork(id, messages, newConversation);
			return [...models, forked(model, made.id, messages)];
		}
		case 'delete':
			store.delete(id);
			return models.toSpliced(index, 1);
	}
}

function modelOf(store: SqliteStore, id: string): Model {
	const conversation = store.find(id) ?? assert.fail();
	const log = store.log(id);
	const records = store.records(id);
	const placeOf = (record: number | undefined): number | undefined =>
		record === undefined ? undefined : records.findIndex((stored) => stored.id === record);
	assert.equal(conversation.messages, log.length);
	assert.equal(
		conversation.tokens,
		log.reduce((sum, { tokens }) => sum + tokens, 0),
	);
	return {
		id,
		texts: log.map(({ message }) => textOf(message.content)),
		records: records.map(({ record, parent }) => ({
			end: record.layout.range.end,
			parent: placeOf(parent),
		})),
		active: placeOf(conversation.active),
	};
}

function check(store: SqliteStore, models: readonly Model[]): void {
	const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
	assert.deepEqual(
		store
			.list()
			.map(({ id }) => modelOf(store, id))
			.toSorted(byId),
		models.toSorted(byId),
	);
}

describe('any sequence of changes', () => {
	const folder = temporaryFolders();

	it('leaves in memory what a list would hold', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const store = memoryStore(() => 0);
				let models: readonly Model[] = [];
				for (const step of sequence) {
					models = take(store, models, step);
				}
				check(store, models);
			}),
			{ numRuns: 100 },
		);
	});

	it('leaves in a database what a list would hold, also after it was opened again', () => {
		fc.assert(
			fc.property(steps, (sequence) => {
				const path = folder();
				const open = (): SqliteStore => {
					const outcome = openStore(path, { now: () => 0 });
					assert.equal(outcome.kind, 'opened');
					return outcome.store;
				};
				let store = open();
				let models: readonly Model[] = [];
				for (const step of sequence) {
					if (step.kind === 'reopen') {
						store.close();
						store = open();
						check(store, models);
					}
					models = take(store, models, step);
				}
				check(store, models);
				store.close();
			}),
			{ numRuns: 25 },
		);
	});
});
