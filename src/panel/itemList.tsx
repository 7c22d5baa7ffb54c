import { Fragment, type RefObject } from 'preact';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SectionView, SummaryItem } from '../protocol/conversationView.ts';
import type { ItemAction } from '../protocol/itemAction.ts';
import type { ItemEdit } from '../protocol/remembered.ts';
import type { ItemChange, RemovalNotice } from '../protocol/summaryChanges.ts';
import { PanelMemory } from './fold.tsx';
import { Item } from './item.tsx';
import { type ItemActions, ItemEditor, RemovedRow, undoButton } from './itemTools.tsx';
import type { ShownSection } from './items.ts';
import { post } from './vsCode.ts';

/** Items that are there at once: more than a screen shows. */
const first = 100;

/** Items that are rendered at once: about a screen; others when they come near it. */
const rendered = 30;

/** Items that are added in an idle moment; what is far from the screen is cheap. */
const step = 300;

export interface ItemListProperties {
	readonly label: string;
	readonly section: ShownSection;
	/** Undefined: the items can only be looked at. */
	readonly record: ChangeableRecord | undefined;
	readonly removed: RemovalNotice | undefined;
	/** The place to scroll back to has to be there at once. */
	readonly needed: number;
}

/**
 * The items of a section: one stop for the Tab key, arrow keys from item to item. A long list
 * grows while the page is idle; what is not on screen is not laid out (see the style sheet).
 */
export function ItemList({ label, section, record, removed, needed }: ItemListProperties) {
	const { items, title } = section;
	const list = useRef<HTMLUListElement>(null);
	const [wanted, setCurrent] = useState(0);
	const [hovered, setHovered] = useState<number>();
	const count = useGrowingCount(items.length, Math.max(first, needed));
	const current = Math.min(wanted, count - 1);
	const { edit, actions, onDraft, onSave, onCancel, startedHere } = useItemChanges(section, record);
	useFocusKept(list, () =>
		// What stood at the end has no next one: the row in its place has the way back.
		removed !== undefined && wanted >= items.length
			? undoButton(list.current)
			: itemAt(list.current, current),
	);

	function press(event: KeyboardEvent): void {
		if (event.target instanceof HTMLTextAreaElement) {
			return;
		}
		const item = event.target instanceof HTMLLIElement ? event.target : undefined;
		const target = targetOf(event.key, current, count);
		if (target !== undefined) {
			event.preventDefault();
			itemAt(list.current, target)?.focus();
			return;
		}
		const shown = items[current];
		if (item === undefined || shown === undefined) {
			return;
		}
		if (event.key === 'Enter') {
			event.preventDefault();
			openSource(shown);
		} else if (actions?.isPaused === false) {
			if (event.key === 'F2') {
				event.preventDefault();
				actions.onEdit(current, shown);
			} else if (event.key === 'Delete') {
				event.preventDefault();
				actions.onRemove(current, shown);
			}
		}
	}

	function click({ target }: MouseEvent): void {
		const index = indexOf(target);
		const item = index === undefined || index === edit?.index ? undefined : items[index];
		const isOnControl = target instanceof Element && target.closest('a, button, [role=button]');
		// Whoever marks a text does not want to go anywhere.
		if (item !== undefined && !isOnControl && getSelection()?.isCollapsed !== false) {
			openSource(item);
		}
	}

	function openMenu(index: number | undefined): void {
		const item = index === undefined ? undefined : items[index];
		if (index === undefined || item === undefined || index === edit?.index) {
			return;
		}
		const acts: Readonly<Record<ItemAction, () => void>> = {
			showSource: () => openSource(item),
			copy: () => post({ type: 'copyText', text: item.text }),
			pin: () => actions?.onPin(index, item),
			unpin: () => actions?.onPin(index, item),
			edit: () => actions?.onEdit(index, item),
			remove: () => actions?.onRemove(index, item),
		};
		openItemMenu((action) => acts[action]());
	}

	return (
		<ul
			class="items"
			ref={list}
			aria-label={label}
			onClick={click}
			onKeyDown={press}
			onContextMenu={({ target }) => openMenu(indexOf(target))}
			onPointerOver={({ target }) => setHovered(indexOf(target))}
			onPointerLeave={() => setHovered(undefined)}
			onFocusCapture={({ target }) => setCurrent(indexOf(target) ?? wanted)}
		>
			{items.slice(0, count).map((item, index) => (
				<Fragment key={index}>
					{index === removed?.index && (
						<RemovedRow removed={removed} isPaused={record?.isPaused === true} />
					)}
					{index === edit?.index ? (
						<li class="item" data-index={index}>
							<ItemEditor
								text={edit.text}
								draft={edit.draft}
								canSave={actions?.isPaused === false}
								takesFocus={startedHere}
								onDraft={onDraft}
								onSave={onSave}
								onCancel={onCancel}
							/>
						</li>
					) : (
						<Item
							index={index}
							item={item}
							mark={section.marks?.[index]}
							anchor={`${title}/${index}`}
							isCurrent={index === current}
							isHovered={index === hovered}
							isNear={index < rendered}
							actions={actions}
						/>
					)}
				</Fragment>
			))}
			{removed?.index === items.length && (
				<RemovedRow removed={removed} isPaused={record?.isPaused === true} />
			)}
		</ul>
	);
}

