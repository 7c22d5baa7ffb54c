import { reach } from './documentRecord.ts';
import type { StoredRecord } from './store.ts';

/** Records a shorter log can have, in order, and which of the originals each stands in for. */
export interface Inheritance {
	/** Originals to copy; the parent is another of them, or none. */
	readonly records: readonly StoredRecord[];
	/** The original that becomes active. */
	readonly active?: number;
}

/**
 * What a fork, or a log whose end was lost, keeps of a tree of records: those that speak only of
 * messages it has. The ancestors in between that are left out are skipped.
 */
export function inheritedRecords(
	records: readonly StoredRecord[],
	active: number | undefined,
	messages: number,
): Inheritance {
	const byId = new Map(records.map((record) => [record.id, record]));
	const fits = (id: number): boolean => {
		const record = byId.get(id);
		return record !== undefined && reach(record.record) <= messages;
	};
	const nearest = (from: number | undefined): number | undefined => {
		let id = from;
		while (id !== undefined && !fits(id)) {
			id = byId.get(id)?.parent;
		}
		return id;
	};
	const kept = records
		.filter((record) => fits(record.id))
		.map(({ parent, ...record }) => {
			const ancestor = nearest(parent);
			return ancestor === undefined ? record : { ...record, parent: ancestor };
		});
	const nowActive = nearest(active);
	return nowActive === undefined ? { records: kept } : { records: kept, active: nowActive };
}

/** @throws {RangeError} when a fork would share more than there is. */
export function checkPrefix(messages: number, available: number): void {
	if (!Number.isInteger(messages) || messages < 0 || messages > available) {
		throw new RangeError(`A fork at message ${messages} of ${available}`);
	}
}
