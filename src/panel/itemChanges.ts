import { useMemo, useRef } from 'preact/hooks';
import type { SectionView, SummaryItem } from '../protocol/conversationView.ts';
import type { ItemChange } from '../protocol/summaryChanges.ts';
import type { ItemActions } from './itemActions.tsx';
import { usePanel } from './panelContext.ts';
import { usePanelMemory } from './panelMemory.ts';
import type { ItemEdit } from '../protocol/remembered.ts';

/** A record whose items can be changed. */
export interface ChangeableRecord {
	readonly id: number;
	/** Whether a change would not be taken now. */
	readonly isPaused: boolean;
}

/** What a person can change in a section, and the edit that is under way there. */
export interface SectionChanges {
	/** Undefined: the items can only be looked at. */
	readonly actions: ItemActions | undefined;
	/** The edit that is open in this section. */
	readonly edit: ItemEdit | undefined;
	/** Whether it was begun on this page, and not before the page was hidden. */
	readonly startedHere: boolean;
	readonly onDraft: (draft: string) => void;
	readonly onSave: () => void;
	readonly onCancel: () => void;
}

/** What a person can do to the items of a section. */
export function useItemChanges(
	section: SectionView,
	record: ChangeableRecord | undefined,
): SectionChanges {
	const { post } = usePanel();
	const { edit: open, setEdit } = usePanelMemory();
	const { title } = section;
	const startedHere = useRef(false);
	const edit = record !== undefined && open?.section === title ? open : undefined;
	const latest = useRef(open);
	latest.current = open;

	const actions = useMemo((): ItemActions | undefined => {
		if (record === undefined) {
			return undefined;
		}
		const { id, isPaused } = record;
		const change = (index: number, { text }: SummaryItem, what: ItemChange): void => {
			const place = { record: id, section: title, index, text };
			post({ type: 'changeItem', place, change: what });
		};
		return {
			isPaused,
			onPin: (index, item) =>
				change(index, item, { kind: item.kept === undefined ? 'pin' : 'unpin' }),
			onEdit(index, { text }) {
				const other = latest.current;
				if (other !== undefined && other.draft !== other.text) {
					// What was written there is not thrown away unasked.
					document.querySelector<HTMLElement>('.item-editor textarea')?.focus();
				} else {
					startedHere.current = true;
					setEdit({ record: id, section: title, index, text, draft: text });
				}
			},
			onRemove: (index, item) => change(index, item, { kind: 'remove' }),
		};
	}, [record?.id, record?.isPaused, title, post, setEdit]);

	return {
		actions,
		edit,
		startedHere: startedHere.current,
		onDraft: (draft) => setEdit(edit === undefined ? undefined : { ...edit, draft }),
		onSave() {
			if (edit !== undefined) {
				const { draft, ...place } = edit;
				post({ type: 'changeItem', place, change: { kind: 'edit', text: draft.trim() } });
			}
		},
		onCancel: () => setEdit(undefined),
	};
}