/** Shows the first message that an item comes from, if there is one. */
function openSource({ sources }: SummaryItem): void {
	if (sources.length > 0) {
		post({ type: 'openTurn', number: Math.min(...sources) });
	}
}

function indexOf(target: EventTarget | null): number | undefined {
	const index =
		target instanceof Element ? target.closest<HTMLElement>('.item')?.dataset : undefined;
	return index?.['index'] === undefined ? undefined : Number(index['index']);
}

function useGrowingCount(total: number, atOnce: number): number {
	const [grown, setGrown] = useState(atOnce);
	const count = Math.min(grown, total);
	useEffect(() => {
		if (count === total) {
			return undefined;
		}
		const handle = requestIdleCallback(() => setGrown(count + step));
		return () => cancelIdleCallback(handle);
	}, [count, total]);
	return count;
}

/** Where a key leads to from an item of a list. */
function targetOf(key: string, current: number, count: number): number | undefined {
	switch (key) {
		case 'ArrowDown':
			return Math.min(current + 1, count - 1);
		case 'ArrowUp':
			return Math.max(current - 1, 0);
		case 'Home':
			return 0;
		case 'End':
			return count - 1;
		default:
			return undefined;
	}
}

/** An item of a list, to be given the focus. */
function itemAt(list: Element | null, index: number): HTMLElement | undefined {
	return list?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`) ?? undefined;
}

/**
 * Gives the focus to something else of a list where what had it is not there any more.
 * @param successor What is to have it.
 */
function useFocusKept(
	list: RefObject<HTMLElement | null>,
	successor: () => HTMLElement | undefined,
): void {
	const hadFocus = useRef(false);
	// While rendering the page is still as it was before.
	hadFocus.current = list.current?.contains(document.activeElement) ?? false;
	useLayoutEffect(() => {
		if (hadFocus.current && document.activeElement === document.body) {
			successor()?.focus();
		}
	});
}

/** A record whose items can be changed. */
export interface ChangeableRecord {
	readonly id: number;
	/** Whether a change would not be taken now. */
	readonly isPaused: boolean;
}

/** What a person can change in a section, and the edit that is under way there. */
interface SectionChanges {
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
function useItemChanges(
	section: SectionView,
	record: ChangeableRecord | undefined,
): SectionChanges {
	const { edit: open, setEdit } = useContext(PanelMemory);
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

/**
 * Of the item whose context menu was opened last. VS Code draws the menu and runs its commands in the
 * host, which sends the choice back. The summary may have changed since: what is chosen is done to
 * the item as it was, so that the host refuses it instead of changing another one.
 */
let actOnItem: ((action: ItemAction) => void) | undefined;

function openItemMenu(act: (action: ItemAction) => void): void {
	actOnItem = act;
}

/** Does what the person chose in the menu of an item. */
export function chooseFromItemMenu(action: ItemAction): void {
	const act = actOnItem;
	actOnItem = undefined;
	act?.(action);
}
