import { plainLineEnds } from '../messages/lineEnds.ts';
import type { Log } from '../messages/message.ts';
import { isMarked } from '../messages/marks.ts';
import { countMessage, type TokenCounter } from '../messages/tokens.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrameLines } from '../summary/frameMarks.ts';
import { withDraft } from '../summary/handoff.ts';
import type { SectionTitle, Summary, SummaryItem } from '../summary/sections.ts';
import {
	keptItems,
	keptTokens,
	noUserEdits,
	restates,
	withoutPin,
	withUserEdits,
	type UserEdits,
} from '../summary/userEdits.ts';
import { keptBounds, type CompactionSettings } from './budgets.ts';
import type { CompactionRecord, RecordChange, RecordKind } from './record.ts';
import { renderContext } from './render.ts';

/**
 * The user's changes to a summary. Each creates a new record from the previous one: everything around the summary is
 * unchanged, and the handoff is rendered again.
 */

/** The user's change to one item of a summary. Each creates a record, and can be undone. */
export type ItemChange =
	/** Keeps it verbatim in every later handoff, or stops doing so. */
	| { readonly kind: 'pin' }
	| { readonly kind: 'unpin' }
	/** Rewords it; the user's text is also kept verbatim. */
	| { readonly kind: 'edit'; readonly text: string }
	/** Removes it, also from later handoffs. */
	| { readonly kind: 'remove' };

/** An item of a record. */
export interface PlacedItem {
	readonly section: SectionTitle;
	/** From 0. */
	readonly index: number;
	/** The item's text when the user saw it. If it is different by now, the change is refused. */
	readonly text: string;
}

/** An item of a stored record. */
export interface StoredItem extends PlacedItem {
	/** Id of the record that the user saw. If another record is active by now, the change is refused. */
	readonly record: number;
}

/** Inputs of a change. */
export interface ChangeInput {
	readonly log: Log;
	readonly record: CompactionRecord;
	readonly settings: CompactionSettings;
	readonly counter: TokenCounter;
}

/** The result of the user's change of an item. */
export type ChangeOutcome =
	| {
			readonly kind: 'changed';
			readonly record: CompactionRecord;
			/** Kept items take a larger part of the window than recommended. Tokens. */
			readonly overBudget?: { readonly pinned: number; readonly sensible: number };
	  }
	/** The item is already in that state. */
	| { readonly kind: 'unchanged' }
	/** There is no such item; the edit left nothing; kept items have reached their limit. */
	| { readonly kind: 'refused'; readonly reason: 'stale' | 'blank' | 'no-room' };

/** The user's edits up to a record; none before the first. */
export function userEditsOf(record: CompactionRecord | undefined): UserEdits {
	return record === undefined
		? noUserEdits
		: { kept: keptItems(record.summary), removed: record.removed ?? [] };
}

/** Makes the record of a change. Pure: the same input gives the same bytes. */
export function changeItem(
	input: ChangeInput,
	place: PlacedItem,
	change: ItemChange,
): ChangeOutcome {
	const { record } = input;
	const items = record.summary[place.section];
	const item = items[place.index];
	if (item === undefined || item.text !== place.text) {
		return { kind: 'refused', reason: 'stale' };
	}
	const changed = changedItem(item, change);
	if (changed?.text === '') {
		return { kind: 'refused', reason: 'blank' };
	}
	if (changed !== undefined && changed.text === item.text && changed.kept === item.kept) {
		return { kind: 'unchanged' };
	}
	const summary = {
		...record.summary,
		[place.section]:
			changed === undefined ? withoutItem(items, place.index) : items.with(place.index, changed),
	};
	const pinned = keptTokens({ ...noUserEdits, kept: keptItems(summary) }, input.counter);
	const grows = pinned > keptTokens(userEditsOf(record), input.counter);
	const { sensible, max } = keptBounds(input.settings);
	if (grows && pinned > max) {
		return { kind: 'refused', reason: 'no-room' };
	}
	return {
		kind: 'changed',
		record: rebuiltRecord(input, change.kind === 'unpin' ? 'pin' : change.kind, {
			summary,
			removed: removedAfter(record.removed ?? [], place.section, item, changed),
			change: changeOf(place.section, item, changed),
		}),
		...(grows && pinned > sensible ? { overBudget: { pinned, sensible } } : {}),
	};
}

