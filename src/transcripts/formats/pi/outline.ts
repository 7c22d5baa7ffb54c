import { readJsonLines } from '../../bytes/records.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptSource } from '../../reader.ts';
import { piEntry, type PiEntry } from './records.ts';

/** A record of a file that is a tree: each says which one it continues. */
interface TreeRecord {
	readonly id: string | undefined;
	/** `null` begins anew; `undefined`, or one that is not in the file, continues the record before. */
	readonly parent: string | null | undefined;
}

/**
 * The way from the beginning of a tree to its newest record, by position in the file.
 * @param records In file order.
 * @returns `undefined` when the parents run in a circle, so that there is no such way.
 */
function pathToNewest(records: readonly TreeRecord[]): ReadonlySet<number> | undefined {
	const indices = new Map<string, number>();
	for (const [index, { id }] of records.entries()) {
		// Written twice, the first one counts: what follows a later one must not lead back to it.
		if (id !== undefined && !indices.has(id)) {
			indices.set(id, index);
		}
	}
	const path = new Set<number>();
	let index = records.length - 1;
	while (index >= 0) {
		if (path.has(index)) {
			return undefined;
		}
		path.add(index);
		const parent = records[index]?.parent;
		index = parent === null ? -1 : (indices.get(parent ?? '') ?? index - 1);
	}
	return path;
}

/** What a session is like as a whole, found out before its messages are read. */
export interface Outline {
	/** Positions of the entries to read; `undefined` when the parents run in a circle. */
	readonly path: ReadonlySet<number> | undefined;
	/** Entries there were: a file that grows meanwhile is read as far as this. */
	readonly length: number;
	/** For the position of a compaction, that of the first entry it kept. */
	readonly kept: ReadonlyMap<number, number>;
	readonly version: number | undefined;
}

/** The position of the first entry that a compaction kept. */
function keptBy(entry: PiEntry, ids: ReadonlyMap<string, number>): number | undefined {
	return ids.get(entry.firstKeptEntryId ?? '') ?? entry.firstKeptEntryIndex ?? undefined;
}

/** Reads a file once, for how its entries hang together; none of its messages is kept. */
export async function outlineOf(source: TranscriptSource, signal?: AbortSignal): Promise<Outline> {
	const records: TreeRecord[] = [];
	const ids = new Map<string, number>();
	const kept = new Map<number, number>();
	let version: number | undefined;
	// What is wrong with a line is told when the messages are read.
	for await (const { value } of readJsonLines(source, new ProblemList(), { signal })) {
		const entry = piEntry(value);
		const { id, parentId: parent } = entry ?? {};
		const first = entry?.type === 'compaction' ? keptBy(entry, ids) : undefined;
		if (first !== undefined) {
			kept.set(records.length, first);
		}
		if (id !== undefined) {
			ids.set(id, records.length);
		}
		version ??= entry?.type === 'session' ? (entry.version ?? undefined) : undefined;
		records.push({ id, parent });
	}
	return { path: pathToNewest(records), length: records.length, kept, version };
}
