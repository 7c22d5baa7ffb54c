import assert from 'node:assert/strict';
import type { ItemChange, StoredItem } from '../../src/compaction/changes.ts';
import type { ManualRequest } from '../../src/conversations/service/actor.ts';
import type { ItemChangeResult } from '../../src/conversations/service/actor.ts';
import type { StoredRecord } from '../../src/conversations/store/store.ts';
import { sectionTitles } from '../../src/summary/sections.ts';
import { settled } from './scriptedClients.ts';
import { ServiceRig } from './serviceRig.ts';

/** Conversations that are compacted, and whose summaries a person changes. */

/** Compacts what has to be compacted. @returns The record's id. */
export async function compacted(rig: ServiceRig, request: ManualRequest = {}): Promise<number> {
	const { ended } = rig.actor.compact(request);
	await settled();
	await rig.lastSummary.write(`Summary ${rig.summaries.length}`);
	const end = await ended;
	assert.ok(end.kind === 'committed', JSON.stringify(end));
	return end.record;
}

/** A conversation that was compacted this often, and its records' ids. */
export async function rigWithRecords(count: number): Promise<{ rig: ServiceRig; ids: number[] }> {
	const rig = new ServiceRig();
	const ids: number[] = [];
	for (let number = 0; number < count; number += 1) {
		await rig.load(2_500);
		ids.push(await compacted(rig));
	}
	return { rig, ids };
}

/** The active record, of which there has to be one. */
export function active(rig: ServiceRig): StoredRecord {
	const id = rig.store.find(rig.id)?.active;
	return rig.store.records(rig.id).find((record) => record.id === id) ?? assert.fail('no record');
}

/** The first item of the active record whose text ends like this. */
export function placeOf(rig: ServiceRig, ending = ''): StoredItem {
	const { id, record } = active(rig);
	const places = sectionTitles.flatMap((section) =>
		record.summary[section].map(({ text }, index) => ({ record: id, section, index, text })),
	);
	return places.find(({ text }) => text.endsWith(ending)) ?? assert.fail(`no item ${ending}`);
}

/** Changes the first item whose text ends like this. */
export function change(rig: ServiceRig, wanted: ItemChange, ending = ''): ItemChangeResult {
	return rig.actor.changeItem(placeOf(rig, ending), wanted);
}

/** Has a person write the first item. @returns The record's id. */
export function edit(rig: ServiceRig, text: string): number {
	const end = change(rig, { kind: 'edit', text });
	assert.ok(end.kind === 'changed', JSON.stringify(end));
	return active(rig).id;
}

/** What the active handoff says, item by item. */
export function said(rig: ServiceRig): string[] {
	const { summary } = active(rig).record;
	return sectionTitles.flatMap((title) => summary[title].map(({ text }) => text));
}