/** The items without one; numbers that continue its number close the gap. */
function withoutItem(items: readonly SummaryItem[], index: number): readonly SummaryItem[] {
	let removed = numberOf(items[index]);
	return items.toSpliced(index, 1).map((item, at) => {
		if (
			at < index ||
			item.kept === 'edited' ||
			removed === undefined ||
			numberOf(item) !== removed + 1
		) {
			return item;
		}
		const text = item.text.replace(/^\d+/, String(removed));
		removed += 1;
		return { ...item, text };
	});
}

/** The number with which a list item begins. */
function numberOf(item: SummaryItem | undefined): number | undefined {
	const [, number] = /^(\d{1,6})\. /.exec(item?.text ?? '') ?? [];
	return number === undefined ? undefined : Number(number);
}

/** The item after a change; undefined if it was removed. */
function changedItem(item: SummaryItem, change: ItemChange): SummaryItem | undefined {
	// The text of a pinned item is still the model's. Only the user's own text is not doubted.
	const plain = withoutPin(item);
	switch (change.kind) {
		case 'pin':
			return { ...plain, kept: 'pinned' };
		case 'unpin':
			return plain;
		case 'edit': {
			const text = writtenText(change.text);
			const { doubt: _, ...own } = plain;
			return text === item.text ? item : { ...own, text, kept: 'edited' };
		}
		case 'remove':
			return undefined;
	}
}

/** The user's text in a form allowed in a summary: without secrets and without anything that ends the handoff. */
function writtenText(text: string): string {
	return withoutFrameLines(redact(plainLineEnds(text).toWellFormed())).trim();
}

/** Texts that later summaries must not bring back, after a change. Active Task is exempt: the log determines it. */
function removedAfter(
	removed: readonly string[],
	section: SectionTitle,
	before: SummaryItem,
	after: SummaryItem | undefined,
): readonly string[] {
	const candidates =
		section === 'Active Task' || after?.text === before.text || isMarked(before.text)
			? removed
			: [...removed.filter((text) => text !== before.text), before.text];
	const isRestored = restates(after === undefined ? [] : [after.text]);
	return candidates.filter((text) => !isRestored(text));
}

function changeOf(
	section: SectionTitle,
	before: SummaryItem,
	after: SummaryItem | undefined,
): RecordChange {
	const isPinned = after?.text === before.text && after.kept !== undefined;
	const isUnpinned = after?.text === before.text && after.kept === undefined;
	return {
		section,
		...(isPinned ? {} : { before: before.text }),
		...(after === undefined || isUnpinned ? {} : { after: after.text }),
	};
}

/**
 * An earlier record with the user's edits since: kept items are added, removed ones left out. Undefined if it already
 * matches them.
 */
export function withLaterEdits(
	input: Omit<ChangeInput, 'settings'>,
	userEdits: UserEdits,
): CompactionRecord | undefined {
	const { record } = input;
	return isSame(userEditsOf(record), userEdits)
		? undefined
		: rebuiltRecord(input, 'pin', {
				summary: withUserEdits(record.summary, userEdits),
				removed: userEdits.removed,
			});
}

/** Whether two sets of edits are the same, regardless of order. */
function isSame(one: UserEdits, other: UserEdits): boolean {
	const keyOf = ({ kept, removed }: UserEdits): string =>
		JSON.stringify([
			kept.map(({ section, item }) => JSON.stringify([section, item.text, item.kept])).sort(),
			[...removed].sort(),
		]);
	return keyOf(one) === keyOf(other);
}

function rebuiltRecord(
	{ log, record, counter }: Omit<ChangeInput, 'settings'>,
	kind: RecordKind,
	{
		summary,
		removed,
		change,
	}: {
		readonly summary: Summary;
		readonly removed: readonly string[];
		readonly change?: RecordChange;
	},
): CompactionRecord {
	const {
		change: _change,
		removed: _removed,
		pruned: _pruned,
		replaced: _replaced,
		...rest
	} = record;
	const { layout } = record;
	const handoff = withDraft(record.handoff, { ...record, summary });
	const tokens = { summary: countMessage({ role: 'user', content: handoff }, counter) };
	return {
		...rest,
		kind,
		...(change === undefined ? {} : { change }),
		...(removed.length === 0 ? {} : { removed }),
		summary,
		handoff,
		tokens: {
			...record.tokens,
			...tokens,
			before: renderContext(log, record).tokens,
			after: renderContext(log, { layout, handoff, tokens }).tokens,
		},
	};
}
